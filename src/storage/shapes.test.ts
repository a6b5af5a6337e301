import { expect, test } from 'vitest';
import type { Why } from '../core/gate.ts';
import type { Happening } from '../core/log.ts';
import type { Plan } from '../core/ports.ts';
import { isEvent } from './shapes.ts';
import { chatRecord, freshName, must, storeAt } from './testing/fresh.ts';

const why: Why = { row: 'G10', rule: 'It asks.', where: 'Settings → Tools', until: 'you change it' };
const fault = { code: 'cancelled', message: 'Stopped.' } as const;
const plan: Plan = {
  kind: 'rename',
  path: 'a.ts',
  to: 'b.ts',
  entry: 'file',
  before: { size: 1, hash: 'x' },
  after: null,
  lines: { removed: 0, added: 1 },
  action: 'Rename a.ts to b.ts',
};

/** Every kind of event, each in its barest and its fullest form. */
const samples: readonly Happening[] = [
  { kind: 'asked', id: 'q', text: '', attached: [], after: null },
  {
    kind: 'asked',
    id: 'q',
    text: 'hi',
    attached: [{ id: 'f', name: 'a.png', mime: 'image/png', size: 3 }],
    after: 'a0',
  },
  { kind: 'began', to: null, project: null, after: null, system: '' },
  { kind: 'began', to: 'q', project: 'p', after: 'a0', system: 'You are …' },
  { kind: 'text', part: 'p', text: '', done: false },
  { kind: 'text', part: 'p', text: 'x', done: true, void: true, data: { signature: ['x', null, 1] } },
  { kind: 'reasoning', part: 'p', text: 'x', done: true },
  { kind: 'proposed', call: 'c', parent: null, name: 'nope', label: 'nope', tool: null, args: null, raw: '{"a' },
  {
    kind: 'proposed',
    call: 'c',
    parent: 'd',
    name: 'grep',
    label: 'Grep',
    tool: 'grep',
    args: { a: [] },
    raw: '',
    data: 1,
  },
  { kind: 'held', call: 'c', for: 'folder' },
  { kind: 'held', call: 'c', for: 'plan' },
  { kind: 'held', call: 'c', for: 'budget' },
  { kind: 'waiting', call: 'c', why, plan: null },
  { kind: 'waiting', call: 'c', why, plan },
  { kind: 'decided', call: 'c', verdict: 'yes', by: 'rule', why },
  { kind: 'decided', call: 'c', verdict: 'edit', by: 'person', why, edited: {}, reason: 'x', remembered: null },
  { kind: 'decided', call: 'c', verdict: 'no', by: 'person', why, remembered: 'Edit file anywhere under src/' },
  { kind: 'started', call: 'c', plan: null },
  { kind: 'started', call: 'c', plan: { ...plan, to: null, before: null, lines: null } },
  { kind: 'ended', call: 'c', outcome: { ok: true, value: { text: 'x', summary: '' } }, ms: 0.5 },
  {
    kind: 'ended',
    call: 'c',
    outcome: {
      ok: true,
      value: { text: '', summary: 's', data: null, images: [{ mime: 'image/png', base64: 'aa' }], kept: true },
    },
    ms: 1,
    from: 'd',
  },
  { kind: 'ended', call: 'c', outcome: { ok: false, fault }, ms: 1 },
  { kind: 'dropped', call: 'c', ran: 'unknown', fault },
  { kind: 'reverted', call: 'c', summary: 'Put back.' },
  { kind: 'usage', usage: { input: null, output: 3 } },
  { kind: 'turn', reason: '', cut: false, fault: null, ms: 1, firstMs: null },
  { kind: 'turn', reason: 'stop', cut: true, fault, ms: 1, firstMs: 2 },
  { kind: 'paused', reached: 'soft' },
  { kind: 'released', how: 'stop' },
  { kind: 'job', name: 'j', state: 'running' },
  { kind: 'notice', text: 'n' },
  { kind: 'chose', leaf: 'a' },
  { kind: 'closed', as: 'interrupted', fault: null },
  { kind: 'closed', as: 'failed', fault },
];

test('W1 every kind of event comes back as it was written, and none is taken for damaged', async () => {
  const store = await storeAt(freshName());
  must(await store.chats.put(chatRecord('one')));
  const meta = {
    at: 1,
    answer: null,
    phase: 'solo',
    turn: 0,
    model: { provider: 'p', model: 'm', name: 'M' },
  } as const;
  const written = [];
  for (const sample of samples) written.push(must(await store.log.append('one', { ...meta, ...sample })));
  expect(must(await store.log.read('one'))).toEqual({ events: written, unreadable: [] });
});

test('W6 an event that lacks any one of its fields is taken for damaged', () => {
  const meta = { chat: 'one', seq: 1, at: 1, answer: null, phase: 'solo', turn: 0, model: null };
  const optional = new Set(['void', 'data', 'edited', 'reason', 'remembered', 'from']);
  for (const sample of samples) {
    const event: Record<string, unknown> = { ...meta, ...sample };
    expect(isEvent(event, 'one', 1)).toBe(true);
    for (const field of Object.keys(event)) {
      const without = Object.fromEntries(Object.entries(event).filter(([name]) => name !== field));
      const needed = !optional.has(field) || (field === 'reason' && sample.kind === 'turn');
      expect([sample.kind, field, isEvent(without, 'one', 1)]).toEqual([sample.kind, field, !needed]);
    }
  }
});
