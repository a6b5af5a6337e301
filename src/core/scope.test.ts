import { expect, test } from 'vitest';
import { mcpTool } from '../test/core/make.ts';
import { fileTool, fileTools } from './builtin.ts';
import { defaultSetting } from './decide.ts';
import type { Phase } from './gate.ts';
import { notOffered, type Asker } from './scope.ts';
import type { Tool } from './tool.ts';

const asker = (more: Partial<Asker> = {}): Asker => ({
  project: true,
  phase: 'solo',
  role: 'primary',
  audience: 'all',
  ...more,
});
const offered = (tool: Tool, more: Partial<Asker>): boolean => notOffered(tool, asker(more)) === null;
const appTool = (name: string): Tool => ({
  key: name,
  name,
  label: name,
  description: '',
  schema: { type: 'object' },
  effect: 'write',
  source: { from: 'app' },
  readOnlyHint: null,
});
const phases: readonly Phase[] = ['solo', 'dispatch', 'synthesis', 'console'];

test('T1 in a chat with no project no file tool is offered to anyone, and server tools are', () => {
  for (const phase of phases) {
    for (const tool of fileTools) expect(offered(tool, { project: false, phase })).toBe(false);
    expect(offered(mcpTool(), { project: false, phase })).toBe(true);
  }
  expect(notOffered(fileTool('grep'), asker({ project: false }))).toMatch(/project/u);
});

test('F3 in a round every model may read, and nobody may change files before the synthesis', () => {
  for (const role of ['primary', 'peer'] as const) {
    for (const tool of fileTools) {
      expect(offered(tool, { phase: 'dispatch', role })).toBe(tool.effect === 'read');
    }
  }
});

test('F3 changing files is for the primary: in its synthesis, or alone', () => {
  for (const phase of ['solo', 'synthesis'] as const) {
    for (const tool of fileTools) {
      expect(offered(tool, { phase })).toBe(true);
      expect(offered(tool, { phase, role: 'peer' })).toBe(tool.effect === 'read');
    }
  }
});

test('F3 flows, the web, decisions and jobs count as reads, whatever they do inside', () => {
  for (const name of ['tool_flow', 'web_fetch', 'web_search', 'decide', 'job_cancel']) {
    expect(offered(appTool(name), { phase: 'dispatch', role: 'peer' })).toBe(true);
  }
});

test('F3 V4 the person’s own call from the console is not bound by it', () => {
  for (const tool of fileTools) expect(offered(tool, { phase: 'console' })).toBe(true);
});

test('F4 “All models” servers offer every tool to every model, “Primary only” servers none to peers', () => {
  const tools = [mcpTool('search', true), mcpTool('push', false), mcpTool('file_write', null)];
  for (const phase of ['solo', 'dispatch', 'synthesis'] as const) {
    for (const tool of tools) {
      expect(offered(tool, { phase, role: 'peer', audience: 'all' })).toBe(true);
      expect(offered(tool, { phase, role: 'peer', audience: 'primary' })).toBe(false);
      expect(offered(tool, { phase, role: 'primary', audience: 'primary' })).toBe(true);
    }
  }
});

test('T2 reads default to Always, changes to Ask, and a server’s tool without a read-only hint to Ask', () => {
  for (const tool of fileTools) expect(defaultSetting(tool)).toBe(tool.effect === 'read' ? 'always' : 'ask');
  expect(defaultSetting(mcpTool('a', true))).toBe('always');
  expect(defaultSetting(mcpTool('a', false))).toBe('ask');
  expect(defaultSetting(mcpTool('a', null))).toBe('ask');
});
