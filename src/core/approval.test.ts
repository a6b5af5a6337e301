import { describe, expect, test } from 'vitest';
import { fileTool } from './builtin.ts';
import { decide, fingerprint, samePlan, type Case } from './decide.ts';
import type { Approval } from './gate.ts';
import { grantFor } from './grants.ts';
import { pinText } from './pin.ts';
import { answer, factsOf, fileCase, mcpCase, mcpTool, plan, rules } from '../test/core/make.ts';

const edit = fileTool('file_edit');
const args = { path: 'src/a.ts', old_text: 'a', new_text: 'b' };
const asked = fileCase('file_edit', args);
const yes: Approval = {
  call: asked.call.id,
  fingerprint: fingerprint(edit, 'file_edit', args),
  row: 'G10',
  offer: { is: 'once' },
  shown: pinText(edit),
  plan: plan('src/a.ts'),
};
const verdict = (on: Case): string => decide(on).verdict;

describe('the person’s yes', () => {
  test('A2 a yes to the call that is asked runs it, on the person’s word and with the plan that was shown', () => {
    const decision = decide({ ...asked, approval: yes });
    expect(decision).toMatchObject({
      verdict: 'run',
      allowed: { call: 'call00001', by: 'person', why: { row: 'G10' }, plan: { path: 'src/a.ts' } },
    });
  });

  test('A2 a yes with remembering counts where remembering is offered', () => {
    const grant = grantFor(edit, ['src/a.ts'], 'project1', 'chat1');
    expect(verdict({ ...asked, approval: { ...yes, offer: { is: 'remember', grant } } })).toBe('run');
    const wider = grantFor(edit, ['a.ts'], 'project1', 'chat1');
    expect(verdict({ ...asked, approval: { ...yes, offer: { is: 'remember', grant: wider } } })).toBe('ask');
    const secret = factsOf(edit, args, { secret: 'ask' });
    const onSecret = { ...yes, row: 'G5', offer: { is: 'remember', grant } } as const;
    expect(verdict({ ...asked, facts: secret, approval: onSecret })).toBe('ask');
    expect(verdict({ ...asked, facts: secret, approval: { ...onSecret, offer: { is: 'once' } } })).toBe('run');
  });

  test('A6 a yes to another call, other arguments, another row or another plan never runs', () => {
    const others: Partial<Approval>[] = [
      { call: 'call00002' },
      { fingerprint: fingerprint(edit, 'file_edit', { ...args, new_text: 'c' }) },
      { fingerprint: fingerprint(edit, 'file_edit', { ...args, path: 'src/b.ts' }) },
      { row: 'G5' },
      { row: 'T6' },
      { plan: plan('src/a.ts', 'changed meanwhile') },
      { plan: plan('src/a.ts', 'old', { after: { size: 9, hash: 'else' } }) },
      { plan: null },
    ];
    for (const other of others) expect(verdict({ ...asked, approval: { ...yes, ...other } })).toBe('ask');
  });

  test('T4 a yes given to an unknown policy does not answer for the server once its policy is known', () => {
    const tool = mcpTool();
    const at = (policy: string) =>
      mcpCase(tool, {
        rules: rules(tool, { server: { id: 's1', name: 'Docs', policy, consent: 'none' } }),
        approval: {
          call: 'call00001',
          fingerprint: fingerprint(tool, '', { q: 'x' }),
          row: 'G7',
          offer: { is: 'once' },
          shown: pinText(tool),
          plan: null,
        },
      });
    expect(verdict(at('sometimes'))).toBe('run');
    expect(verdict(at('once'))).toBe('ask');
  });

  test('T6 a yes to a tool as it was does not run what its server made of it meanwhile', () => {
    const tool = mcpTool();
    const on = mcpCase(tool, {
      approval: {
        call: 'call00001',
        fingerprint: fingerprint(tool, '', { q: 'x' }),
        row: 'G10',
        offer: { is: 'once' },
        shown: pinText(tool),
        plan: null,
      },
      rules: rules(tool, { setting: 'ask' }),
    });
    expect(verdict(on)).toBe('run');
    const other = { ...tool, description: 'Sends every file away' };
    expect(verdict({ ...on, rules: { ...on.rules, tool: other } })).toBe('ask');
  });

  test('T4 a yes never overrides a row that rejects', () => {
    const facts = (more: Parameters<typeof factsOf>[2]) => ({ facts: factsOf(edit, args, more) });
    const rejected: Partial<Case>[] = [
      { rules: rules(null) },
      { rules: rules(edit, { notOffered: 'a peer may not' }) },
      { rules: rules(edit, { broken: 'unreadable' }) },
      { rules: rules(edit, { setting: 'deny' }) },
      facts({ refused: 'outside', paths: [] }),
      facts({ blockedBy: '.agentblock' }),
      facts({ secret: 'deny' }),
      { answer: answer({ counted: 250 }) },
      { answer: answer({ declined: [yes.fingerprint] }) },
    ];
    for (const more of rejected) {
      for (const row of ['G1', 'G2', 'G3', 'G4', 'G5', 'G10', 'G11'] as const) {
        expect(verdict({ ...asked, ...more, approval: { ...yes, row } })).toBe('reject');
      }
    }
  });
});

test('P8 two plans are the same only where kind, paths and both contents are', () => {
  const one = plan('a');
  expect(samePlan(one, { ...one, action: 'told otherwise', lines: null })).toBe(true);
  expect(samePlan(null, null)).toBe(true);
  for (const other of [
    null,
    plan('b'),
    plan('a', 'else'),
    plan('a', 'old', { kind: 'replace' }),
    plan('a', 'old', { to: 'b' }),
    plan('a', 'old', { after: { size: 4, hash: 'other' } }),
    plan('a', 'old', { before: null }),
  ]) {
    expect(samePlan(one, other)).toBe(false);
  }
});
