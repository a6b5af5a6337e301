import { expect, test } from 'vitest';
import type { ModelRequest } from '../../core/model.ts';
import { heard, request, type Heard } from '../../test/wire.ts';
import type { Availability, PromptApi, Said } from './browser-api.ts';
import { browserModels } from './browser.ts';

interface Made extends PromptApi {
  readonly asked: { before: readonly Said[]; last: unknown }[];
  ended: number;
}

interface Plan {
  readonly state?: Availability;
  readonly words?: readonly string[];
  readonly refused?: unknown;
  readonly breaks?: unknown;
  readonly progress?: readonly number[];
  readonly open?: boolean;
}

/** A browser's model as the interface describes it. */
function made({ state = 'available', words = ['ok'], refused, breaks, progress = [], open = false }: Plan = {}): Made {
  const api: Made = {
    asked: [],
    ended: 0,
    availability: () => Promise.resolve(state),
    async create({ initialPrompts, monitor }) {
      const target = new EventTarget();
      monitor(target);
      for (const loaded of progress) {
        target.dispatchEvent(new ProgressEvent('downloadprogress', { loaded, total: 1 }));
        await new Promise((resolve) => setTimeout(resolve, 0));
      }
      if (refused !== undefined) throw refused;
      return {
        promptStreaming(last) {
          api.asked.push({ before: initialPrompts, last });
          return new ReadableStream<string>({
            start(to) {
              for (const word of words) to.enqueue(word);
              if (breaks !== undefined) to.error(breaks);
              else if (!open) to.close();
            },
          });
        },
        destroy: () => void (api.ended += 1),
      };
    },
  };
  return api;
}

const said = (api: PromptApi | null, change: Partial<ModelRequest> = {}): Promise<Heard> =>
  heard(browserModels(api).stream(request(change)));
const tools = [{ name: 'look', description: '', schema: { type: 'object' } }];

test('V4 the browser’s model answers from the conversation, and its session is ended', async () => {
  const api = made({ words: ['so ', 'be it'] });
  const from = request().model;
  const heardOf = await said(api, {
    system: 'Be brief.',
    messages: [
      { role: 'user', parts: [{ is: 'text', text: 'hi' }] },
      {
        role: 'assistant',
        from,
        parts: [
          { is: 'reasoning', text: 'hm' },
          { is: 'text', text: 'Looking.' },
          { is: 'call', id: 'call00001', tool: 'look', args: { a: 1 } },
        ],
      },
      { role: 'tool', answers: [{ call: 'call00001', tool: 'look', text: 'a tree', images: [], failed: false }] },
      { role: 'user', parts: [{ is: 'text', text: 'and?' }] },
    ],
  });
  expect(heardOf).toMatchObject({ text: 'so be it', reason: 'stop', fault: null });
  expect(api.asked).toEqual([
    {
      before: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'hi' },
        { role: 'assistant', content: 'Looking.\n\n[Called look with {"a":1}]' },
      ],
      last: '[look gave: a tree]\n\nand?',
    },
  ]);
  expect(api.ended).toBe(1);
});

test('V3 V4 that it takes no tools is said once', async () => {
  const api = made();
  const notices = async (): Promise<number> =>
    (await said(api, { tools })).events.filter((event) => event.is === 'notice').length;
  expect([await notices(), await notices()]).toEqual([1, 0]);
});

test('V4 U4 its download is told, by quarters', async () => {
  const { events, text } = await said(made({ state: 'downloadable', progress: [0.1, 0.3, 0.4, 0.8, 1] }));
  expect(events.flatMap((event) => (event.is === 'notice' ? [event.text] : []))).toEqual([
    'The browser downloads its model first, once: that may take some minutes.',
    'The browser’s model: 25 % downloaded.',
    'The browser’s model: 75 % downloaded.',
  ]);
  expect(text).toBe('ok');
});

test('V2 V4 stop ends the answer and the session at once', async () => {
  const api = made({ open: true });
  const stream = browserModels(api).stream(request());
  const kinds = [];
  for await (const event of stream.events) {
    kinds.push(event.is === 'fault' ? event.fault.code : event.is);
    if (event.is === 'text') stream.stop();
  }
  expect(kinds).toEqual(['text', 'cancelled']);
  expect(api.ended).toBe(1);
});

test('V4 U6 what goes wrong is explained: none there, too long, no click, session ended, no network', async () => {
  const error = (name: string): DOMException => new DOMException('because', name);
  for (const [api, code, words] of [
    [null, 'unknown-model', /no built-in model/],
    [made({ state: 'unavailable' }), 'unknown-model', /no built-in model/],
    [made({ refused: error('QuotaExceededError') }), 'too-large', /too long.*Start a new chat/],
    [made({ refused: error('NotAllowedError') }), 'provider', /press Test/],
    [made({ breaks: error('InvalidStateError'), words: [] }), 'provider', /Ask again/],
    [made({ refused: error('NetworkError') }), 'not-reachable', /disk space/],
    [made({ refused: 'odd' }), 'provider', /failed/],
  ] as const) {
    const { fault } = await said(api);
    expect(fault?.code).toBe(code);
    expect(fault?.message).toMatch(words);
  }
});
