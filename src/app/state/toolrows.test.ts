import { expect, test } from 'vitest';
import { fileTools } from '../../core/builtin.ts';
import { makeCatalog } from '../../core/catalog.ts';
import { decide } from '../../core/decide.ts';
import type { Setting } from '../../core/gate.ts';
import { pinText } from '../../core/pin.ts';
import type { Tool } from '../../core/tool.ts';
import { serverRecord } from '../../storage/testing/fresh.ts';
import { makeRulebook, rulesFor, type Book } from '../runs/rulebook.ts';
import { toolRows } from './toolrows.ts';

const tool = (readOnlyHint: boolean | null): Tool => ({
  key: 'mcp:s1:search',
  name: 'search',
  label: 'search',
  description: 'Finds things.',
  schema: { type: 'object' },
  effect: readOnlyHint === true ? 'read' : 'write',
  source: { from: 'mcp', server: 's1' },
  readOnlyHint,
});

function book(policy: string | null, own: Setting | null, of: Tool, changed: boolean): Book {
  const empty = makeRulebook().now();
  return {
    ...empty,
    catalog: makeCatalog([...fileTools, of], new Map([['s1', 'Docs']])),
    servers: new Map([['s1', serverRecord('s1', { policy })]]),
    pins: new Map([[of.key, changed ? 'another' : pinText(of)]]),
    settings: { ...empty.settings, tools: own === null ? {} : { [of.key]: own } },
  };
}

/** What the gate would do with the tool's first call in a new chat. */
function first(on: Book): { readonly verdict: string; readonly row: string } {
  const name = 'mcp__Docs__search';
  const asked = { id: 'c', chat: 'x', answer: 'a', model: null, phase: 'solo', turn: 1, parent: null } as const;
  const call = { ...asked, name, args: {}, raw: '{}' };
  const rules = rulesFor(on, { ...call, role: 'primary' }, null, {});
  const answer = { counted: 0, ceiling: 250, stopped: false, declined: [] };
  const decision = decide({ call, facts: null, rules, answer, flow: null, approval: null });
  return { verdict: decision.verdict, row: (decision.verdict === 'run' ? decision.allowed.why : decision.why).row };
}

const verdictOf = { always: 'run', ask: 'ask', deny: 'reject' } as const;

test('T2 S5 a row says so exactly where its server’s policy makes another thing of it than its own control says', () => {
  const notes = new Set<string | null>();
  for (const policy of ['always', 'once', 'never', null, 'odd'])
    for (const own of ['always', 'ask', 'deny', null] as const)
      for (const hint of [true, false, null])
        for (const changed of [false, true]) {
          const of = tool(hint);
          const on = book(policy, own, of, changed);
          const row = toolRows(on).find((one) => one.tool === of);
          const { verdict, row: rule } = first(on);
          const shown = verdictOf[row?.setting ?? 'deny'];
          // A changed tool has its own mark, and its asking is not the policy's doing.
          const byPolicy = rule !== 'T6' && verdict !== shown;
          const note = !byPolicy ? null : verdict === 'ask' ? 'asks first: server policy' : 'runs: server never asks';
          expect([policy, own, hint, changed, row?.note, row?.changed]).toEqual([
            policy,
            own,
            hint,
            changed,
            note,
            changed,
          ]);
          notes.add(note);
        }
  expect(notes.size).toBe(3);
});

test('T2 rows name the server, and built-ins have neither server nor note', () => {
  const of = tool(null);
  const rows = toolRows(book('once', null, of, false));
  expect(rows.at(-1)).toMatchObject({ server: 'Docs', setting: 'ask', own: false });
  expect(rows.slice(0, -1).map((one) => [one.server, one.note, one.changed])).toEqual(
    fileTools.map(() => [null, null, false]),
  );
});
