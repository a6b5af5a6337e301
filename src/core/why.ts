import type { Asked, Row, Rules, Why } from './gate.ts';
import type { Facts } from './ports.ts';

const fixed = 'built in; it cannot be changed';
const settings = 'Settings → Tools';
const always = 'always';
const changeable = 'until you change it';

/** The texts of every answer the gate gives (row G13), apart from the rules themselves so that both stay readable. */
export const why = {
  unknownTool: (call: Asked): Why =>
    make('G1', `There is no tool called “${call.name}”.`, 'the tools offered to this model', always),
  notOffered: (call: Asked, reason: string): Why =>
    make('G1', `“${call.name}” is not offered here: ${reason}`, 'the chat’s project and models', 'this chat'),
  broken: (text: string): Why =>
    make('G11', `A rule cannot be read, so nothing runs by it: ${text}`, settings, 'until it is mended'),
  unseen: (): Why =>
    make('G11', 'What this call would touch could not be found out, so it does not run.', fixed, always),
  unreadable: (): Why =>
    make('G11', 'The arguments of this call could not be read, so it does not run.', fixed, always),
  outside: (reason: string): Why => make('G2', reason, fixed, always),
  agentblock: (rule: string): Why =>
    make('G2', `The path is closed to models by ${rule}.`, 'the project’s .agentblock file', 'until the file changes'),
  denied: (rules: Rules): Why =>
    make('G3', `${rules.tool?.label ?? 'This tool'} is set to Deny.`, settings, changeable),
  refusedServer: (name: string): Why =>
    make(
      'G3',
      `You said no to the server “${name}” in this chat.`,
      'the chat’s header, or Settings → Tools',
      'this chat',
    ),
  declinedBefore: (): Why =>
    make('G3', 'You declined this very call in this answer.', 'your answer on its card', 'this answer'),
  ceiling: (ceiling: number): Why =>
    make(
      'G4',
      `This answer has made ${ceiling} tool calls, which is the most it may.`,
      'the tool budget',
      'this answer',
    ),
  stoppedTools: (): Why =>
    make('G4', 'You stopped the tools of this answer at the check-in.', 'the tool budget’s check-in', 'this answer'),
  secretDeny: (facts: Facts): Why =>
    make('G5', `${list(facts)} is a private key or the like. Models never get those.`, 'the list of secrets', always),
  secretAsk: (facts: Facts): Why =>
    make('G5', `${list(facts)} may hold secrets, so it is asked about every time.`, 'the list of secrets', always),
  serverAlways: (name: string): Why =>
    make('G6', `The server “${name}” is set to “Ask every time”.`, 'Settings → MCP servers', changeable),
  serverUnknown: (name: string, policy: string): Why =>
    make(
      'G7',
      `The server “${name}” has an approval policy that Sluice does not know (“${policy}”).`,
      'Settings → MCP servers',
      'until it is mended',
    ),
  serverFirst: (name: string): Why =>
    make(
      'G7',
      `This is the chat’s first call to the server “${name}”, which asks once per chat.`,
      'Settings → MCP servers',
      'this chat',
    ),
  toolChanged: (label: string): Why =>
    make('T6', `The server has changed “${label}” since you approved it.`, 'the server', 'until you approve it again'),
  alwaysRuns: (rules: Rules, own: boolean): Why =>
    make(
      'G8',
      own
        ? `${rules.tool?.label ?? 'This tool'} is set to Always.`
        : `${rules.tool?.label ?? 'This tool'} runs without asking by default.`,
      settings,
      changeable,
    ),
  serverNever: (name: string): Why =>
    make('G8', `The server “${name}” is set to “Never ask”.`, 'Settings → MCP servers', changeable),
  serverAll: (name: string): Why =>
    make(
      'G8',
      `You allowed every tool of the server “${name}” in this chat.`,
      'the chat’s header, or Settings → Tools',
      'this chat',
    ),
  granted: (words: string): Why =>
    make(
      'G9',
      `You approved this for the session: ${words}.`,
      'Settings → Tools → Active session approvals',
      'until this chat is switched, closed or reloaded',
    ),
  asks: (rules: Rules, own: boolean): Why =>
    make(
      'G10',
      own
        ? `${rules.tool?.label ?? 'This tool'} is set to Ask.`
        : `${rules.tool?.label ?? 'This tool'} asks by default.`,
      settings,
      changeable,
    ),
  inFlow: (asked: Why): Why =>
    make(asked.row, `${asked.rule} A tool flow cannot stop to ask.`, asked.where, asked.until),
  flowMode: (mode: string): Why =>
    make('G8', `The chat’s flow mode is ${mode}.`, 'the chat’s flow mode', 'until you change it or reload'),
  flowApproved: (asked: Why): Why =>
    make(asked.row, 'Approved with the flow that makes this call.', asked.where, 'this flow'),
} as const;

function make(row: Row, rule: string, where: string, until: string): Why {
  return { row, rule, where, until };
}

const list = (facts: Facts): string => facts.paths.map((path) => `“${path}”`).join(' or ');
