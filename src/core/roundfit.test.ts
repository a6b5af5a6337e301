/** What the primary of a round is given where its context is small (rows F1, V5). */
import { expect, test } from 'vitest';
import { opus } from '../test/core/make.ts';
import { answerOf, asked, both, ends, luna, type Scripts } from '../test/core/rounds.ts';
import { broke, finish, say, want, type Reply } from '../test/core/script.ts';
import { invalid } from '../test/core/valid.ts';
import { fakeWorld, type Fake } from '../test/core/world.ts';
import { viewOf } from './chat.ts';
import { unknownModel } from './facts.ts';
import { fit, fitting, roomOf } from './fit.ts';
import { history } from './history.ts';
import type { AnswerId, ModelRef } from './ids.ts';
import { ok } from './outcome.ts';
import { tokensOfRequest } from './tokens.ts';

const long = (word: string): string => `${word}-BEGINS ${`${word} says more; `.repeat(2_000)}${word}-ENDS`;
const said = (text: string): Reply[] => [[say(text), finish()]];

/** A world whose requests are made to fit, as the page makes them. */
function small(context: number): Fake {
  const world = fakeWorld({ facts: { ...unknownModel, context } });
  const { stream } = world;
  world.hooks.hands = () => Promise.resolve(ok({ text: 'line of a file '.repeat(2_000), summary: 'read' }));
  return Object.assign(world, { stream: fitting(stream, world.facts) });
}
const synthesis = (world: Fake, id: AnswerId) => {
  const { system, messages } = world.requests.at(-1) ?? { system: '', messages: [] };
  expect(ends(answerOf(world, id)).at(-1)).toContain('synthesis');
  return { system, messages, tools: world.requests.at(-1)?.tools ?? [] };
};

async function roundOf(scripts: Scripts, peers: readonly ModelRef[] = both) {
  const world = small(12_000);
  const { id } = await asked(world, scripts, peers);
  return { world, id };
}

test('F1 V5 three long answers fit the context of the primary: each is there with its head, its tail and what is missing', async () => {
  const { world, id } = await roundOf({ opus: said(long('OPUS')), luna: said(long('LUNA')), gem: said(long('GEM')) });
  const request = synthesis(world, id);
  const text = JSON.stringify(request.messages);
  for (const word of ['OPUS', 'LUNA', 'GEM']) {
    expect(text).toContain(`${word}-BEGINS`);
    expect(text).toContain(`${word}-ENDS`);
  }
  expect(text.match(/this answer was over its share/gu)).toHaveLength(3);
  expect(text).toContain('What is it?');
  expect(tokensOfRequest(request)).toBeLessThanOrEqual(roomOf(12_000));
});

test('F1 V5 a synthesis that calls tools, and one that goes on after it broke, keeps the question and all labelled answers', async () => {
  const reads = Array.from({ length: 4 }, (_, at) => want('file_read', { path: `${at}.ts` }));
  const { world, id } = await roundOf({
    opus: [...said(long('OPUS')), [say('I look.'), ...reads, finish()], [say('As B says'), broke()]],
    luna: said(long('LUNA')),
    gem: said(long('GEM')),
  });
  const last = synthesis(world, id);
  const reader = { answer: id, model: opus, phase: 'synthesis' } as const;
  const on = history(viewOf(world.thread(), id), new Map(), reader);
  expect(on.at(-1)).toMatchObject({ role: 'user', aside: true });
  for (const messages of [last.messages, fit({ ...last, messages: on }, 9_000).messages]) {
    const text = JSON.stringify(messages);
    for (const part of ['What is it?', 'OPUS-ENDS', 'LUNA-ENDS', 'GEM-ENDS']) expect(text).toContain(part);
    expect(text).toContain('[shortened: file_read 0.ts');
    expect(invalid(messages)).toEqual([]);
  }
});

test('F2 V5 a primary that goes on alone keeps the question and its own text, however small its context', async () => {
  const { world, id } = await roundOf({ opus: [...said(long('OPUS')), ...said('More.')], luna: [[broke()]] }, [luna]);
  const { messages, ...rest } = synthesis(world, id);
  expect(messages.at(-1)).toMatchObject({ role: 'user', aside: true });
  const text = JSON.stringify(fit({ ...rest, messages }, 500).messages);
  expect(text).toContain('What is it?');
  expect(text).toContain('OPUS-ENDS');
});
