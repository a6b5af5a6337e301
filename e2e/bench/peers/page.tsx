/** The conversation as the app draws it, over the core's own fold, fed with four streams of 200 tokens a second each. */
import { signal } from '@preact/signals';
import { render } from 'preact';
import { add, fold, view } from '../../../src/core/chat.ts';
import type { LogEvent } from '../../../src/core/log.ts';
import { AppContext } from '../../../src/app/state/context.ts';
import type { ChatState } from '../../../src/app/state/contract.ts';
import { Conversation } from '../../../src/app/views/conversation/Conversation.tsx';
import { fakeApp, fakeChat } from '../../../src/app/views/testing/fake.ts';
import '../../../src/app/ui/base.css';
import { event, history, models, textOf } from './log.ts';

/** What one stretch of streaming cost. Times in milliseconds. */
export interface Cost {
  readonly tokens: number;
  readonly frames: number;
  readonly dropped: number;
  readonly long: readonly number[];
  readonly chars: number;
  /** Bytes of the heap at the end, after it was tidied where the browser lets one; 0 where it does not say. */
  readonly heap: number;
}

declare global {
  interface Window {
    stream: (seconds: number, tokensASecond: number) => Promise<Cost>;
    gc?: () => void;
  }
}

const tokenChars = 4;
/** As the app redraws a streaming chat. */
const redrawMs = 40;

let thread = fold(history(1_000));
const conversation = signal(view(thread));
const chat: ChatState = { ...fakeChat(), conversation, running: signal<string | null>('round') };
const app = fakeApp(chat);
const root = document.querySelector('#app') ?? document.body;
render(
  <AppContext.Provider value={app}>
    <div class="bench">
      <Conversation chat={chat} />
    </div>
  </AppContext.Provider>,
  root,
);
// The policy allows no inline style; the script's own hand is no inline style.
(root.firstElementChild as HTMLElement).style.cssText = 'display:flex;flex-direction:column;height:100vh';

const draw = (): void => {
  conversation.value = view(thread, conversation.value);
};
const put = (one: LogEvent): void => {
  thread = add(thread, one);
};
const [primary, ...peers] = models;
put(event({ kind: 'asked', id: 'ask', text: 'What do you all think?', attached: [], after: 'a999' }));
const stamp = { answer: 'round', model: primary ?? null, phase: 'solo', turn: 0 } as const;
put(event({ kind: 'began', to: 'ask', project: null, after: null, system: '', peers }, stamp));
const growing = models.map((model) => {
  const own = { answer: 'round', model, phase: 'dispatch', turn: 1 } as const;
  put(event({ kind: 'joined', system: '' }, own));
  const first = event({ kind: 'text', part: `p ${model.model}`, text: '', done: false }, own);
  put(first);
  return { first, text: '' };
});
draw();
const all = textOf(2_000_000);

window.stream = async (seconds, tokensASecond) => {
  const long: number[] = [];
  const watch = new PerformanceObserver((list) => long.push(...list.getEntries().map(({ duration }) => duration)));
  watch.observe({ type: 'longtask' });
  const began = performance.now();
  let [tokens, frames, dropped, last] = [0, 0, 0, began];
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
      for (; tokens < due; tokens += 1) {
        for (const one of growing) {
          one.text += all.slice(one.text.length, one.text.length + tokenChars);
          put({ ...one.first, text: one.text } as LogEvent);
        }
      }
      drawing ??= setTimeout(() => {
        drawing = null;
        draw();
      }, redrawMs);
      if (performance.now() - began < seconds * 1_000) return;
      clearInterval(feed);
      resolve();
    }, 4);
  });
  await new Promise((resolve) => setTimeout(resolve, 200));
  going = false;
  watch.disconnect();
  window.gc?.();
  const { memory } = performance as { memory?: { usedJSHeapSize: number } };
  return { tokens, frames, dropped, long, chars: growing[0]?.text.length ?? 0, heap: memory?.usedJSHeapSize ?? 0 };
};
