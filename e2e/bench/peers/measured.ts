/** Feeds something that grows at the pace of a stream, draws it at the app's own pace, and says what the page dropped meanwhile. */
import { makePace } from '../../../src/app/state/pace.ts';
import { textOf } from './log.ts';

/** What one stretch of streaming cost. Times in milliseconds. */
export interface Cost {
  readonly tokens: number;
  readonly draws: number;
  readonly frames: number;
  readonly dropped: number;
  readonly long: readonly number[];
  readonly chars: number;
}

export interface Grower {
  /** One token for each model; `token` gives it by how long the text is so far. */
  take(token: (length: number) => string): void;
  draw(): void;
  chars(): number;
}

const tokenChars = 4;
const all = textOf(2_000_000);

export async function measured(seconds: number, tokensASecond: number, what: Grower): Promise<Cost> {
  const long: number[] = [];
  const watch = new PerformanceObserver((list) => long.push(...list.getEntries().map(({ duration }) => duration)));
  watch.observe({ type: 'longtask' });
  const pace = makePace();
  const began = performance.now();
  let [tokens, draws, frames, dropped, last] = [0, 0, 0, 0, began];
  let drawing: ReturnType<typeof setTimeout> | null = null;
  let going = true;
  const frame = (now: number): void => {
    const missed = Math.max(0, Math.round((now - last) / (1_000 / 60)) - 1);
    frames += 1 + missed;
    dropped += missed;
    last = now;
    if (going) requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  await new Promise<void>((resolve) => {
    const feed = setInterval(() => {
      const due = Math.min(seconds, (performance.now() - began) / 1_000) * tokensASecond;
      // Each token is an event of its own, as the app takes them in.
      for (; tokens < due; tokens += 1) what.take((length) => all.slice(length, length + tokenChars));
      if (tokensASecond > 0)
        drawing ??= setTimeout(() => {
          drawing = null;
          draws += 1;
          pace.drawing();
          what.draw();
        }, pace.wait());
      if (performance.now() - began < seconds * 1_000) return;
      clearInterval(feed);
      resolve();
    }, 4);
  });
  await new Promise((resolve) => setTimeout(resolve, 300));
  going = false;
  watch.disconnect();
  return { tokens, draws, frames, dropped, long, chars: what.chars() };
}
