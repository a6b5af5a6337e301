import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fileTool } from './builtin.ts';
import { decide, fingerprint, type Case } from './decide.ts';
import type { Consent, FlowMode, Offer, Row, Rules, Setting } from './gate.ts';
import { covers, grantFor } from './grants.ts';
import { pinText } from './pin.ts';
import type { Facts } from './ports.ts';
import { answer, call, factsOf, fileCase, mcpCase, mcpTool, plan, rules } from '../test/core/make.ts';

test('G11 what makes no sense is rejected, never run', () => {
  const edit = fileTool('file_edit');
  const args = { path: 'src/a.ts', old_text: 'a', new_text: 'b' };
  const run = rules(edit, { setting: 'always' });
  const cases: Case[] = [
    fileCase('file_edit', args, { rules: { ...run, broken: 'settings are unreadable' } }),
    fileCase('file_edit', args, { rules: { ...run, setting: 'yes' as Setting } }),
    fileCase('file_edit', args, { rules: { ...run, pin: 'maybe' as 'same' } }),
    fileCase('file_edit', args, {
      rules: { ...run, server: { id: 's1', name: 'x', policy: 'never', consent: 'all' } },
    }),
    fileCase('file_edit', args, { rules: run, facts: null }),
    fileCase('file_edit', args, { rules: run, facts: factsOf(edit, args, { paths: [] }) }),
    fileCase('file_edit', args, { rules: run, facts: factsOf(edit, args, { plan: null }) }),
    fileCase('file_edit', args, { rules: run, facts: factsOf(edit, args, { secret: 'odd' as 'none' }) }),
    fileCase('file_edit', args, { rules: run, call: call('file_edit', null) }),
    fileCase('file_rename', { from: 'a', to: 'b' }, { facts: factsOf(fileTool('file_rename'), {}, { paths: ['a'] }) }),
    mcpCase(mcpTool(), { rules: rules(mcpTool(), { server: null }) }),
    mcpCase(mcpTool(), {
      rules: rules(mcpTool(), { server: { id: 's2', name: 'Other', policy: 'never', consent: 'all' } }),
    }),
    mcpCase(mcpTool(), {
      rules: rules(mcpTool(), { server: { id: 's1', name: 'Docs', policy: 'never', consent: 'si' as Consent } }),
    }),
  ];
  for (const on of cases) expect(decide(on)).toMatchObject({ verdict: 'reject', why: { row: 'G11' } });
  expect(decide(fileCase('file_read', { path: 'a' }, { answer: answer({ counted: Number.NaN }) })).verdict).toBe(
    'reject',
  );
});

/** Mostly one of `usual`, now and then one of `odd`, which no type need allow. */
const mostly = <T>(usual: readonly unknown[], odd: readonly unknown[]): fc.Arbitrary<T> =>
  fc.oneof(
    { weight: 24, arbitrary: fc.constantFrom(...usual) },
    { weight: 1, arbitrary: fc.constantFrom(...odd) },
  ) as fc.Arbitrary<T>;

const edit = fileTool('file_edit');
const read = fileTool('file_read');
const args = { path: 'src/a.ts', old_text: 'a', new_text: 'b' };
const tools = [edit, read, mcpTool('search', true), mcpTool('push', false), null] as const;

/** Any case at all, values that no type allows among them, with a yes that fits as well as one can be forged. */
const cases: fc.Arbitrary<Case> = fc
  .record({
    tool: fc.constantFrom(...tools),
    args: mostly<Case['call']['args']>([args], [null]),
    notOffered: mostly<Rules['notOffered']>([null], ['no']),
    broken: mostly<Rules['broken']>([null], ['unreadable']),
    setting: mostly<Setting | null>([null, 'always', 'ask'], ['deny', 'ALWAYS', '', true]),
    policy: mostly<string | null>(['always', 'once', 'never', null], ['unknown', '', 7]),
    consent: mostly<Consent>(['none', 'met', 'all'], ['no', 'yes', undefined]),
    serverId: mostly<string | null>(['s1'], ['s2', null]),
    pin: mostly<'same' | 'changed'>(['same', 'same', 'changed'], [undefined]),
    granted: fc.boolean(),
    seen: fc.boolean(),
    facts: fc.record({
      refused: mostly<string | null>([null], ['outside']),
      blockedBy: mostly<string | null>([null], ['.agentblock']),
      secret: mostly<Facts['secret']>(['none', 'none', 'ask'], ['deny', 'perhaps', undefined]),
      plan: mostly<Facts['plan']>([plan('src/a.ts')], [null]),
    }),
    counted: mostly<number>([0, 249], [250, Number.NaN]),
    declined: mostly<boolean>([false], [true]),
    mode: mostly<FlowMode | null>([null, null, 'standard', 'autonomous', 'bypass', 'bypass+'], ['yolo']),
    approved: fc.boolean(),
    row: fc.constantFrom<(Row | null)[]>(null, null, 'G1', 'G5', 'G6', 'G7', 'T6', 'G10', 'G11'),
    offer: fc.constantFrom<Offer['is'][]>('once', 'server'),
  })
  .map((r) => {
    const grant = r.tool === null ? null : grantFor(r.tool, ['src/a.ts'], 'project1', 'chat1');
    const print = fingerprint(r.tool, 'x', r.args);
    const files = r.tool?.source.from === 'files';
    const server =
      files || r.serverId === null ? null : { id: r.serverId, name: 'S', policy: r.policy, consent: r.consent };
    const offer: Offer = r.offer === 'once' ? { is: 'once' } : { is: 'server', server: 's1', choice: 'met' };
    return {
      call: call('x', r.args),
      facts: r.tool !== null && (files || r.seen) ? factsOf(r.tool, args, r.facts) : null,
      rules: rules(r.tool, {
        notOffered: r.notOffered,
        broken: r.broken,
        setting: r.setting,
        server,
        pin: r.pin,
        grants: r.granted && grant !== null ? [grant] : [],
      }),
      answer: answer({ counted: r.counted, declined: r.declined ? [print] : [] }),
      flow: r.mode === null ? null : { mode: r.mode, approved: r.approved },
      approval:
        r.row === null
          ? null
          : {
              call: 'call00001',
              fingerprint: print,
              row: r.row,
              offer,
              shown: r.tool === null ? '' : pinText(r.tool),
              plan: plan('src/a.ts'),
            },
    };
  });

const among = (value: unknown, ...known: readonly unknown[]): boolean => known.includes(value);

/** Every reason SPEC gives for which a call may not run, told once more and apart from the gate. */
function forbidden({ call: asked, facts, rules: held, answer: soFar, flow }: Case): boolean {
  const { tool, server } = held;
  const bypass = among(flow?.mode, 'bypass', 'bypass+');
  const deny = held.setting === 'deny' || server?.consent === 'no';
  return (
    tool === null ||
    held.notOffered !== null ||
    held.broken !== null ||
    asked.args === null ||
    (facts !== null && facts.refused !== null) ||
    (facts !== null && facts.blockedBy !== null) ||
    (deny && flow?.mode !== 'bypass') ||
    soFar.declined.length > 0 ||
    !(soFar.counted < soFar.ceiling) ||
    (facts?.secret === 'deny' && !bypass) ||
    !among(held.setting, null, 'always', 'ask', 'deny') ||
    !among(held.pin, 'same', 'changed') ||
    (facts !== null && !among(facts.secret, 'none', 'ask', 'deny')) ||
    (flow !== null && !among(flow.mode, 'standard', 'autonomous', 'bypass', 'bypass+')) ||
    (tool.source.from === 'files' && (facts === null || (tool.effect === 'write' && facts.plan === null))) ||
    (tool.source.from === 'mcp' && (server?.id !== 's1' || !among(server.consent, 'none', 'met', 'all', 'no'))) ||
    (flow !== null && server !== null && !among(server.policy, null, 'always', 'once', 'never'))
  );
}

/** Every reason for which a call may run at all. */
function reasoned(on: Case): boolean {
  const { rules: held, facts, flow, approval, call: asked } = on;
  const { tool, server, setting } = held;
  if (tool === null) return false;
  if (flow !== null && (flow.approved || among(flow.mode, 'bypass', 'bypass+'))) return true;
  if (flow === null && approval !== null) return true;
  if (facts?.secret === 'ask' || held.pin === 'changed') return false;
  if (server !== null && (!among(server.policy, 'once', 'never', null) || server.policy === 'always')) return false;
  if (server !== null && server.policy !== 'never' && server.consent === 'none') return false;
  const open = server?.policy === 'never' || server?.consent === 'all';
  const always = setting === 'always' || (setting === null && (open || tool.readOnlyHint === true));
  return always || held.grants.some((one) => covers(one, tool, facts?.paths ?? [], held.project, asked.chat, null));
}

const seeded = { seed: 20_261_130, numRuns: 3_000 };

test('G11 no case with a reason against it ever runs, with whatever else is true and whatever is approved', () => {
  fc.assert(
    fc.property(cases, (on) => {
      const may = { run: !forbidden(on) && reasoned(on), ask: on.flow === null, reject: true };
      return may[decide(on).verdict];
    }),
    seeded,
  );
}, 60_000);

test('G10 cases of every kind come up: some run, some are asked, some rejected', () => {
  const verdicts = fc.sample(cases, seeded).map((on) => decide(on).verdict);
  const often = (verdict: string): number => verdicts.filter((one) => one === verdict).length;
  expect(['run', 'ask', 'reject'].map((verdict) => often(verdict) > 100)).toEqual([true, true, true]);
}, 60_000);
