import { wrap } from 'comlink';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import type { Plan, Settled } from '../../core/ports.ts';
import type { FileToolName } from '../../core/tool.ts';
import { testCall, testFolder, type TestFolder } from '../../test/folder.ts';
import { full } from '../../test/fixtures.ts';
import { makeFiles } from './api.ts';
import type { Killable } from './killable.worker.ts';

const files = makeFiles();

interface Killed {
  /** The step at which the worker was ended; null where it had finished before. */
  readonly step: string | null;
  readonly call: ReturnType<typeof testCall>;
  readonly plan: Plan;
}

/** Runs a planned change in a worker of its own and ends it at its n-th step. */
async function killAt(project: TestFolder, tool: FileToolName, args: JsonObject, n: number): Promise<Killed> {
  const call = testCall(tool, args);
  const facts = await files.survey(project.root, call);
  if (!facts.ok || facts.value.plan === null) throw new Error(`not planned: ${JSON.stringify(facts)}`);
  const { plan } = facts.value;
  const name = crypto.randomUUID();
  const channel = new BroadcastChannel(name);
  const reached = new Promise<string>((stop) => {
    channel.addEventListener('message', (event: MessageEvent<string>) => stop(event.data));
  });
  const worker = new Worker(new URL('./killable.worker.ts', import.meta.url), { type: 'module', name: `${name}:${n}` });
  const remote = wrap<Killable>(worker);
  const run = remote.run(project.root, call, plan).then((outcome) => {
    if (!outcome.ok) throw new Error(outcome.fault.message);
    return null;
  });
  try {
    return { step: await Promise.race([reached, run]), call, plan };
  } finally {
    worker.terminate();
    channel.close();
  }
}

/**
 * Ends the change at each of its steps in turn (every `stride`-th unless all is asked for), and hands what is left to
 * `look`. The first two steps, before the disk is touched, are the same for every tool.
 */
async function everyStep(
  make: () => Promise<TestFolder>,
  tool: FileToolName,
  args: JsonObject,
  stride: number,
  look: (project: TestFolder, killed: Killed, settled: Settled) => Promise<void>,
): Promise<ReadonlyMap<string, Settled>> {
  const seen = new Map<string, Settled>();
  for (let n = full || stride === 1 ? 1 : 3; n < 60; n += full ? 1 : stride) {
    const project = await make();
    const killed = await killAt(project, tool, args, n);
    const settled = await files.settle(project.root, killed.call.id, killed.plan);
    if (!settled.ok) throw new Error(`${killed.step}: ${settled.fault.message}`);
    await look(project, killed, settled.value);
    if (killed.step === null) return seen;
    seen.set(killed.step, settled.value);
  }
  throw new Error('it never came to its end');
}

// A worker is started and ended for every step.
describe('W6 a change killed between any two steps', { timeout: 180_000 }, () => {
  test('W6 a new file is there whole or not at all, and settling says which', async () => {
    const seen = await everyStep(
      () => testFolder({ 'b.txt': 'b' }),
      'file_write',
      { path: 'n/a.txt', content: 'new' },
      1,
      async (project, { step }, settled) => {
        expect(await project.text('n/a.txt'), String(step)).toBe(settled === 'done' ? 'new' : null);
        expect(await project.tree(), String(step)).toEqual(settled === 'done' ? ['b.txt', 'n/', 'n/a.txt'] : ['b.txt']);
      },
    );
    expect(Object.fromEntries(seen)).toEqual({
      planned: 'not-run',
      kept: 'not-run',
      'folder n': 'not-run',
      before: 'not-run',
      made: 'not-run',
      opened: 'not-run',
      written: 'not-run',
      checked: 'not-run',
      swapped: 'done',
      verified: 'done',
    });
  });

  test('W6 an edited file holds its old or its new content, never a mixture, and can be put back', async () => {
    const old = `${'old line\n'.repeat(20_000)}end`;
    const now = `${'old line\n'.repeat(20_000)}END`;
    const seen = await everyStep(
      () => testFolder({ 'a.txt': old }),
      'file_edit',
      { path: 'a.txt', old_text: 'end', new_text: 'END' },
      1,
      async (project, { step, call }, settled) => {
        expect(settled, String(step)).not.toBe('other');
        expect((await project.text('a.txt')) === (settled === 'done' ? now : old), String(step)).toBe(true);
        expect(await project.tree(), String(step)).toEqual(['a.txt']);
        expect((await files.revert(project.root, call.id)).ok, String(step)).toBe(settled === 'done');
        expect((await project.text('a.txt')) === old).toBe(true);
        // The lock of the killed writer is gone: the next write works.
        await project.put('a.txt', 'next');
      },
    );
    expect(seen.get('checked')).toBe('not-run');
    expect(seen.get('swapped')).toBe('done');
  });

  test('W6 a deleted file is there or gone, and what was kept brings it back', async () => {
    await everyStep(
      () => testFolder({ 'a.txt': 'precious' }),
      'file_delete',
      { path: 'a.txt' },
      2,
      async (project, { step, call }, settled) => {
        expect(await project.text('a.txt'), String(step)).toBe(settled === 'done' ? null : 'precious');
        if (settled === 'done') expect(await files.revert(project.root, call.id)).toMatchObject({ ok: true });
        expect(await project.text('a.txt')).toBe('precious');
      },
    );
  });

  for (const [from, to] of [
    ['a.md', 'd/b.md'],
    ['a.py', 'd/b.py'],
  ] as const) {
    test(`W6 a renamed ${from} stands under one of its names with its content`, async () => {
      const seen = await everyStep(
        () => testFolder({ [from]: 'content' }),
        'file_rename',
        { from, to },
        3,
        async (project, { step }, settled) => {
          expect(settled, String(step)).not.toBe('other');
          expect([await project.text(from), await project.text(to)], String(step)).toEqual(
            settled === 'done' ? [null, 'content'] : ['content', null],
          );
          expect(await project.tree(), String(step)).toEqual(settled === 'done' ? ['d/', to] : [from]);
        },
      );
      expect(new Set(seen.values())).toContain('not-run');
      if (full) expect(new Set(seen.values())).toEqual(new Set(['not-run', 'done']));
    });
  }

  test('W6 no file of a renamed folder is ever lost, and a half-way state is told as such', async () => {
    const content = { 'f/a.txt': 'A', 'f/g/b.py': 'B' };
    const seen = await everyStep(
      () => testFolder(content),
      'file_rename',
      { from: 'f', to: 'h' },
      7,
      async (project, { step }, settled) => {
        for (const [path, text] of Object.entries(content)) {
          const places = [await project.text(path), await project.text(path.replace('f/', 'h/'))];
          expect(places, `${path} at ${step}`).toContain(text);
          if (settled === 'done') expect(places).toEqual([null, text]);
          if (settled === 'not-run') expect(places).toEqual([text, null]);
        }
      },
    );
    if (full) expect(seen.get('kept')).toBe('not-run');
    if (full) expect(seen.get('copied')).toBe('other');
    expect(new Set(seen.values())).toContain('other');
  });
});
