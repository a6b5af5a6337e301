import { describe, expect, test } from 'vitest';
import { fixtureJson, fixturesPresent } from '../test/fixtures.ts';
import { fileTool } from './builtin.ts';
import { decide, fingerprint, type Case } from './decide.ts';
import type { Consent, Decision, Row, Setting } from './gate.ts';
import { grantFor } from './grants.ts';
import { answer, factsOf, fileCase, mcpCase, mcpTool, rules } from '../test/core/make.ts';

const rowOf = (decision: Decision): Row => (decision.verdict === 'run' ? decision.allowed.why.row : decision.why.row);
const said = (on: Case): string => {
  const decision = decide(on);
  return `${decision.verdict} ${rowOf(decision)}`;
};
const offered = (on: Case): string[] => {
  const decision = decide(on);
  return decision.verdict === 'ask' ? decision.offers.map((offer) => offer.is) : [];
};

interface TableRow {
  readonly policy: string | null;
  readonly consent: Consent;
  readonly setting: Setting | null;
  readonly readOnlyHint: boolean | null;
  readonly grant: boolean;
  readonly pin: 'same' | 'changed';
  readonly verdict: 'run' | 'ask' | 'reject';
  readonly row: string;
  readonly rememberOffered: boolean;
}

/** The rows of the table that the gate answers in another way. */
async function misjudged(): Promise<{ readonly rows: number; readonly wrong: readonly TableRow[] }> {
  const table = (await fixtureJson('gate-table.json')) as readonly TableRow[];
  const wrong = table.filter((row) => {
    const tool = mcpTool('search', row.readOnlyHint);
    const on = mcpCase(tool, {
      rules: rules(tool, {
        setting: row.setting,
        server: { id: 's1', name: 'Docs', policy: row.policy, consent: row.consent },
        pin: row.pin,
        grants: row.grant ? [grantFor(tool, [], 'project1', 'chat1')] : [],
      }),
    });
    const remembers = offered(on).some((is) => is === 'remember' || is === 'server');
    return said(on) !== `${row.verdict} ${row.row}` || remembers !== row.rememberOffered;
  });
  return { rows: table.length, wrong };
}

test('S5 all combinations of policy, consent, setting, hint, grant and pin answer as the gate table says', async (context) => {
  context.skip(!fixturesPresent, 'the shared test fixtures are absent: set SLUICE_FIXTURES to their folder');
  expect(await misjudged()).toEqual({ rows: 672, wrong: [] });
});

test('G2 G5 a change that was not planned because its path is closed is rejected by the rule that closes it', () => {
  const tool = fileTool('file_write');
  const args = { path: 'private/a.txt', content: 'x' };
  const unplanned = (more: Parameters<typeof factsOf>[2]): Case =>
    fileCase('file_write', args, { facts: factsOf(tool, args, { ...more, plan: null }) });
  expect(said(unplanned({ blockedBy: '.agentblock: private/' }))).toBe('reject G2');
  expect(said(unplanned({ secret: 'deny' }))).toBe('reject G5');
  expect(said(unplanned({}))).toBe('reject G11');
});

describe('the rows of the gate, one by one', () => {
  const read = fileTool('file_read');

  test('G1 an unknown tool is rejected, and so is one that is not offered to this model', () => {
    expect(said(fileCase('file_read', { path: 'a' }, { rules: rules(null) }))).toBe('reject G1');
    expect(
      said(fileCase('file_read', { path: 'a' }, { rules: rules(read, { notOffered: 'no project is open' }) })),
    ).toBe('reject G1');
  });

  test('G2 a path outside the project or named by .agentblock is rejected, even where the tool is Always', () => {
    const always = rules(read, { setting: 'always' });
    const refused = factsOf(read, { path: '../a' }, { paths: [], refused: '".." would leave the project' });
    expect(said(fileCase('file_read', { path: '../a' }, { facts: refused, rules: always }))).toBe('reject G2');
    const blocked = factsOf(read, { path: 'a' }, { blockedBy: '.agentblock, line 1: a' });
    expect(said(fileCase('file_read', { path: 'a' }, { facts: blocked, rules: always }))).toBe('reject G2');
  });

  test('G3 a tool set to Deny, and a chat’s no to its server, reject', () => {
    expect(said(fileCase('file_read', { path: 'a' }, { rules: rules(read, { setting: 'deny' }) }))).toBe('reject G3');
    const tool = mcpTool();
    const no = { id: 's1', name: 'Docs', policy: 'never', consent: 'no' } as const;
    expect(said(mcpCase(tool, { rules: rules(tool, { setting: 'always', server: no }) }))).toBe('reject G3');
  });

  test('G3 the same call is not asked twice in one answer once it was declined, however its path is written', () => {
    const declined = [fingerprint(fileTool('file_edit'), 'file_edit', { path: './a', old_text: 'x', new_text: 'y' })];
    const again = (path: string, new_text = 'y') =>
      said(fileCase('file_edit', { new_text, old_text: 'x', path }, { answer: answer({ declined }) }));
    expect(again('a')).toBe('reject G3');
    expect(again('./a')).toBe('reject G3');
    expect(again('a/')).toBe('reject G3');
    expect(again('b')).toBe('ask G10');
    expect(again('a', 'z')).toBe('ask G10');
  });

  test('G3 a declined listing of the whole project is the same call with and without its path', () => {
    const declined = [fingerprint(fileTool('list_directory'), 'list_directory', {})];
    for (const args of [{}, { path: '' }, { path: '.' }, { path: './' }]) {
      expect(said(fileCase('list_directory', args, { answer: answer({ declined }) }))).toBe('reject G3');
    }
    expect(said(fileCase('list_directory', { path: 'src' }, { answer: answer({ declined }) }))).toBe('run G8');
  });

  test('G3 a rename with its ends exchanged is another call', () => {
    const rename = fileTool('file_rename');
    expect(fingerprint(rename, 'file_rename', { from: 'a', to: 'b' })).not.toBe(
      fingerprint(rename, 'file_rename', { from: 'b', to: 'a' }),
    );
  });

  test('G3 two servers’ tools of one name are different calls', () => {
    const args = { q: 'x' };
    expect(fingerprint(mcpTool('search', null, 's1'), 'a', args)).not.toBe(
      fingerprint(mcpTool('search', null, 's2'), 'a', args),
    );
  });

  test('G4 the call after the ceiling is rejected, the last one before it is not', () => {
    const at = (counted: number) =>
      said(fileCase('file_read', { path: 'a' }, { answer: answer({ counted, ceiling: 250 }) }));
    expect(at(249)).toBe('run G8');
    expect(at(250)).toBe('reject G4');
    expect(at(251)).toBe('reject G4');
  });

  test('G5 a hard secret rejects; an ask-class one asks even where the tool is Always or granted, with nothing to remember', () => {
    const grants = [grantFor(read, ['.env'], 'project1', 'chat1')];
    const on = (secret: 'ask' | 'deny') =>
      fileCase(
        'file_read',
        { path: '.env' },
        {
          facts: factsOf(read, { path: '.env' }, { secret }),
          rules: rules(read, { setting: 'always', grants }),
        },
      );
    expect(said(on('deny'))).toBe('reject G5');
    expect(said(on('ask'))).toBe('ask G5');
    expect(offered(on('ask'))).toEqual(['once']);
  });

  test('G6 server policy always asks, whatever the tool’s setting, with nothing to remember', () => {
    const tool = mcpTool('search', true);
    const on = mcpCase(tool, {
      rules: rules(tool, {
        setting: 'always',
        server: { id: 's1', name: 'Docs', policy: 'always', consent: 'all' },
        grants: [grantFor(tool, [], 'project1', 'chat1')],
      }),
    });
    expect(said(on)).toBe('ask G6');
    expect(offered(on)).toEqual(['once']);
  });

  test('G7 a server that asks once per chat asks at its first call and offers this call or every tool', () => {
    const tool = mcpTool('search', true);
    for (const policy of ['once', null]) {
      const on = mcpCase(tool, {
        rules: rules(tool, { setting: 'always', server: { id: 's1', name: 'Docs', policy, consent: 'none' } }),
      });
      const decision = decide(on);
      expect(decision).toMatchObject({ verdict: 'ask', why: { row: 'G7' } });
      expect(decision.verdict === 'ask' && decision.offers).toEqual([
        { is: 'server', server: 's1', choice: 'met' },
        { is: 'server', server: 's1', choice: 'all' },
      ]);
    }
  });

  test('G7 a policy Sluice does not know asks with nothing to remember, even after a chat-wide yes', () => {
    const tool = mcpTool('search', true);
    for (const consent of ['none', 'met', 'all'] as const) {
      const on = mcpCase(tool, {
        rules: rules(tool, { server: { id: 's1', name: 'Docs', policy: 'sometimes', consent }, setting: 'always' }),
      });
      expect(said(on)).toBe('ask G7');
      expect(offered(on)).toEqual(['once']);
    }
  });

  test('T6 a tool that changed asks again, whatever setting, policy, consent or grant', () => {
    const tool = mcpTool('search', true);
    const grants = [grantFor(tool, [], 'project1', 'chat1')];
    for (const setting of ['always', 'ask', null] as const) {
      for (const server of [
        { policy: 'never', consent: 'none' },
        { policy: 'once', consent: 'all' },
        { policy: 'once', consent: 'met' },
      ] as const) {
        const on = mcpCase(tool, {
          rules: rules(tool, { pin: 'changed', setting, grants, server: { id: 's1', name: 'Docs', ...server } }),
        });
        expect(said(on)).toBe('ask T6');
      }
    }
  });

  test('G8 a tool that is Always runs, and so does one without a setting on a server that never asks or was allowed', () => {
    expect(
      said(fileCase('file_write', { path: 'a' }, { rules: rules(fileTool('file_write'), { setting: 'always' }) })),
    ).toBe('run G8');
    const tool = mcpTool();
    expect(said(mcpCase(tool))).toBe('run G8');
    const all = { id: 's1', name: 'Docs', policy: 'once', consent: 'all' } as const;
    expect(said(mcpCase(tool, { rules: rules(tool, { server: all }) }))).toBe('run G8');
  });

  test('S5 the stricter of server policy and a tool’s own setting wins; a default is no own setting', () => {
    const tool = mcpTool();
    expect(said(mcpCase(tool, { rules: rules(tool, { setting: 'ask' }) }))).toBe('ask G10');
    expect(said(mcpCase(tool, { rules: rules(tool, { setting: 'deny' }) }))).toBe('reject G3');
    expect(said(mcpCase(tool, { rules: rules(tool, { setting: null }) }))).toBe('run G8');
  });

  test('G9 a grant runs what it covers and nothing else', () => {
    const edit = fileTool('file_edit');
    const grants = [grantFor(edit, ['src/a.ts'], 'project1', 'chat1')];
    const at = (path: string) =>
      said(fileCase('file_edit', { path, old_text: 'a', new_text: 'b' }, { rules: rules(edit, { grants }) }));
    expect(at('src/b.ts')).toBe('run G9');
    expect(at('src/deep/b.ts')).toBe('run G9');
    expect(at('src-secret/b.ts')).toBe('ask G10');
    expect(at('b.ts')).toBe('ask G10');
    expect(
      said(fileCase('file_write', { path: 'src/a.ts' }, { rules: rules(fileTool('file_write'), { grants }) })),
    ).toBe('ask G10');
  });

  test('G10 whatever no other row decides is asked, and may be remembered', () => {
    const on = fileCase('file_edit', { path: 'src/a.ts', old_text: 'a', new_text: 'b' });
    expect(said(on)).toBe('ask G10');
    expect(offered(on)).toEqual(['once', 'remember']);
  });

  test('G13 every answer says which rule, where it is set and until when', () => {
    const tool = mcpTool();
    const decisions = [
      decide(fileCase('file_read', { path: 'a' })),
      decide(fileCase('file_edit', { path: 'a', old_text: 'a', new_text: 'b' })),
      decide(fileCase('file_read', { path: 'a' }, { rules: rules(null) })),
      decide(mcpCase(tool)),
      decide(mcpCase(tool, { rules: rules(tool, { pin: 'changed' }) })),
    ];
    for (const decision of decisions) {
      const because = decision.verdict === 'run' ? decision.allowed.why : decision.why;
      expect(because.rule).toMatch(/^.{12,}\.$/u);
      expect(because.where.length).toBeGreaterThan(3);
      expect(because.until.length).toBeGreaterThan(3);
    }
  });
});
