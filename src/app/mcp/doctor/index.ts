/** The connection doctor (row M6): asks what can be asked after a failure, and says what is known and what is guessed. */
import type { Explained, ServerRecord } from '../../../core/server.ts';
import type { LinkFailure } from '../link.ts';
import { nothingFound, type Page } from './facts.ts';
import { judge } from './judge.ts';
import { probe, world, type World } from './probe.ts';

const thisPage = (): Page => ({ origin: location.origin, online: navigator.onLine });

/** Explains a failure. It never fails itself: where nothing can be found out, it judges from the failure alone. */
export async function explain(
  failure: LinkFailure,
  record: Pick<ServerRecord, 'url' | 'headers'>,
  page: Page = thisPage(),
  on: World = world,
): Promise<Explained> {
  const patient = { url: record.url, headers: record.headers.map(({ name }) => name) };
  const found = await probe(failure, patient, page, on).catch(() => nothingFound);
  return judge(failure, patient, page, found);
}
