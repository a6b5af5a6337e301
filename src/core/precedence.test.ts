import { describe, expect, test } from 'vitest';
import { decide, fingerprint, type Case } from './decide.ts';
import type { FlowMode, Rules } from './gate.ts';
import { grantFor } from './grants.ts';
import { pinText } from './pin.ts';
import type { Facts } from './ports.ts';
import { factsOf, mcpCase, mcpTool, rules } from '../test/core/make.ts';

const tool = mcpTool();
type Server = NonNullable<Rules['server']>;

/** One thing that is true of a call, and the row it leads to where nothing above it holds. */
interface Truth {
  readonly what: string;
  readonly row: string;
  readonly verdict: 'run' | 'ask' | 'reject';
  readonly rules?: Partial<Rules>;
  readonly server?: Partial<Server>;
  readonly facts?: Partial<Facts>;
  readonly counted?: number;
  readonly stopped?: boolean;
  readonly declined?: boolean;
}

const reject = 'reject';
/** In the order of the gate: the earlier wins. */
const order: readonly (readonly Truth[])[] = [
  [
    { what: 'unknown tool', row: 'G1', verdict: reject, rules: { tool: null } },
    { what: 'not offered', row: 'G1', verdict: reject, rules: { notOffered: 'no project' } },
  ],
  [{ what: 'broken rule', row: 'G11', verdict: reject, rules: { broken: 'unreadable' } }],
  [
    { what: 'outside', row: 'G2', verdict: reject, facts: { refused: 'outside' } },
    { what: 'blocked', row: 'G2', verdict: reject, facts: { blockedBy: '.agentblock' } },
  ],
  [
    { what: 'declined', row: 'G3', verdict: reject, declined: true },
    { what: 'deny', row: 'G3', verdict: reject, rules: { setting: 'deny' } },
    { what: 'no to the server', row: 'G3', verdict: reject, server: { consent: 'no' } },
  ],
  [
    { what: 'ceiling', row: 'G4', verdict: reject, counted: 250 },
    { what: 'stopped at the check-in', row: 'G4', verdict: reject, stopped: true },
  ],
  [{ what: 'hard secret', row: 'G5', verdict: reject, facts: { secret: 'deny' } }],
  [{ what: 'secret', row: 'G5', verdict: 'ask', facts: { secret: 'ask' } }],
  [{ what: 'server always', row: 'G6', verdict: 'ask', server: { policy: 'always' } }],
  [
    { what: 'unknown policy', row: 'G7', verdict: 'ask', server: { policy: 'odd' } },
    { what: 'first call', row: 'G7', verdict: 'ask', server: { policy: 'once', consent: 'none' } },
  ],
  [{ what: 'changed', row: 'T6', verdict: 'ask', rules: { pin: 'changed' } }],
  [
    { what: 'always', row: 'G8', verdict: 'run', rules: { setting: 'always' } },
    { what: 'never asks', row: 'G8', verdict: 'run', rules: { setting: null }, server: { policy: 'never' } },
    { what: 'chat-wide yes', row: 'G8', verdict: 'run', rules: { setting: null }, server: { consent: 'all' } },
  ],
  [
    {
      what: 'granted',
      row: 'G9',
      verdict: 'run',
      rules: { grants: [grantFor(tool, [], 'project1', 'chat1')] },
    },
  ],
  [{ what: 'nothing else', row: 'G10', verdict: 'ask' }],
];

const keys = (one: Truth): string[] => [one.rules, one.server, one.facts].flatMap((part) => Object.keys(part ?? {}));

function made(truths: readonly Truth[], flow: Case['flow'] = null): Case {
  const server: Server = Object.assign(
    { id: 's1', name: 'Docs', policy: 'once', consent: 'met' },
    ...truths.map((one) => one.server),
  );
  const held: Rules = Object.assign(rules(tool, { setting: 'ask', server }), ...truths.map((one) => one.rules));
  const facts = Object.assign(factsOf(tool, {}, { paths: ['a'], plan: null }), ...truths.map((one) => one.facts));
  const base = mcpCase(tool, { rules: held, facts, flow });
  const declined = truths.some((one) => one.declined === true);
  return {
    ...base,
    answer: {
      counted: Math.max(0, ...truths.map((one) => one.counted ?? 0)),
      ceiling: 250,
      stopped: truths.some((one) => one.stopped === true),
      declined: declined ? [fingerprint(tool, base.call.name, base.call.args)] : [],
    },
  };
}

function said(on: Case): string {
  const decision = decide(on);
  return `${decision.verdict} ${(decision.verdict === 'run' ? decision.allowed.why : decision.why).row}`;
}

describe('the order of the rows', () => {
  test('G1–G10 each truth alone leads to its own row', () => {
    for (const one of order.flat())
      expect([one.what, said(made([one]))]).toEqual([one.what, `${one.verdict} ${one.row}`]);
  });

  test('G1–G10 where two rows hold the earlier one answers', () => {
    let pairs = 0;
    for (const [at, earlier] of order.entries()) {
      for (const first of earlier) {
        for (const second of order.slice(at + 1).flat()) {
          if (keys(first).some((key) => keys(second).includes(key))) continue;
          pairs += 1;
          const both = `${first.what} before ${second.what}`;
          expect([both, said(made([second, first]))]).toEqual([both, `${first.verdict} ${first.row}`]);
        }
      }
    }
    expect(pairs).toBeGreaterThan(110);
  });
});

describe('the same rows inside a tool flow', () => {
  const modes: readonly FlowMode[] = ['standard', 'autonomous', 'bypass', 'bypass+'];
  const inEveryMode = new Set([
    'unknown tool',
    'not offered',
    'broken rule',
    'outside',
    'blocked',
    'declined',
    'ceiling',
    'stopped at the check-in',
    'unknown policy',
  ]);
  const denyRules = new Set(['deny', 'no to the server']);

  /** Rows L6 and X1, told apart from the gate. */
  function expected(one: Truth, mode: FlowMode, approved: boolean): string {
    if (inEveryMode.has(one.what)) return 'reject';
    if (denyRules.has(one.what)) return mode === 'bypass' ? 'run' : 'reject';
    if (mode === 'bypass' || mode === 'bypass+') return 'run';
    if (one.what === 'hard secret') return 'reject';
    return one.verdict === 'run' || approved ? 'run' : 'reject';
  }

  for (const mode of modes) {
    test(`X1 ${mode}: every row answers as the table of modes says, and nothing waits for a card`, () => {
      for (const approved of [true, false]) {
        for (const one of order.flat()) {
          const { verdict } = decide(made([one], { mode, approved }));
          expect([one.what, approved, verdict]).toEqual([one.what, approved, expected(one, mode, approved)]);
        }
      }
    });
  }

  test('L6 bypass+ keeps Deny where a secret would be skipped, bypass skips both', () => {
    const both: Truth[] = [
      { what: 'deny', row: 'G3', verdict: 'reject', rules: { setting: 'deny' } },
      { what: 'hard secret', row: 'G5', verdict: 'reject', facts: { secret: 'deny' } },
    ];
    expect(decide(made(both, { mode: 'bypass', approved: false })).verdict).toBe('run');
    expect(decide(made(both, { mode: 'bypass+', approved: false })).verdict).toBe('reject');
  });

  test('L6 a secret on a server of unknown policy raises even where the flow was approved', () => {
    const both: Truth[] = [
      { what: 'secret', row: 'G5', verdict: 'ask', facts: { secret: 'ask' } },
      { what: 'unknown policy', row: 'G7', verdict: 'ask', server: { policy: 'odd' } },
    ];
    expect(decide(made(both, { mode: 'standard', approved: true })).verdict).toBe('reject');
    expect(said(made(both))).toBe('ask G5');
  });

  test('L6 a direct call’s approval does not reach into a flow', () => {
    const [nothing] = order.at(-1) ?? [];
    if (nothing === undefined) throw new Error('no such row');
    const direct = made([nothing]);
    const approval = {
      call: direct.call.id,
      fingerprint: fingerprint(tool, direct.call.name, direct.call.args),
      row: 'G10',
      offer: { is: 'once' },
      shown: pinText(tool),
      plan: null,
    } as const;
    expect(decide({ ...direct, approval }).verdict).toBe('run');
    expect(decide({ ...direct, approval, flow: { mode: 'standard', approved: false } }).verdict).toBe('reject');
  });
});
