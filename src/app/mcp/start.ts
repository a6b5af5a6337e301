/** Everything behind MCP servers, in one part that is loaded when the first server is there. */
import '../models/zod.ts';
import type { SignInRecord } from '../../core/server.ts';
import type { Keys } from '../../storage/keys.ts';
import type { Table } from '../../storage/table.ts';
import { fit } from '../hands/schemas.ts';
import { explain } from './doctor/index.ts';
import { makeHost } from './host.ts';
import type { Host, HostDeps, SignIns } from './hostcontract.ts';
import { openLink } from './link/index.ts';
import { inBrowser } from './signin/deps.ts';
import { makeSignIns } from './signin/signins.ts';

/** What the page hands to the host and its sign-ins. */
export interface StartNeeds extends Pick<HostDeps, 'headers' | 'keep' | 'totalMs' | 'now' | 'id'> {
  readonly keys: Keys;
  readonly signIns: Table<SignInRecord>;
  /** A sign-in came, went or was renewed in this tab. */
  signInsChanged(): void;
}

/** The host with its sign-ins read. */
export async function startHost(needs: StartNeeds): Promise<{ readonly host: Host; readonly signIns: SignIns }> {
  const { keys, signInsChanged: changed, signIns: table, ...rest } = needs;
  const signIns = makeSignIns({ ...inBrowser(), table, keys, changed });
  await signIns.load();
  return {
    host: makeHost({ ...rest, open: openLink, signIns, explain: (failure, record) => explain(failure, record), fit }),
    signIns,
  };
}
