import { expect, test } from 'vitest';
import { makeCatalog } from '../../core/catalog.ts';
import { decide } from '../../core/decide.ts';
import type { Asked, Consent, Setting } from '../../core/gate.ts';
import { grantFor } from '../../core/grants.ts';
import { pinText } from '../../core/pin.ts';
import { defaultSettings } from '../../core/records.ts';
import { notOffered } from '../../core/scope.ts';
import type { ServerRecord } from '../../core/server.ts';
import type { Tool } from '../../core/tool.ts';
import { serverRecord } from '../../storage/testing/fresh.ts';
import { fixtureJson, fixturesPresent } from '../../test/fixtures.ts';
import { askerOf, changeIn, makeRulebook, rulesFor, type Book, type Consents } from './rulebook.ts';

const tool: Tool = {
  key: 'mcp:s1:search',
  name: 'search',
  label: 'search',
  description: 'Finds things.',
  schema: { type: 'object' },
  effect: 'read',
  source: { from: 'mcp', server: 's1' },
  readOnlyHint: true,
};
const call: Asked = {
  id: 'c1',
  chat: 'chat1',
  answer: 'a1',
  model: null,
  phase: 'solo',
  turn: 1,
  name: 'mcp__Docs__search',
  args: {},
  raw: '{}',
  parent: null,
};

function book(server: Partial<ServerRecord> | null = {}, more: Partial<Book> = {}): Book {
  const record = server === null ? null : serverRecord('s1', server);
  return {
    ...makeRulebook().now(),
    catalog: makeCatalog([tool], new Map([['s1', 'Docs']])),
    servers: new Map(record === null ? [] : [[record.id, record]]),
    ...more,
  };
}
const decidedFully = (on: Book, consents: Consents) =>
  decide({
    call,
    facts: null,
    rules: rulesFor(on, { ...call, role: 'primary' }, null, consents),
    answer: { counted: 0, ceiling: 250, stopped: false, declined: [] },
    flow: null,
    approval: null,
  });
const decided = (on: Book, consents: Consents = {}): string => {
  const decision = decidedFully(on, consents);
  const { row } = decision.verdict === 'run' ? decision.allowed.why : decision.why;
  return `${decision.verdict} ${row}`;
};

test('F4 a server’s audience says whom its tools are offered to; one that is not known is for the primary only', () => {
  const offer = (on: Book, role: 'primary' | 'peer') =>
    notOffered(tool, askerOf(on, tool, { phase: 'dispatch', role }, false)) === null;
  expect([offer(book({ audience: 'all' }), 'peer'), offer(book({ audience: 'all' }), 'primary')]).toEqual([true, true]);
  expect([offer(book(), 'peer'), offer(book(), 'primary')]).toEqual([false, true]);
  expect(offer(book(null), 'peer')).toBe(false);
});

test('S2 S4 what the chat answered to the server counts, and nobody else’s answer', () => {
  expect(decided(book())).toBe('ask G7');
  expect(decided(book(), { s1: 'met' })).toBe('run G8');
  expect(decided(book(), { s1: 'all' })).toBe('run G8');
  expect(decided(book(), { s1: 'no' })).toBe('reject G3');
  expect(decided(book(), { s2: 'all' })).toBe('ask G7');
  // An answer that lies on every object by birth is none.
  const inherited = Object.create({ s1: 'all' }) as Consents;
  expect(decided(book(), inherited)).toBe('ask G7');
});

test('G7 G11 a policy nobody knows asks, and a missing one is “once”', () => {
  expect(decided(book({ policy: 'sometimes' }), { s1: 'all' })).toBe('ask G7');
  expect(decided(book({ policy: '' }), { s1: 'all' })).toBe('ask G7');
  expect(decided(book({ policy: null }))).toBe('ask G7');
  expect(decided(book({ policy: null }), { s1: 'met' })).toBe('run G8');
});

test('G11 a tool whose server is not there is rejected, whatever else says run', () => {
  const settings = { ...makeRulebook().now().settings, tools: { [tool.key]: 'always' as const } };
  expect(decided(book(null, { settings }), { s1: 'all' })).toBe('reject G11');
});

test('G11 an answer that makes no sense is rejected', () => {
  for (const odd of ['ALL', '', null, true, 7, ['all'], undefined])
    expect([odd, decided(book({ policy: 'never' }), { s1: odd as Consent })]).toEqual([odd, 'reject G11']);
  for (const odd of ['all', null, 7, ['all']])
    expect([odd, decided(book({ policy: 'never' }), odd as never)]).toEqual([odd, 'reject G11']);
});

test('T6 G11 a tool that is not what was pinned asks; so does every one while pins cannot be read', () => {
  const never = { policy: 'never' } as const;
  expect(decided(book(never, { pins: new Map([[tool.key, pinText(tool)]]) }))).toBe('run G8');
  expect(decided(book(never, { pins: new Map() }))).toBe('run G8');
  for (const pins of [new Map([[tool.key, 'Name: search']]), new Map([[tool.key, '']]), null]) {
    const on = book(never, { pins });
    expect(decided(on)).toBe('ask T6');
    expect(changeIn(on, tool)?.after).toBe(pinText(tool));
  }
  expect(changeIn(book(never, { pins: null }), tool)?.before).toMatch(/cannot be read/u);
  expect(changeIn(book(never, { pins: new Map([[tool.key, 'old\n']]) }), tool)?.before).toBe('old\n');
  expect(changeIn(book(never), tool)).toBeNull();
});

interface TableRow {
  readonly policy: string;
  readonly consent: Consent;
  readonly setting: Setting | null;
  readonly readOnlyHint: boolean | null;
  readonly grant: boolean;
  readonly pin: 'same' | 'changed';
  readonly verdict: string;
  readonly row: string;
  readonly rememberOffered: boolean;
}

test('S5 the whole gate table holds for what is stored: records, settings, consents, pins and grants', async (context) => {
  context.skip(!fixturesPresent, 'the shared test fixtures are absent: set SLUICE_FIXTURES to their folder');
  const table = (await fixtureJson('gate-table.json')) as readonly TableRow[];
  const wrong = table.filter((row) => {
    const listed: Tool = {
      ...tool,
      readOnlyHint: row.readOnlyHint,
      effect: row.readOnlyHint === true ? 'read' : 'write',
    };
    const on = book(
      { policy: row.policy },
      {
        catalog: makeCatalog([listed], new Map([['s1', 'Docs']])),
        settings: { ...defaultSettings, tools: row.setting === null ? {} : { [tool.key]: row.setting } },
        pins: new Map([
          [tool.key, row.pin === 'same' ? pinText(listed) : pinText({ ...listed, description: 'Before.' })],
        ]),
        grants: row.grant ? [grantFor(listed, [], null, 'chat1')] : [],
        open: 'chat1',
      },
    );
    const consents: Consents = row.consent === 'none' ? {} : { s1: row.consent };
    const decision = decidedFully(on, consents);
    const { row: by } = decision.verdict === 'run' ? decision.allowed.why : decision.why;
    const kept = decision.verdict === 'ask' && decision.offers.some(({ is }) => is === 'remember' || is === 'server');
    return `${decision.verdict} ${by}` !== `${row.verdict} ${row.row}` || kept !== row.rememberOffered;
  });
  expect({ rows: table.length, wrong }).toEqual({ rows: 672, wrong: [] });
});
