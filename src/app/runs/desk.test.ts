import { expect, test } from 'vitest';
import { fileTool } from '../../core/builtin.ts';
import type { Asked } from '../../core/gate.ts';
import type { ModelRef } from '../../core/ids.ts';
import { makeDesk } from './desk.ts';

const opus: ModelRef = { provider: 'p1', model: 'opus', name: 'Anthropic · Opus' };
const gpt: ModelRef = { provider: 'p2', model: 'gpt', name: 'OpenAI · GPT' };
const why = { row: 'G10', rule: 'Read file asks.', where: 'Settings → Tools', until: 'until you change it' } as const;
const card = (id: string, model: ModelRef | null = opus) => {
  const call: Asked = {
    id,
    chat: 'chat1',
    answer: 'answer1',
    model,
    phase: 'dispatch',
    turn: 1,
    name: 'file_read',
    args: { path: 'a' },
    raw: '{"path":"a"}',
    parent: null,
  };
  return { call, tool: fileTool('file_read'), why, offers: [{ is: 'once' }] } as const;
};
const desk = () => {
  const seen = { changes: 0 };
  return { seen, desk: makeDesk(() => void (seen.changes += 1)) };
};

test('A5 a card tells which models share it, at once when one joins or leaves while it is shown', () => {
  const { desk: on, seen } = desk();
  void on.ask(card('call00001'));
  expect(on.waiting().map(({ sharers }) => sharers)).toEqual([[opus]]);
  const before = seen.changes;
  on.share('call00001', [opus, gpt]);
  expect(on.waiting().map(({ sharers }) => sharers)).toEqual([[opus, gpt]]);
  expect(seen.changes).toBe(before + 1);
  on.share('call00001', [opus]);
  expect(on.waiting().map(({ sharers }) => sharers)).toEqual([[opus]]);
});

test('A5 models that joined before the card was shown stand on it from the beginning', () => {
  const { desk: on } = desk();
  on.share('call00001', [opus, gpt]);
  expect(on.waiting()).toEqual([]);
  void on.ask(card('call00001'));
  expect(on.waiting()[0]?.sharers).toEqual([opus, gpt]);
});

test('A5 V4 the person’s own call is shared by no model', () => {
  const { desk: on } = desk();
  void on.ask(card('call00001', null));
  expect(on.waiting()[0]?.sharers).toEqual([]);
});

test('B2 T4 a wake reaches cards and what is held alike; a card that is taken back cannot be answered', async () => {
  const { desk: on } = desk();
  const said = on.ask(card('call00001'));
  const held = on.woken('call00002');
  on.wake();
  expect(await said).toEqual({ is: 'again' });
  expect(await held).toBe('again');
  expect(on.waiting()).toHaveLength(1);
  on.clear('call00001');
  expect(on.waiting()).toEqual([]);
  expect(on.say('call00001', { is: 'yes', offer: { is: 'once' } })).toBe(false);
});

test('A3 one card’s answer is no other’s', async () => {
  const { desk: on } = desk();
  const first = on.ask(card('call00001'));
  const second = on.ask(card('call00002'));
  expect(on.say('call00002', { is: 'no', reason: '' })).toBe(true);
  expect(await second).toEqual({ is: 'no', reason: '' });
  expect(on.ready('call00001')).toBe(true);
  on.say('call00001', { is: 'yes', offer: { is: 'once' } });
  expect(await first).toEqual({ is: 'yes', offer: { is: 'once' } });
});
