import { stopped } from './halt.ts';

/** Work this long without a pause keeps `cancel` from being heard; in milliseconds. */
const turnMs = 40;

/** Lets messages in: a `cancel` is a message, so it is only seen between two tasks. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const channel = new MessageChannel();
    channel.port1.addEventListener('message', () => {
      channel.port1.close();
      resolve();
    });
    channel.port1.start();
    channel.port2.postMessage(null);
  });
}

/** Pauses long loops, and halts them when the call was cancelled (row U4). */
export class Breath {
  readonly #signal: AbortSignal;
  #since = performance.now();

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** Cheap enough to ask in a loop: true where a pause is due. */
  get due(): boolean {
    return performance.now() - this.#since > turnMs;
  }

  async pause(): Promise<void> {
    await nextTask();
    this.#since = performance.now();
    this.check();
  }

  check(): void {
    if (this.#signal.aborted) throw stopped();
  }
}

/** Reads at once: past 16 the browser's one I/O thread gains nothing. */
const width = 16;

/** Runs `work` over all items, sixteen at a time, in their order. */
export async function pooled<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values();
  const lane = async (): Promise<void> => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, lane));
}
