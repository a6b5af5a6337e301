import { ok } from '../../core/outcome.ts';
import type { Diffs, Patch } from '../../core/ports.ts';
import url from '../../workers/diff/diff.worker.ts?worker&url';
import { startHands } from './worker.ts';

/** The diff worker, as the page sees it. A worker that died rejects; the diff view says so. */
export function diffHands(): Diffs {
  const hands = startHands<Diffs>(url, 'diff');
  return {
    async patch(request): Promise<Patch> {
      const made = await hands.use(async (diffs) => ok(await diffs.patch(request)));
      if (!made.ok) throw new Error(made.fault.message);
      return made.value;
    },
  };
}
