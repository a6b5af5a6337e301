import { fileTool } from '../../../core/builtin.ts';
import type { Call } from '../../../core/call.ts';
import type { CallView } from '../../../core/conversation.ts';
import type { Allow, Asked, Offer, Why } from '../../../core/gate.ts';
import type { CallId } from '../../../core/ids.ts';
import type { JsonObject } from '../../../core/json.ts';
import type { Outcome } from '../../../core/outcome.ts';
import type { Plan } from '../../../core/ports.ts';
import type { FileToolName, ToolResult } from '../../../core/tool.ts';
import type { Card } from '../../state/contract.ts';
import { fakeTool } from './servers.ts';
import { demoModel } from './fake.ts';

export const asksByDefault: Why = {
  row: 'G10',
  rule: 'Edit file asks by default.',
  where: 'Settings → Tools',
  until: 'until you change it',
};

/** A plan of one replaced passage; `after` tells two plans apart. */
export const fakePlan = (after = 'after'): Plan => ({
  kind: 'edit',
  path: 'src/a.ts',
  to: null,
  entry: 'file',
  before: { size: 2, hash: 'before' },
  after: { size: 2, hash: after },
  lines: { removed: 1, added: 1 },
  action: 'Replace 1 passage (−1 +1 lines)',
});

export function fakeAskedCall(name: string, args: JsonObject | null, id: CallId = 'call-0001'): Asked {
  return {
    id,
    chat: 'chat-1',
    answer: 'answer-1',
    model: demoModel,
    phase: 'solo',
    turn: 1,
    name,
    args,
    raw: JSON.stringify(args),
    parent: null,
  };
}

export function fakeView(call: Call, over: Partial<CallView> = {}): CallView {
  return {
    call,
    label: call.name,
    tool: call.name,
    plan: null,
    why: asksByDefault,
    by: 'person',
    original: null,
    remembered: null,
    reverted: null,
    data: null,
    at: 0,
    ...over,
  };
}

/** A call of a file tool in one state of its life. */
export function fileView(
  name: FileToolName,
  args: JsonObject | null,
  state: Partial<Call> & Pick<Call, 'at'>,
  over: Partial<CallView> = {},
): CallView {
  const call = { ...fakeAskedCall(name, args), ...state } as Call;
  return fakeView(call, { label: fileTool(name).label, ...over });
}

/** A view of a call that ran. */
export function doneView(
  name: FileToolName,
  args: JsonObject | null,
  outcome: Outcome<ToolResult>,
  over: Partial<CallView> = {},
): CallView {
  // Only `decide` makes permissions; a view never looks into one.
  return fileView(name, args, { at: 'done', outcome, ms: 4, allowed: {} as Allow }, over);
}

/** A waiting card of a file tool. */
export function fakeCard(
  name: FileToolName,
  args: JsonObject | null,
  plan: Plan | null,
  { id = 'call-0001', ...over }: Partial<Card> & { readonly id?: CallId } = {},
): Card {
  const offers: readonly Offer[] = over.offers ?? [{ is: 'once' }];
  const tool = fileTool(name);
  const call: Call = { ...fakeAskedCall(name, args, id), at: 'waiting', why: asksByDefault, offers };
  return {
    view: fakeView(call, { label: tool.label, plan, by: null, why: null }),
    why: asksByDefault,
    offers,
    ready: true,
    asker: 'Anthropic · Opus',
    tool,
    server: null,
    changed: null,
    sharers: [],
    ...over,
  };
}

/** A waiting card of the tool `close_issue` of the server `s1`, "orchard issues". */
export function fakeMcpCard(
  args: JsonObject | null = { query: 'apples' },
  { id = 'call-0001', ...over }: Partial<Card> & { readonly id?: CallId } = {},
): Card {
  const tool = over.tool ?? fakeTool('close_issue');
  const card = fakeCard('file_write', args, null, { id, tool, server: 'orchard issues', ...over });
  return { ...card, view: { ...card.view, label: tool.label, tool: tool.key, server: card.server } };
}

/** A call of a server's tool in one state of its life. */
export function mcpView(state: Partial<Call> & Pick<Call, 'at'>, over: Partial<CallView> = {}): CallView {
  const call = { ...fakeAskedCall('close_issue', { query: 'apples' }), ...state } as Call;
  return fakeView(call, { label: 'close_issue', tool: 'mcp:s1:close_issue', server: 'orchard issues', ...over });
}

/** A call of a server's tool that ended. */
export const mcpDone = (outcome: Outcome<ToolResult>, over: Partial<CallView> = {}): CallView =>
  mcpView({ at: 'done', outcome, ms: 4, allowed: {} as Allow }, over);
