import { expose } from 'comlink';
import type { FileCall, Plan } from '../../core/ports.ts';
import { change } from './change.ts';
import { plainHands } from './hands.ts';
import { targets } from './survey.ts';

/**
 * For tests only: changes files as the real worker does, but stops for ever at its n-th step, so that a test can end it
 * exactly there (row W6). Its name says `<channel>:<n>`. Nothing of the program names this file, so no build holds it.
 */
const [channel = '', at = ''] = self.name.split(':');
const tell = new BroadcastChannel(channel);
let steps = 0;

const step = (name: string): Promise<void> => {
  steps += 1;
  if (steps !== Number(at)) return Promise.resolve();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a broadcast channel has no target
  tell.postMessage(name);
  return new Promise(() => undefined);
};

const killable = {
  run: (root: FileSystemDirectoryHandle, call: FileCall, plan: Plan) => {
    const paths = targets(call);
    const hands = { ...plainHands({ signal: new AbortController().signal, progress: () => undefined }), step };
    return paths.ok ? change(root, call, paths.value, plan, hands) : paths;
  },
};
export type Killable = typeof killable;
expose(killable);
