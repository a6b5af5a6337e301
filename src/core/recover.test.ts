import { describe, expect, test } from 'vitest';
import { calls, chat, told } from '../test/core/run.ts';
import { mcpTool, opus } from '../test/core/make.ts';
import { finish, say, think, want, type Reply } from '../test/core/script.ts';
import { invalid } from '../test/core/valid.ts';
import { fakeWorld, type Fake } from '../test/core/world.ts';
import { view } from './chat.ts';
import { history } from './history.ts';
import type { LogEvent } from './log.ts';
import { fail, ok } from './outcome.ts';
import { declinedIn, recover } from './recover.ts';
import type { Running } from './running.ts';
import type { Said } from './world.ts';

const yes: Said = { is: 'yes', offer: { is: 'once' } };
const edit = want('file_edit', { path: 'src/a.ts', old_text: 'a', new_text: 'b' });
const remove = want('file_delete', { path: 'b.txt' });
const read = want('file_read', { path: 'src/a.ts' });

/** A fresh page over a log that ends where the old page died. */
async function after(log: readonly LogEvent[], disk: ReadonlyMap<string, string>): Promise<Fake> {
  const world = fakeWorld();
  for (const [path, hash] of disk) world.disk.set(path, hash);
  for (const event of log) {
    const { chat: _chat, seq: _seq, at: _at, answer, model, phase, turn, ...happening } = event;
    await world.append(happening, { answer, model, phase, turn });
  }
  world.settle = (_call, plan) => {
    const now = world.disk.get(plan.path) ?? 'old';
    return Promise.resolve(ok(now === plan.after?.hash ? 'done' : now === plan.before?.hash ? 'not-run' : 'other'));
  };
  return world;
}

function resumed(world: Fake): Running | null {
  const cut = [...world.thread().answers.values()].find((one) => one.state === 'running');
  if (cut === undefined) return null;
  return {
    answer: cut.id,
    model: opus,
    phase: 'solo',
    role: 'solo',
    system: cut.system,
    files: new Map(),
    stop: world.stop,
    declined: declinedIn(cut, world),
  };
}

const script: readonly Reply[] = [
  [think('Hm.'), say('I read.'), read, finish('tool_calls')],
  [say('I change.'), edit, remove, finish('tool_calls')],
  [say('All done.'), finish()],
];

describe('a page that died', () => {
  test('W6 P9 at any event: every call ends truthfully, no change is made twice, and the history is valid', async () => {
    const old = fakeWorld({ hooks: { person: () => yes } });
    /** The disk as it was after each event. */
    const disks: ReadonlyMap<string, string>[] = [];
    old.hooks.wrote = () => disks.push(new Map(old.disk));
    await chat(old, script);
    expect(old.log.length).toBeGreaterThan(15);

    for (let end = 1; end <= old.log.length; end += 1) {
      // The hands may have acted after the last event was written, and before the next one was.
      for (const disk of [disks[end - 1], disks[end] ?? disks[end - 1]]) {
        const world = await after(old.log.slice(0, end), disk ?? new Map());
        const run = resumed(world);
        if (run === null) continue;
        const startedBefore = old.log.slice(0, end).flatMap((event) => (event.kind === 'started' ? [event.call] : []));
        const openBefore = calls(world).filter((one) => one.call.at === 'waiting' || one.call.at === 'held');
        world.hooks.person = () => ({ is: 'no', reason: '' });
        world.replies.push([say('I carry on.'), finish()]);
        const ended = await recover(run, world);

        expect(calls(world).map((one) => one.call.at)).not.toContain('running');
        expect(['interrupted', 'done']).toContain(ended.as);
        if (openBefore.length > 0) expect(ended.as).toBe('done');
        expect(world.performed.map((call) => call.id).filter((id) => startedBefore.includes(id))).toEqual([]);
        for (const one of calls(world)) {
          if (one.plan === null || !startedBefore.includes(one.call.id)) continue;
          const there = (world.disk.get(one.plan.path) ?? 'old') === one.plan.after?.hash;
          expect(one.call.at).toBe(there ? 'done' : 'stopped');
        }
        expect(invalid(history(view(world.thread()), new Map()))).toEqual([]);
      }
    }
  });

  test('G3 what was declined before the page died stays declined, the model’s own arguments of an edited call too', async () => {
    const old = fakeWorld();
    const said: Said[] = [
      { is: 'edit', args: { path: 'src/a.ts', old_text: 'a', new_text: 'c' } },
      { is: 'no', reason: 'not now' },
    ];
    old.hooks.person = () => said.shift() ?? null;
    const running = chat(old, [
      [edit, finish('tool_calls')],
      [edit, remove, finish('tool_calls')],
    ]);
    await old.card();
    await expect.poll(() => old.waiting().map((card) => card.tool.name)).toEqual(['file_delete']);
    const world = await after(old.log, old.disk);
    old.stop.request();
    await running;

    const run = resumed(world);
    if (run === null) throw new Error('the answer was running');
    world.hooks.person = () => yes;
    world.replies.push([edit, finish('tool_calls')], [say('Well.'), finish()]);
    await recover(run, world);
    expect(told(world).filter((word) => word.startsWith('no by rule'))).toEqual(['no by rule (G3)', 'no by rule (G3)']);
  });

  test('T5 W6 a name that stands for another server’s tool since is not the waiting call’s any more, nor what was declined', async () => {
    const send = want('mcp__Docs__send', { text: 'private' });
    const act = want('mcp__Docs__act', {});
    const old = fakeWorld({ tools: [mcpTool('send'), mcpTool('act')], policy: 'always' });
    const said: Said[] = [{ is: 'no', reason: '' }];
    old.hooks.person = () => said.shift() ?? null;
    const running = chat(old, [[act, send, finish('tool_calls')]]);
    await expect.poll(() => old.waiting().map((card) => card.tool.name)).toEqual(['send']);
    const world = await after(old.log, old.disk);
    old.stop.request();
    await running;

    // Before the page came back the servers were renamed: the name is that of one which is never asked about.
    world.holds.tools = [mcpTool('send', null, 's2'), mcpTool('act', null, 's2')].map((tool) => ({
      ...tool,
      source: { from: 'mcp', server: 's1' } as const,
    }));
    world.holds.policy = 'never';
    const run = resumed(world);
    if (run === null) throw new Error('the answer was running');
    expect(run.declined).toEqual(['["mcp:s1:act",{}]']);
    await recover(run, world);
    expect(world.performed).toEqual([]);
    expect(calls(world).map(({ call }) => call.at)).toEqual(['rejected', 'rejected']);
  });

  test('P1 W6 a started change waits for its folder, and a second death on the way does not run it again', async () => {
    const old = fakeWorld({ hooks: { person: () => yes } });
    old.hooks.hands = (call) => {
      // The bytes are on the disk, and then nothing is heard any more.
      old.disk.set('src/a.ts', call.allowed.plan?.after?.hash ?? '');
      return new Promise(() => undefined);
    };
    void chat(old, [[edit, finish('tool_calls')]]);
    await expect.poll(() => old.log.at(-1)?.kind).toBe('started');
    await expect.poll(() => old.disk.size).toBe(1);

    const second = await after(old.log, old.disk);
    second.settle = () => Promise.resolve(fail('reconnect', 'One click, please.'));
    second.holds.away = true;
    const run = resumed(second);
    if (run === null) throw new Error('the answer was running');
    void recover(run, second);
    await expect.poll(() => calls(second)[0]?.call.at).toBe('running');

    const third = await after(second.log, second.disk);
    const again = resumed(third);
    if (again === null) throw new Error('the answer was running');
    await recover(again, third);
    expect(third.performed).toEqual([]);
    expect(calls(third)[0]?.call).toMatchObject({ at: 'done' });
  });

  test('W6 a disk that holds neither the old nor the new content is called unknown, not done', async () => {
    const old = fakeWorld({ hooks: { person: () => yes, hands: () => new Promise(() => undefined) } });
    void chat(old, [[edit, finish('tool_calls')]]);
    await expect.poll(() => old.log.at(-1)?.kind).toBe('started');
    const world = await after(old.log, new Map([['src/a.ts', 'somebody else’s']]));
    const run = resumed(world);
    if (run === null) throw new Error('the answer was running');
    expect(await recover(run, world)).toMatchObject({ as: 'interrupted' });
    expect(calls(world)[0]?.call).toMatchObject({ at: 'stopped', ran: 'unknown' });
  });
});
