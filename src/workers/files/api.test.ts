import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normalise } from '../../core/path.ts';
import type { Files, Plan } from '../../core/ports.ts';
import type { Outcome } from '../../core/outcome.ts';
import { full } from '../../test/fixtures.ts';
import { surveyAndRun, testCall, testFolder } from '../../test/folder.ts';
import { makeFiles } from './api.ts';
import { plainHands } from './hands.ts';

const files = makeFiles();
const none = (): void => undefined;
const hash = 'a'.repeat(64);
const plan: Plan = {
  kind: 'create',
  path: 'a',
  to: null,
  entry: 'none',
  before: null,
  after: { size: 1, hash },
  lines: null,
  action: 'x',
};

/** The same methods, as anybody could send messages to them: with anything at all. */
type Any = Readonly<Record<keyof Files, (...args: readonly unknown[]) => Promise<Outcome<unknown> | void>>>;
const anybody: Any = files as unknown as Any;

describe('P8 messages may be forged', () => {
  test('P8 what is no folder, call, tool, argument, plan or id is refused as a fault, never thrown and never run', async () => {
    const project = await testFolder({ 'a.txt': 'a' });
    const { root } = project;
    const call = testCall('file_read', { path: 'a.txt' });
    const fileHandle = await root.getFileHandle('a.txt');
    const forged: readonly (readonly unknown[])[] = [
      [null, call],
      [undefined, call],
      [{ kind: 'directory', name: 'x' }, call],
      ['/', call],
      [fileHandle, call],
      [root, null],
      [root, 'file_read'],
      [root, []],
      [root, {}],
      [root, { ...call, tool: 'shell' }],
      [root, { ...call, tool: 'toString' }],
      [root, { ...call, tool: 7 }],
      [root, { ...call, id: '../../x' }],
      [root, { ...call, id: '' }],
      [root, { ...call, id: 9 }],
      [root, { ...call, args: null }],
      [root, { ...call, args: [] }],
      [root, { ...call, args: 'path' }],
      [root, { ...call, args: {} }],
      [root, { ...call, args: { path: 1 } }],
      [root, { ...call, args: { path: 'a.txt', extra: 1 } }],
      [root, { ...call, args: { path: 'a.txt', start_line: 0 } }],
      [root, { ...call, args: { path: 'a.txt', start_line: 1.5 } }],
      [root, { ...call, args: { path: 'a.txt', start_line: '1' } }],
      [root, { ...call, args: { path: { toString: 'a.txt' } } }],
      [root, { ...call, tool: 'file_write', args: { path: 'a.txt' } }],
      [root, { ...call, tool: 'file_edit', args: { path: 'a.txt', old_text: 'a', new_text: 'b', replace_all: 1 } }],
    ];
    for (const [index, args] of forged.entries()) {
      for (const method of ['survey', 'preview', 'run'] as const) {
        expect(await anybody[method](...args, null, none), `${method} ${index}`).toMatchObject({
          ok: false,
          fault: { code: 'bad-arguments' },
        });
      }
    }
    const write = testCall('file_write', { path: 'a.txt', content: 'x' });
    for (const bad of [
      undefined,
      {},
      'plan',
      { ...plan, kind: 'format' },
      { ...plan, after: { size: -1, hash } },
      { ...plan, after: { size: 1, hash: 'zz' } },
      { ...plan, path: null },
    ]) {
      expect(await anybody.run(root, write, bad, none)).toMatchObject({ ok: false });
      expect(await anybody.settle(root, 'abc', bad)).toMatchObject({ ok: false, fault: { code: 'bad-arguments' } });
    }
    for (const id of [null, '../keep', 'a/b', 'a b', '', 'x'.repeat(65), { toString: () => 'a' }]) {
      expect(await anybody.kept(id)).toMatchObject({ ok: false, fault: { code: 'bad-arguments' } });
      expect(await anybody.revert(root, id)).toMatchObject({ ok: false, fault: { code: 'bad-arguments' } });
      expect(await anybody.settle(root, id, plan)).toMatchObject({ ok: false, fault: { code: 'bad-arguments' } });
      await expect(anybody.cancel(id)).resolves.toBeUndefined();
    }
    expect(await project.tree()).toEqual(['a.txt']);
    expect(await project.text('a.txt')).toBe('a');
  });

  test('P8 a progress that is no function, throws or rejects does no harm', async () => {
    const { root } = await testFolder({ 'a.txt': 'a' });
    for (const progress of [
      null,
      'x',
      () => {
        throw new Error('gone');
      },
      () => Promise.reject(new Error('gone')),
    ]) {
      const call = testCall('file_write', { path: 'n.txt', content: String(Math.random()) });
      const facts = await files.survey(root, call);
      expect(await anybody.run(root, call, facts.ok ? facts.value.plan : null, progress)).toMatchObject({ ok: true });
    }
  });

  test('P8 a plan for a path that is not that of the call writes nothing', async () => {
    const project = await testFolder({ 'a.txt': 'a', '.git/config': 'c' });
    const call = testCall('file_write', { path: 'a.txt', content: 'x' });
    expect(await files.run(project.root, call, { ...plan, path: '.git/config', kind: 'replace' }, none)).toMatchObject({
      ok: false,
      fault: { code: 'changed' },
    });
    expect([await project.text('a.txt'), await project.text('.git/config')]).toEqual(['a', 'c']);
  });
});

test('P8 stopping a call answers cancelled, and a change that has not begun is not made', async () => {
  const project = await testFolder({ 'a.txt': 'a' });
  const call = testCall('file_write', { path: 'a.txt', content: 'b' });
  const facts = await files.survey(project.root, call);
  if (!facts.ok) throw new Error(facts.fault.message);
  const slow = makeFiles((ctx) => ({
    ...plainHands(ctx),
    step: async (name) => {
      if (name === 'written') await slow.cancel(call.id);
    },
  }));
  expect(await slow.run(project.root, call, facts.value.plan, none)).toMatchObject({
    ok: false,
    fault: { code: 'cancelled' },
  });
  expect(await project.text('a.txt')).toBe('a');
  expect(await files.kept(call.id)).toEqual({ ok: true, value: null });
  const read = testCall('file_read', { path: 'a.txt' });
  const reading = files.run(project.root, read, null, none);
  await files.cancel(read.id);
  expect(await reading).toMatchObject({ ok: false, fault: { code: 'cancelled' } });
});

test('P9 a file that changes while it is being written keeps the other writer’s content', async () => {
  const project = await testFolder({ 'a.txt': 'a' });
  const call = testCall('file_write', { path: 'new.txt', content: 'mine' });
  const facts = await files.survey(project.root, call);
  const racing = makeFiles((ctx) => ({
    ...plainHands(ctx),
    step: async (name) => {
      if (name === 'kept') await project.put('new.txt', 'theirs');
    },
  }));
  expect(await racing.run(project.root, call, facts.ok ? facts.value.plan : null, none)).toMatchObject({
    ok: false,
    fault: { code: 'changed' },
  });
  expect(await project.text('new.txt')).toBe('theirs');
});

test('P9 a browser that stalls is given up with a message, and the old content stays', async () => {
  const project = await testFolder({ 'a.txt': 'old' });
  const call = testCall('file_write', { path: 'a.txt', content: 'new' });
  const facts = await files.survey(project.root, call);
  const impatient = makeFiles((ctx) => ({ ...plainHands(ctx), stallMs: 300 }));
  const create = FileSystemFileHandle.prototype.createWritable;
  try {
    FileSystemFileHandle.prototype.createWritable = async function stalling(this: FileSystemFileHandle, options) {
      const writable = await create.call(this, options);
      if (this.name === 'a.txt') writable.close = () => new Promise(() => undefined);
      return writable;
    };
    expect(await impatient.run(project.root, call, facts.ok ? facts.value.plan : null, none)).toMatchObject({
      ok: false,
      fault: { code: 'timed-out', message: expect.stringMatching(/did not finish.*before trying again/u) },
    });
  } finally {
    FileSystemFileHandle.prototype.createWritable = create;
  }
  expect(await project.text('a.txt')).toBe('old');
});

test('P9 a full disk is a clear fault, and neither the file nor a half of it is left', async () => {
  const project = await testFolder({ 'a.txt': 'old' });
  const create = FileSystemFileHandle.prototype.createWritable;
  const blocked = (name: string) =>
    async function full_(this: FileSystemFileHandle, options?: FileSystemCreateWritableOptions) {
      const writable = await create.call(this, options);
      if (this.name === name) writable.write = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));
      return writable;
    };
  for (const [name, path] of [
    ['n.txt', 'd/n.txt'],
    ['a.txt', 'a.txt'],
    ['change', 'a.txt'],
  ] as const) {
    const call = testCall('file_write', { path, content: 'new' });
    const facts = await files.survey(project.root, call);
    try {
      FileSystemFileHandle.prototype.createWritable = blocked(name);
      expect(await files.run(project.root, call, facts.ok ? facts.value.plan : null, none), name).toMatchObject({
        ok: false,
        fault: { code: 'quota', message: expect.stringContaining('full') },
      });
    } finally {
      FileSystemFileHandle.prototype.createWritable = create;
    }
    expect(await project.tree()).toEqual(['a.txt']);
    expect(await project.text('a.txt')).toBe('old');
    expect(await files.kept(call.id)).toEqual({ ok: true, value: null });
  }
});

test('P5 no path string, however made, touches anything outside the project (cases 25 and 26)', async () => {
  const outer = await testFolder({ 'out.txt': 'outside', 'project/in.txt': 'inside' });
  const root = await outer.folder('project');
  const outside = async (): Promise<string[]> => (await outer.tree()).filter((path) => !path.startsWith('project/'));
  const before = await outside();
  const segment = fc.constantFrom(
    '..',
    '.',
    '',
    'a',
    'out.txt',
    'in.txt',
    '%2e%2e',
    '%252e%252e',
    '．．',
    '..\\',
    'C:',
    '\0',
    '.git',
    ' ',
    'x.txt.',
    'CON',
    '/',
    '~',
    '\u202e',
  );
  const paths = fc.array(segment, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('/'));
  const known = [
    'new/../../out.txt',
    '../out.txt',
    'a%00.txt',
    'a\0.txt',
    '%2e%2e/x',
    '%252e%252e/x',
    '．．/x',
    '..\\x',
    'C:\\x',
    '//host/x',
    'a/./b',
    'a//b',
    'x.txt.',
    'x.txt ',
    'CON',
  ];
  const tried = [...known, ...fc.sample(paths, { seed: 26, numRuns: full ? 1_000 : 60 })];
  for (const path of tried) {
    const write = await surveyAndRun(files, root, testCall('file_write', { path, content: 'evil' }));
    const named = normalise(path, false);
    if (!named.ok)
      expect(write.outcome, JSON.stringify(path)).toMatchObject({ ok: false, fault: { code: 'bad-path' } });
    if (write.plan !== null && named.ok) expect(write.plan.path).toBe(named.value);
    if (known.includes(path)) {
      const call = testCall('file_rename', { from: 'in.txt', to: path });
      if (!named.ok)
        expect(await files.survey(root, call)).toMatchObject({
          ok: true,
          value: { refused: expect.any(String), paths: [] },
        });
    }
  }
  expect(await outside()).toEqual(before);
  expect(await outer.text('out.txt')).toBe('outside');
  expect(await outer.text('project/in.txt')).not.toBeNull();
});

test('P9 what is kept goes when its chat goes; names that are no ids forget nothing', async () => {
  const project = await testFolder({ 'a.txt': 'a' });
  const call = testCall('file_write', { path: 'a.txt', content: 'b' });
  expect(await surveyAndRun(files, project.root, call)).toMatchObject({ outcome: { ok: true } });
  expect(await files.kept(call.id)).toMatchObject({ ok: true, value: { plan: { path: 'a.txt' } } });
  for (const forged of [null, 'all', [7, '../keep', '', null]]) await anybody.forget(forged);
  expect(await files.kept(call.id)).toMatchObject({ ok: true, value: { plan: { path: 'a.txt' } } });
  await files.forget([call.id]);
  expect(await files.kept(call.id)).toEqual({ ok: true, value: null });
});
