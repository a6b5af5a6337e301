import { describe, expect, test } from 'vitest';
import { opus } from '../test/core/make.ts';
import { answer, write } from '../test/core/run.ts';
import { finish, say, type Reply } from '../test/core/script.ts';
import { invalid } from '../test/core/valid.ts';
import { fakeWorld, type Fake } from '../test/core/world.ts';
import { viewOf } from './chat.ts';
import { roomOf } from './fit.ts';
import { history } from './history.ts';
import type { AnswerId } from './ids.ts';
import { limits } from './limits.ts';
import type { ModelEvent } from './model.ts';
import type { Running } from './running.ts';
import { makeStop } from './stop.ts';
import { compact } from './summary.ts';
import { tokensOf, tokensOfRequest } from './tokens.ts';

const context = 6_000;
const words = 'A sentence that says something of the matter at hand, number by number. '.repeat(6);

/** A chat of so many turns, and an answer that has just begun. */
async function longChat(turns: number): Promise<{ world: Fake; run: Running; id: AnswerId; stopNow: () => void }> {
  const world = fakeWorld({ facts: { context, inputPrice: null, outputPrice: null } });
  let leaf: AnswerId | null = null;
  for (let at = 0; at < turns; at += 1) {
    const to = await write(world, `Turn ${at}`, leaf);
    leaf = world.id();
    const stamp = { answer: leaf, model: opus, phase: 'solo', turn: 1 } as const;
    await world.append({ kind: 'began', to, project: 'project1', after: null, system: 's' }, stamp);
    await world.append({ kind: 'text', part: world.id(), text: `${at}. ${words}`, done: true }, stamp);
    await world.append({ kind: 'closed', as: 'done', fault: null }, stamp);
  }
  const to = await write(world, 'And now?', leaf);
  const id = world.id();
  const stamp = { answer: id, model: opus, phase: 'solo', turn: 0 } as const;
  await world.append({ kind: 'began', to, project: 'project1', after: null, system: 's' }, stamp);
  const stop = makeStop();
  const run: Running = {
    answer: id,
    model: opus,
    phase: 'solo',
    role: 'solo',
    system: 's',
    files: new Map(),
    stop,
    declined: [],
  };
  world.requests.length = 0;
  return { world, run, id, stopNow: () => stop.request() };
}
const replies = (world: Fake, ...all: Reply[]): void => void world.replies.splice(0, world.replies.length, ...all);
const usage: ModelEvent = { is: 'usage', usage: { input: 100, output: 20 } };
const messagesOf = (world: Fake, id: AnswerId) => history(viewOf(world.thread(), id), new Map());

describe('a chat that outgrows its model', () => {
  test('V5 200 turns: the oldest are summarised by the primary without tools, and what is sent fits and is valid', async () => {
    const { world, run, id } = await longChat(200);
    replies(world, [say('They counted '), say('up.'), usage, finish()]);
    await compact(run, world);
    const [request] = world.requests;
    expect(request?.toolsOff).toBe(true);
    expect(invalid(request?.messages ?? [])).toEqual([]);
    if (request !== undefined) expect(tokensOfRequest(request)).toBeLessThanOrEqual(roomOf(context));
    const event = world.log.find(({ kind }) => kind === 'summarised');
    expect(event).toMatchObject({ kind: 'summarised', text: 'They counted up.', model: opus });
    const messages = messagesOf(world, id);
    expect(invalid(messages)).toEqual([]);
    expect(JSON.stringify(messages)).toContain('They counted up.');
    expect(JSON.stringify(messages)).toContain('199. ');
    expect(JSON.stringify(messages)).not.toContain('"0. ');
    expect(tokensOfRequest({ system: 's', tools: world.offers(run), messages })).toBeLessThanOrEqual(roomOf(context));
    // Its cost is the running answer's (row B5).
    expect(world.thread().answers.get(id)?.usage).toEqual({ input: 100, output: 20 });
    // The log keeps all.
    expect(world.log.filter(({ kind }) => kind === 'asked')).toHaveLength(201);
  });

  test('V5 U6 turns too old to be read even for the summary are told to the person', async () => {
    const { world, run, id } = await longChat(200);
    replies(world, [say('They counted up.'), finish()]);
    await compact(run, world);
    const notices = world.log.filter((event) => event.kind === 'notice');
    expect(notices).toMatchObject([{ answer: id, text: expect.stringContaining('the very oldest are in no summary') }]);
    // A chat that has just outgrown its model is read whole.
    const some = await longChat(110);
    some.world.holds.facts = { context: 16_000, inputPrice: null, outputPrice: null };
    replies(some.world, [say('They counted up.'), finish()]);
    await compact(some.run, some.world);
    expect(some.world.log.map(({ kind }) => kind)).toContain('summarised');
    expect(some.world.log.map(({ kind }) => kind)).not.toContain('notice');
  });

  test('V5 a summary that grows too long is ended and cut, whatever it is made of', async () => {
    const { world, run } = await longChat(60);
    replies(world, [say('😀'.repeat(limits.context.summary * 9)), finish()]);
    await compact(run, world);
    const event = world.log.find((one) => one.kind === 'summarised');
    const text = event?.kind === 'summarised' ? event.text : '';
    expect(text.endsWith(' [… cut]')).toBe(true);
    expect(tokensOf(text)).toBeLessThanOrEqual(limits.context.summary + 5);
    expect(/\p{Surrogate}/u.test(text)).toBe(false);
  });

  test('V5 U6 a model that falls silent over the summary is not waited for', async () => {
    const { world, run } = await longChat(60);
    replies(world, async function* (_request, stop) {
      [...world.timers][0]?.fire();
      await stop.wait;
      yield { is: 'fault', fault: { code: 'cancelled', message: 'Stopped.' } };
    });
    await compact(run, world);
    expect(JSON.stringify(world.log.findLast((event) => event.kind === 'notice'))).toContain(
      'said nothing for too long',
    );
    expect(world.timers.size).toBe(0);
  });

  test('V5 U5 another version of the answer that a summary stands on is given without it', async () => {
    const { world, run } = await longChat(60);
    replies(world, [say('They counted up.'), finish()]);
    await compact(run, world);
    const covered = world.log.find(({ kind }) => kind === 'summarised')?.answer ?? '';
    const to = world.thread().answers.get(covered)?.to ?? '';
    const again = await answer(world, to, [[say('Otherwise.'), finish()]]);
    expect(JSON.stringify(world.requests.at(-1)?.messages)).not.toContain('They counted up.');
    await answer(world, await write(world, 'Next', again.id), [[say('Yes.'), finish()]]);
    expect(JSON.stringify(world.requests.at(-1)?.messages)).not.toContain('They counted up.');
  });

  test('V5 a chat that fits, or a context nobody knows, costs no request', async () => {
    const short = await longChat(2);
    await compact(short.run, short.world);
    expect(short.world.requests).toHaveLength(0);
    const unknown = await longChat(40);
    unknown.world.holds.facts = { context: null, inputPrice: null, outputPrice: null };
    await compact(unknown.run, unknown.world);
    expect(unknown.world.requests).toHaveLength(0);
  });

  test('V5 a summary that fails is a notice, and the answer goes on with what fits', async () => {
    const { world, run, id } = await longChat(60);
    replies(world, [{ is: 'fault', fault: { code: 'provider', message: 'The provider fell over.' } }]);
    await compact(run, world);
    expect(world.log.some(({ kind }) => kind === 'summarised')).toBe(false);
    const notice = world.log.findLast((event) => event.kind === 'notice');
    expect(notice).toMatchObject({ answer: id });
    expect(JSON.stringify(notice)).toContain('could not be summarised (The provider fell over.)');
  });

  test('V5 Stop reaches a summary that is being written', async () => {
    const { world, run, stopNow } = await longChat(60);
    replies(world, async function* (_request, stop) {
      stopNow();
      await stop.wait;
      yield { is: 'fault', fault: { code: 'cancelled', message: 'Stopped.' } };
    });
    await compact(run, world);
    expect(world.log.some(({ kind }) => kind === 'summarised' || kind === 'notice')).toBe(false);
  });

  test('V5 U5 a message that is changed before the summary is answered without it', async () => {
    const { world, run } = await longChat(60);
    replies(world, [say('They counted up.'), finish()]);
    await compact(run, world);
    const other = await write(world, 'Another beginning', null);
    await answer(world, other, [[say('Yes.'), finish()]]);
    expect(JSON.stringify(world.requests.at(-1)?.messages)).not.toContain('They counted up.');
  });
});
