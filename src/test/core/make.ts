/** Small true-to-life pieces for the core's tests. */
import type { Case } from '../../core/decide.ts';
import { fileTool } from '../../core/builtin.ts';
import type { AnswerFacts, Asked, Rules } from '../../core/gate.ts';
import type { JsonObject } from '../../core/json.ts';
import { normalise } from '../../core/path.ts';
import { pathArguments } from '../../core/grants.ts';
import type { Facts, Plan } from '../../core/ports.ts';
import { isFileTool, type Tool } from '../../core/tool.ts';

export const opus = { provider: 'p1', model: 'opus', name: 'Anthropic · Opus' } as const;

/** A tool of the server `s1`; `search` unless named otherwise. */
export const mcpTool = (name = 'search', readOnlyHint: boolean | null = null, server = 's1'): Tool => ({
  key: `mcp:${server}:${name}`,
  name,
  label: name,
  description: `What ${name} does`,
  schema: { type: 'object' },
  effect: readOnlyHint === true ? 'read' : 'write',
  source: { from: 'mcp', server },
  readOnlyHint,
});

export const call = (name: string, args: JsonObject | null, more: Partial<Asked> = {}): Asked => ({
  id: 'call00001',
  chat: 'chat1',
  answer: 'answer1',
  model: opus,
  phase: 'solo',
  turn: 1,
  name,
  args,
  raw: JSON.stringify(args),
  parent: null,
  ...more,
});

/** The plan of a change; `hash` is that of what lies there now. */
export const plan = (path: string, hash = 'old', more: Partial<Plan> = {}): Plan => ({
  kind: 'edit',
  path,
  to: null,
  entry: 'file',
  before: { size: 3, hash },
  after: { size: 4, hash: 'new' },
  lines: { removed: 1, added: 1 },
  action: 'Replace 1 passage (−1 +1 lines)',
  ...more,
});

/** What a survey would find where nothing is wrong. */
export function factsOf(tool: Tool, args: JsonObject, more: Partial<Facts> = {}): Facts {
  const paths = pathArguments(tool.name, args).map((path) => {
    const normal = normalise(path, true);
    return normal.ok ? normal.value : path;
  });
  return {
    paths,
    refused: null,
    kinds: paths.map(() => 'file' as const),
    blockedBy: null,
    secret: 'none',
    plan: tool.effect === 'write' ? plan(paths[0] ?? '', 'old', { to: paths[1] ?? null }) : null,
    fault: null,
    ...more,
  };
}

export const rules = (tool: Tool | null, more: Partial<Rules> = {}): Rules => ({
  tool,
  notOffered: null,
  setting: null,
  server:
    tool?.source.from === 'mcp' ? { id: tool.source.server, name: 'Docs', policy: 'never', consent: 'none' } : null,
  pin: 'same',
  grants: [],
  project: 'project1',
  broken: null,
  ...more,
});

export const answer = (more: Partial<AnswerFacts> = {}): AnswerFacts => ({
  counted: 0,
  ceiling: 250,
  stopped: false,
  declined: [],
  ...more,
});

/** A case of one file tool. */
export function fileCase(name: string, args: JsonObject, more: Partial<Case> = {}): Case {
  if (!isFileTool(name)) throw new Error(`${name} is no file tool`);
  const tool = fileTool(name);
  return {
    call: call(name, args),
    facts: factsOf(tool, args),
    rules: rules(tool),
    answer: answer(),
    flow: null,
    approval: null,
    ...more,
  };
}

/** A case of a server's tool. */
export const mcpCase = (tool: Tool, more: Partial<Case> = {}): Case => ({
  call: call(`mcp__Docs__${tool.name}`, { q: 'x' }),
  facts: null,
  rules: rules(tool),
  answer: answer(),
  flow: null,
  approval: null,
  ...more,
});
