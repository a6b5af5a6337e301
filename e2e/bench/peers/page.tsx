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
import { event, history, models } from './log.ts';
import { measured, type Cost } from './measured.ts';
import { plainly } from './plain.ts';

declare global {
  interface Window {
    stream: (seconds: number, tokensASecond: number) => Promise<Cost>;
    plain: (seconds: number, tokensASecond: number) => Promise<Cost>;
  }
}

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

window.stream = (seconds, tokensASecond) =>
  measured(seconds, tokensASecond, {
    draw,
    take(token) {
      for (const one of growing) {
        one.text += token(one.text.length);
        put({ ...one.first, text: one.text } as LogEvent);
      }
    },
    chars: () => growing[0]?.text.length ?? 0,
  });
window.plain = plainly;
