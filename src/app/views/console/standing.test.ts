import { expect, test } from 'vitest';
import { fileTools } from '../../../core/builtin.ts';
import type { Tool } from '../../../core/tool.ts';
import { standing } from './standing.ts';

const [tool] = fileTools as readonly [Tool, ...Tool[]];
const row = { tool, own: false, note: null, server: 'orchard', changed: false };
const [always, ask] = [{ ...row, setting: 'always' } as const, { ...row, setting: 'ask' } as const];

test('T2 G6 G7 the console says that a server’s policy asks, whatever the tool’s setting', () => {
  expect(standing(always, { policy: 'once', answer: 'none' })).toBe('asks first');
  expect(standing(always, { policy: 'always', answer: 'none' })).toBe('asks every time');
  expect(standing(always, { policy: null, answer: 'all' })).toBe('asks every time');
});

test('S2 S3 once the chat has answered, or where the server never asks, the setting or the answer decides', () => {
  expect(standing(always, { policy: 'once', answer: 'met' })).toBe('runs');
  expect(standing(ask, { policy: 'once', answer: 'met' })).toBe('asks first');
  expect(standing(ask, { policy: 'once', answer: 'all' })).toBe('runs');
  expect(standing({ ...ask, own: true }, { policy: 'once', answer: 'all' })).toBe('asks first');
  expect(standing(ask, { policy: 'never', answer: 'none' })).toBe('runs');
  expect(standing({ ...ask, own: true }, { policy: 'never', answer: 'none' })).toBe('asks first');
  expect(standing(always, { policy: 'once', answer: 'no' })).toBe('no to its server');
});

test('T6 a changed tool asks, a built-in does as it is set', () => {
  expect(standing({ ...always, changed: true }, { policy: 'never', answer: 'none' })).toBe('asks first');
  expect(standing(always, null)).toBe('runs');
  expect(standing({ ...row, setting: 'deny' }, { policy: 'never', answer: 'all' })).toBe('set to Deny');
});
