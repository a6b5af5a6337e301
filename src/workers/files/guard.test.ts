import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import type { FileToolName } from '../../core/tool.ts';
import { surveyAndRun, testCall, testFolder } from '../../test/folder.ts';
import { makeFiles } from './api.ts';

const files = makeFiles();
const none = (): void => undefined;
const change = (root: FileSystemDirectoryHandle, tool: FileToolName, args: JsonObject) =>
  surveyAndRun(files, root, testCall(tool, args));
const done = async (root: FileSystemDirectoryHandle, tool: FileToolName, args: JsonObject): Promise<string> => {
  const { outcome } = await change(root, tool, args);
  return outcome.ok ? outcome.value.text : `${outcome.fault.code}: ${outcome.fault.message}`;
};

describe('P5 what no tool may change', () => {
  test('P5 nothing under .git is changed, in any letter case, by any tool', async () => {
    const project = await testFolder({ '.git/config': 'x', 'sub/.GIT/hooks/pre-commit': 'y', 'a.txt': 'a' });
    const before = await project.tree();
    for (const [tool, args] of [
      ['file_write', { path: '.git/config', content: 'evil' }],
      ['file_write', { path: '.Git/new', content: 'evil' }],
      ['file_edit', { path: 'sub/.GIT/hooks/pre-commit', old_text: 'y', new_text: 'evil' }],
      ['file_delete', { path: '.git/config' }],
      ['file_rename', { from: '.git/config', to: 'c' }],
      ['file_rename', { from: 'a.txt', to: '.git/hooks/post-commit' }],
      ['file_rename', { from: '.git', to: 'git' }],
    ] as const) {
      const call = testCall(tool, args);
      expect(await files.survey(project.root, call), JSON.stringify(args)).toMatchObject({
        ok: true,
        value: { refused: expect.stringContaining('.git'), plan: null, kinds: [] },
      });
      expect((await files.run(project.root, call, null, none)).ok).toBe(false);
    }
    expect(await done(project.root, 'file_rename', { from: 'sub', to: 'moved' })).toMatch(
      /^rejected.*\.git.*one by one/su,
    );
    expect(await project.tree()).toEqual(before);
    expect(await project.text('.git/config')).toBe('x');
  });

  test('X3 the rule file itself cannot be changed, and what it blocks is neither looked at nor changed', async () => {
    const project = await testFolder({
      '.agentblock': 'private/\n',
      'private/p.txt': 'secret',
      'a.txt': 'a',
      'mixed/.agentblock': '*.key2\n',
      'mixed/k.key2': 'k',
    });
    for (const [tool, args] of [
      ['file_write', { path: '.agentblock', content: '' }],
      ['file_delete', { path: '.AgentBlock' }],
      ['file_rename', { from: 'a.txt', to: 'x/.agentblock' }],
    ] as const) {
      expect(await files.survey(project.root, testCall(tool, args))).toMatchObject({
        ok: true,
        value: { refused: expect.stringContaining('.agentblock') },
      });
    }
    for (const [tool, args] of [
      ['file_read', { path: 'private/p.txt' }],
      ['file_edit', { path: 'private/p.txt', old_text: 'guess', new_text: 'x' }],
      ['file_rename', { from: 'a.txt', to: 'private/a.txt' }],
      ['file_info', { path: 'private/p.txt' }],
    ] as const) {
      const facts = await files.survey(project.root, testCall(tool, args));
      expect(facts).toMatchObject({
        ok: true,
        value: { refused: null, blockedBy: expect.stringContaining('.agentblock'), plan: null, fault: null },
      });
      if (facts.ok) expect(facts.value.kinds.every((kind) => kind === 'none')).toBe(true);
      expect(await files.run(project.root, testCall(tool, args), null, none)).toMatchObject({
        ok: false,
        fault: { code: 'rejected' },
      });
    }
    expect(await done(project.root, 'file_rename', { from: 'mixed', to: 'moved' })).toMatch(/^rejected/u);
    expect(await project.text('private/p.txt')).toBe('secret');
  });

  test('X2 secret targets are told, hard-denied ones are not planned, and a folder that holds one is not renamed', async () => {
    const project = await testFolder({ '.env': 'PASSWORD=hunter2\n', 'deploy/id_rsa': 'k', 'deploy/x': '1' });
    expect(
      await files.survey(project.root, testCall('file_edit', { path: 'deploy/id_rsa', old_text: 'k', new_text: 'j' })),
    ).toMatchObject({ ok: true, value: { secret: 'deny', plan: null, fault: null } });
    const guess = await files.survey(
      project.root,
      testCall('file_edit', { path: '.env', old_text: 'PASSWORD=x', new_text: 'j' }),
    );
    expect(guess).toMatchObject({ ok: true, value: { secret: 'ask', plan: null, fault: { code: 'no-match' } } });
    expect(JSON.stringify(guess)).not.toContain('hunter2');
    expect(await done(project.root, 'file_rename', { from: 'deploy', to: 'd2' })).toMatch(/^rejected.*id_rsa/u);
    expect(
      await files.survey(project.root, testCall('file_rename', { from: 'deploy/x', to: 'deploy/y.pem' })),
    ).toMatchObject({ ok: true, value: { secret: 'deny' } });
  });

  test('P5 a folder of more than 1,000 entries is not renamed', async () => {
    const project = await testFolder();
    const big = await project.folder('big');
    const making: Promise<unknown>[] = [];
    for (let at = 0; at < 1_001; at += 1) making.push(big.getFileHandle(`f${at}`, { create: true }));
    await Promise.all(making);
    expect(await done(project.root, 'file_rename', { from: 'big', to: 'small' })).toMatch(/^too-many.*1000/u);
  });
});
