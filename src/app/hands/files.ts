import { proxy } from 'comlink';
import type { Files } from '../../core/ports.ts';
import url from '../../workers/files/files.worker.ts?worker&url';
import { startHands } from './worker.ts';

/** The files worker, as the page sees it. */
export function filesHands(): Files {
  const hands = startHands<Files>(url, 'files');
  return {
    survey: (folder, call) => hands.use((files) => files.survey(folder, call)),
    preview: (folder, call) => hands.use((files) => files.preview(folder, call)),
    run: (folder, call, plan, progress) => hands.use((files) => files.run(folder, call, plan, proxy(progress))),
    kept: (call) => hands.use((files) => files.kept(call)),
    revert: (folder, call) => hands.use((files) => files.revert(folder, call)),
    settle: (folder, call, plan) => hands.use((files) => files.settle(folder, call, plan)),
    cancel: async (call) => {
      await hands.use(async (files) => {
        await files.cancel(call);
        return { ok: true, value: undefined };
      });
    },
    forget: async (calls) => {
      await hands.use(async (files) => {
        await files.forget(calls);
        return { ok: true, value: undefined };
      });
    },
  };
}
