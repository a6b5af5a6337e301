import { describe, expect, test } from 'vitest';
import { about, answerOf, began, ends, luna, script, stampOfAnswer, type Scripts } from '../test/core/rounds.ts';
import { opus } from '../test/core/make.ts';
import { calls, chat, write } from '../test/core/run.ts';
import { nextRequests } from '../test/core/logs.ts';
import { finish, say, want, type Reply } from '../test/core/script.ts';
import { invalid } from '../test/core/valid.ts';
import { fakeWorld, type Fake } from '../test/core/world.ts';
import type { LogEvent } from './log.ts';
import { ok } from './outcome.ts';
import { declinedIn, goOn, goOnAlone, recover, recoverRound, type Closed } from './recover.ts';
import { makeParts } from './parts.ts';
import type { Running } from './running.ts';
import type { Said } from './world.ts';

const yes: Said = { is: 'yes', offer: { is: 'once' } };
const read = (path: string) => want('file_read', { path });
const edit = want('file_edit', { path: 'src/a.ts', old_text: 'a', new_text: 'b' });

/** A fresh page over a log that ends where the old page died. */
async function fresh(log: readonly LogEvent[], disk: ReadonlyMap<string, string>): Promise<Fake> {
  const world = fakeWorld({ hooks: { person: () => yes } });
  for (const [path, hash] of disk) world.disk.set(path, hash);
  for (const event of log) {
    const { chat: _chat, seq: _seq, at: _at, answer, model, phase, turn, ...happening } = event;
    await world.append(happening, { answer, model, phase, turn });
  }
  // Ids go on where the old page stopped: no two parts or calls are the same.
  for (let at = 0; at < 200; at += 1) world.id();
  world.settle = (_call, plan) => {
    const now = world.disk.get(plan.path) ?? 'old';
    return Promise.resolve(ok(now === plan.after?.hash ? 'done' : now === plan.before?.hash ? 'not-run' : 'other'));
  };
  script(world, carryOn);
  return world;
}

const carryOn: Scripts = {
  opus: [
    [say('Opus carries on.'), finish()],
    [say('So it is [A].'), finish()],
  ],
  luna: [[say('Luna carries on.'), finish()]],
  gem: [[say('Gem carries on.'), finish()]],
};
const whole: Scripts = {
  opus: [
    [say('I look.'), read('o'), finish()],
    [say('I say one.'), finish()],
    [say('I change it.'), edit, finish()],
    [say('All say one [A].'), finish()],
  ],
  luna: [
    [read('l'), finish()],
    [say('Luna says one.'), finish()],
  ],
  gem: [[say('Gem says two.'), finish()]],
};

const running = (world: Fake) => [...world.thread().answers.values()].find(({ state }) => state === 'running');

/** What the app does with a round that a dead page left, and what the person does with what is interrupted then. */
async function pickUp(world: Fake): Promise<Closed> {
  const cut = running(world);
  if (cut === undefined) throw new Error('nothing was left running');
  const one = about(world, cut.id, makeParts(), declinedIn(cut, world));
  const close = async (end: Closed): Promise<Closed> => {
    await world.append({ kind: 'closed', as: end.as, fault: end.fault }, stampOfAnswer(cut.id));
    return end;
  };
  const first = await close(await recoverRound(one, world));
  return first.as === 'interrupted' ? close(await goOn(one, world)) : first;
}

describe('a page that died in a round', () => {
  test('W6 F1 at any event: picked up and gone on with, it ends in one answer, and nothing runs twice', async () => {
    const old = fakeWorld({ hooks: { person: () => yes } });
    const disks: ReadonlyMap<string, string>[] = [];
    old.hooks.wrote = () => disks.push(new Map(old.disk));
    const going = await began(old, await write(old, 'What is it?'), whole);
    await going.ended;
    expect(old.log.length).toBeGreaterThan(35);
    let interrupted = 0;
    const from = old.log.findIndex(({ kind }) => kind === 'began') + 1;
    for (let end = from; end < old.log.length; end += 1) {
      const world = await fresh(old.log.slice(0, end), disks[end - 1] ?? new Map());
      const started = old.log.slice(0, end).flatMap((event) => (event.kind === 'started' ? [event.call] : []));
      const left = old.log.slice(0, end).flatMap((event) => (event.kind === 'left' ? [event] : []));
      const ended = await pickUp(world);
      if (world.log.some(({ kind }) => kind === 'reopened')) interrupted += 1;
      expect([end, ended.as]).toEqual([end, 'done']);
      const answer = answerOf(world, going.id);
      expect(answer.state).toBe('done');
      expect(new Set(ends(answer).map((text) => text.replace(/ interrupted$/u, ' done')))).toEqual(
        new Set(['opus dispatch done', 'luna dispatch done', 'gem dispatch done', 'opus synthesis done']),
      );
      expect(world.performed.filter(({ id }) => started.includes(id))).toEqual([]);
      expect(calls(world).every(({ call }) => ['done', 'stopped', 'rejected'].includes(call.at))).toBe(true);
      // What had ended was not asked again.
      for (const { model, phase } of left.filter(({ as }) => as === 'done')) {
        if (phase !== 'dispatch') continue;
        const again = world.requests.filter(({ system }) => system === `You are ${model?.name ?? ''}: peer.`);
        expect(again).toEqual([]);
      }
      for (const { messages } of world.requests) expect(invalid(messages)).toEqual([]);
      for (const messages of nextRequests(world.thread())) expect(invalid(messages)).toEqual([]);
    }
    expect(interrupted).toBeGreaterThan(10);
  });

  test('F1 W6 a model whose card waits is live again, one cut in its stream leaves with what it said, and the round goes on', async () => {
    const old = fakeWorld();
    old.settings.set('file_read', 'ask');
    const half: Reply = async function* (_request, stop) {
      yield say('Half');
      await stop.wait;
    };
    const scripts: Scripts = { opus: [[say('Mine.'), finish()]], luna: [[read('l'), finish()]], gem: [half] };
    const going = await began(old, await write(old, 'Go'), scripts);
    await old.card();
    await expect.poll(() => JSON.stringify(old.log)).toContain('Half');
    await expect.poll(() => answerOf(old, going.id).traces[0]?.state).toBe('done');
    const world = await fresh(old.log, old.disk);
    world.settings.set('file_read', 'ask');
    old.stop.request();
    await going.ended;

    expect((await pickUp(world)).as).toBe('done');
    expect(world.log.some(({ kind }) => kind === 'reopened')).toBe(false);
    expect(ends(answerOf(world, going.id))).toEqual([
      'opus dispatch done',
      'luna dispatch done',
      'gem dispatch interrupted',
      'opus synthesis done',
    ]);
    expect(world.performed.map(({ name }) => name)).toEqual(['file_read']);
    expect(JSON.stringify(world.requests.at(-1)?.messages)).toContain('partial: it was interrupted');
  });

  test('W6 what goes on is told where it stopped, and does not begin again', async () => {
    const old = fakeWorld();
    const half: Reply = async function* (_request, stop) {
      yield say('Half a ');
      await stop.wait;
    };
    const going = await began(old, await write(old, 'Go'), { opus: [[say('Mine.'), finish()]], luna: [half] }, [luna]);
    await expect.poll(() => JSON.stringify(old.log)).toContain('Half');
    const world = await fresh(old.log, old.disk);
    old.stop.request();
    await going.ended;
    await pickUp(world);
    const request = world.requests.find(({ model }) => model.model === 'luna');
    expect(request?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
    expect(JSON.stringify(request?.messages.at(-1))).toContain('interrupted here');
    expect(JSON.stringify(world.requests.at(-1)?.messages)).toContain('Half a\\n\\nLuna carries on.');
  });

  test('B2 W6 a check-in that was asked is asked again, and nothing runs before it is answered', async () => {
    const old = fakeWorld({ budget: { soft: 2, ceiling: 9 } });
    const scripts: Scripts = {
      luna: [
        [read('a'), read('b'), finish()],
        [read('c'), finish()],
        [say('Read.'), finish()],
      ],
      gem: [[say('Gem.'), finish()]],
    };
    const going = await began(old, await write(old, 'Go'), scripts);
    await old.checkInAsked();
    await expect.poll(() => ends(answerOf(old, going.id)).filter((end) => end.endsWith('done'))).toHaveLength(2);
    const world = await fresh(old.log, old.disk);
    world.holds.budget = { soft: 2, ceiling: 9 };
    old.stop.request();
    await going.ended;
    const ended = pickUp(world);
    await world.checkInAsked();
    expect([world.performed.length, world.requests.length]).toEqual([0, 0]);
    world.release('continue');
    expect((await ended).as).toBe('done');
    expect(world.log.filter(({ kind }) => kind === 'paused')).toHaveLength(1);
  });
});

test('W6 an interrupted answer of one model goes on from its own words, and what it read stays read', async () => {
  const old = fakeWorld();
  const half: Reply = async function* (_request, stop) {
    yield say('It is in ');
    await stop.wait;
  };
  const ended = chat(old, [[read('a'), finish()], half]);
  await expect.poll(() => JSON.stringify(old.log)).toContain('It is in ');
  const world = await fresh(old.log, old.disk);
  old.stop.request();
  await ended;
  const cut = running(world);
  const run: Running = {
    answer: cut?.id ?? '',
    model: opus,
    phase: 'solo',
    role: 'solo',
    system: '',
    files: new Map(),
    stop: world.stop,
    declined: [],
  };
  const stamp = stampOfAnswer(run.answer);
  const first = await recover(run, world);
  expect(first.as).toBe('interrupted');
  await world.append({ kind: 'closed', as: first.as, fault: first.fault }, stamp);
  world.scripts.set('opus', [[say('src/a.ts.'), finish()]]);
  expect((await goOnAlone(run, world)).as).toBe('done');
  await world.append({ kind: 'closed', as: 'done', fault: null }, stamp);
  expect(world.performed).toEqual([]);
  const [request] = world.requests;
  expect(request?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant', 'user']);
  const answer = answerOf(world, run.answer);
  expect([answer.state, answer.fault]).toEqual(['done', null]);
  expect(answer.parts.flatMap((part) => (part.is === 'text' ? [part.text] : []))).toEqual(['It is in ', 'src/a.ts.']);
});
