import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chats, lived, nextRequests } from '../test/core/logs.ts';
import { opus } from '../test/core/make.ts';
import { play, finish, say } from '../test/core/script.ts';
import { invalid } from '../test/core/valid.ts';
import { full } from '../test/fixtures.ts';
import { fold } from './chat.ts';
import { unknownModel } from './facts.ts';
import { fit, fitting, roomOf } from './fit.ts';
import type { Message, ModelEvent, ModelRequest } from './model.ts';
import { summaryPart } from './summarytext.ts';
import { tokensOf, tokensOfRequest } from './tokens.ts';

const user = (text: string): Message => ({ role: 'user', parts: [{ is: 'text', text }] });
const said = (text: string): Message => ({ role: 'assistant', from: opus, parts: [{ is: 'text', text }] });
function read(id: string, path: string, text: string): Message[] {
  return [
    { role: 'assistant', from: opus, parts: [{ is: 'call', id, tool: 'file_read', args: { path } }] },
    { role: 'tool', answers: [{ call: id, tool: 'file_read', text, images: [], failed: false }] },
  ];
}
const request = (messages: readonly Message[], tools: ModelRequest['tools'] = []): ModelRequest => ({
  model: opus,
  system: 'You are a test.',
  messages,
  tools,
  toolsOff: false,
});
const long = 'word '.repeat(4_000);
const texts = (messages: readonly Message[]): string[] =>
  messages.flatMap((message) => (message.role === 'tool' ? message.answers.map(({ text }) => text) : []));

describe('an estimate of tokens', () => {
  test('B5 more text never counts as less, whatever the script', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (a, b) => {
        expect(tokensOf(a + b)).toBeGreaterThanOrEqual(Math.max(tokensOf(a), tokensOf(b)));
      }),
      { numRuns: full ? 2_000 : 200, seed: 5 },
    );
    expect(tokensOf('')).toBe(0);
  });

  test('B5 it is in the range that providers count: English about four characters, Chinese about one', () => {
    const english = 'The quick brown fox jumps over the lazy dog and runs away into the forest. '.repeat(20);
    expect(english.length / tokensOf(english)).toBeGreaterThan(3);
    expect(english.length / tokensOf(english)).toBeLessThan(5.5);
    const chinese = '敏捷的棕色狐狸跳过了懒狗'.repeat(20);
    expect(tokensOf(chinese) / chinese.length).toBeGreaterThan(0.7);
    expect(tokensOf(chinese) / chinese.length).toBeLessThan(1.6);
  });
});

describe('a request that is longer than its model takes', () => {
  test('V5 what fits is left as it is', () => {
    const all = [user('Hello'), said('Hi'), user('Go on')];
    expect(fit(request(all), 10_000)).toMatchObject({ messages: all, shortened: 0, left: 0, tooLarge: false });
  });

  test('V5 the oldest results become one line first, which says what they were; the newest stays whole', () => {
    const all = [
      user('Read them'),
      ...read('c1', 'a.ts', long),
      ...read('c2', 'b.ts', long),
      ...read('c3', 'c.ts', long),
    ];
    const whole = tokensOfRequest(request(all));
    const fitted = fit(request(all), whole - 2_000);
    const [first = '', second, third] = texts(fitted.messages);
    expect(first).toMatch(/^\[shortened: file_read a\.ts, 19\.5 KB: call again to see it\]$/u);
    expect([second, third]).toEqual([long, long]);
    expect(fitted).toMatchObject({ shortened: 1, left: 0, tooLarge: false });
    expect(tokensOfRequest(request(fitted.messages))).toBe(fitted.tokens);
  });

  test('V5 then the oldest turns are left out, said so, and never the person’s last word; a summary stays', () => {
    const summary = summaryPart({ text: 'They met.', model: null, at: 1 });
    const all: Message[] = [
      { role: 'user', parts: [summary, { is: 'text', text: long }] },
      said(long),
      user(long),
      said(long),
      user('And now?'),
    ];
    const fitted = fit(request(all), 500);
    expect(fitted).toMatchObject({ left: 4, tooLarge: false });
    const [first] = fitted.messages;
    expect(JSON.stringify(first)).toContain('They met.');
    expect(JSON.stringify(first)).toContain('were left out');
    expect(JSON.stringify(first)).toContain('And now?');
    expect(invalid(fitted.messages)).toEqual([]);
  });

  test('V5 F1 what Sluice says in the middle of an answer does not cut off the question before it', () => {
    const goOn: Message = { role: 'user', aside: true, parts: [{ is: 'text', text: 'Go on.' }] };
    const all = [user(long), said(long), user('THE QUESTION'), said(long), goOn];
    const fitted = fit(request(all), 200);
    expect(fitted).toMatchObject({ left: 2, tooLarge: true });
    expect(JSON.stringify(fitted.messages[0])).toContain('THE QUESTION');
    expect(fitted.messages.at(-1)).toEqual(goOn);
  });

  test('V5 what cannot be made to fit says so', () => {
    expect(fit(request([user(long)]), 100).tooLarge).toBe(true);
  });

  test('V5 V3 whatever the chat and the context: valid, within the room or marked, and with the person’s last word', async () => {
    await fc.assert(
      fc.asyncProperty(chats, fc.integer({ min: 20, max: 3_000 }), fc.nat(), async (steps, room, cut) => {
        const log = await lived(steps);
        for (const messages of nextRequests(fold(log.slice(0, 1 + (cut % log.length))))) {
          // A chat with nothing but console runs has nothing to send.
          if (messages.length === 0) continue;
          const fitted = fit(request(messages), room);
          expect(invalid(fitted.messages)).toEqual([]);
          expect(fitted.tooLarge || tokensOfRequest(request(fitted.messages)) <= room).toBe(true);
          const own = (all: readonly Message[]) => {
            const last = all.findLast(({ role }) => role === 'user');
            return last?.role === 'user' ? last.parts.at(-1) : undefined;
          };
          expect(own(fitted.messages)).toEqual(own(messages));
          // What was asked last, with the labelled answers of a round, and all that was said since (row F1).
          const from = messages.findLastIndex((one) => one.role === 'user' && one.aside !== true);
          const since = messages.slice(from);
          const kept = fitted.messages.slice(-since.length);
          expect(kept.map(({ role }) => role)).toEqual(since.map(({ role }) => role));
          const [asked, still] = [since[0], kept[0]];
          if (asked?.role !== 'user' || still?.role !== 'user') throw new Error('nobody asked');
          expect(still.parts.slice(-asked.parts.length)).toEqual(asked.parts);
        }
      }),
      { numRuns: full ? 150 : 15, seed: 11 },
    );
  });
});

describe('streams that fit', () => {
  const tooLarge: ModelEvent = { is: 'fault', fault: { code: 'too-large', message: 'Too long.' } };
  const many = [user('Read'), ...read('c1', 'a.ts', long), ...read('c2', 'b.ts', long), user('Well?')];
  async function heard(open: ReturnType<typeof fitting>, of = request(many)): Promise<ModelEvent[]> {
    const events: ModelEvent[] = [];
    for await (const event of open(of).events) events.push(event);
    return events;
  }
  const playing = (sent: ModelRequest[], replies: readonly (readonly ModelEvent[])[]) => (of: ModelRequest) => {
    sent.push(of);
    return play(replies[sent.length - 1] ?? [finish()], of);
  };

  test('V5 a known context shortens before anything is sent, and tells the person once', async () => {
    const sent: ModelRequest[] = [];
    const open = fitting(playing(sent, []), () => ({ ...unknownModel, context: 8_000 }));
    expect((await heard(open)).filter(({ is }) => is === 'notice')).toHaveLength(1);
    expect((await heard(open)).filter(({ is }) => is === 'notice')).toHaveLength(0);
    expect(tokensOfRequest(sent[0] ?? request([]))).toBeLessThanOrEqual(roomOf(8_000));
  });

  test('V5 U6 a question that is too long even alone is sent, and the person told', async () => {
    const sent: ModelRequest[] = [];
    const open = fitting(playing(sent, []), () => ({ ...unknownModel, context: 1_000 }));
    const events = await heard(open, request([user(long)]));
    expect(JSON.stringify(events)).toContain('too long for it even alone');
    expect(sent).toHaveLength(1);
  });

  test('V5 where nobody knows the context, a refusal as too large is shortened and tried once more', async () => {
    const sent: ModelRequest[] = [];
    const open = fitting(playing(sent, [[tooLarge], [say('Now it fits.'), finish()]]), () => unknownModel);
    const events = await heard(open);
    expect(events.map(({ is }) => is)).toEqual(['notice', 'text', 'finish']);
    expect(sent).toHaveLength(2);
    expect(sent[0]?.messages).toEqual(many);
    expect(tokensOfRequest(sent[1] ?? request([]))).toBeLessThan(tokensOfRequest(request(many)));
  });

  test('V5 a second refusal, or one after words, is told as it is', async () => {
    const sent: ModelRequest[] = [];
    const twice = await heard(fitting(playing(sent, [[tooLarge], [tooLarge]]), () => unknownModel));
    expect(twice.at(-1)).toEqual(tooLarge);
    expect(sent).toHaveLength(2);
    const spoken: ModelRequest[] = [];
    await heard(fitting(playing(spoken, [[say('Half'), tooLarge]]), () => unknownModel));
    expect(spoken).toHaveLength(1);
  });

  test('B5 what is outstanding is told when a request goes out, and is none when it is reported or over', async () => {
    const told: number[] = [];
    const usage: ModelEvent = { is: 'usage', usage: { input: 9, output: 1 } };
    await heard(
      fitting(
        playing([], [[say('x'), usage, finish()]]),
        () => unknownModel,
        (_model, n) => told.push(n),
      ),
    );
    expect(told[0]).toBe(tokensOfRequest(request(many)));
    expect(told.slice(1).every((n) => n === 0)).toBe(true);
  });
});
