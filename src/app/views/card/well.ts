import { pathArguments } from '../../../core/grants.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import type { Card } from '../../state/contract.ts';
import { oneLine } from '../oneline.ts';

/** One line of the details well; `code` is set in the fixed font. */
export interface WellRow {
  readonly name: string;
  readonly value: string;
  readonly code: boolean;
}

/** "Approve read?" for a read, otherwise with the tool's label (row A1). */
export const titleOf = ({ tool, view }: Card): string =>
  tool?.effect === 'read' ? 'Approve read?' : `Approve ${oneLine(view.label)}?`;

/** The server of a card's call by the name the person gave it, with its host, so that two of one name are told apart. */
export function serverWords({ tool, server }: Card, url: string | null): string | null {
  if (tool?.source.from !== 'mcp' && server === null) return null;
  const name = oneLine(server ?? 'a server that was removed');
  return url !== null && URL.canParse(url) ? `${name} (${new URL(url).host})` : name;
}

const firstSentence = (text: string): string => /^.*?[.!?](?=\s|$)/su.exec(text.trim())?.[0] ?? text.trim();

function paths({ view, tool }: Card): readonly WellRow[] {
  const { plan, call } = view;
  if (plan !== null) {
    const from = { name: plan.to === null ? 'Path' : 'From', value: plan.path, code: true };
    return plan.to === null ? [from] : [from, { name: 'To', value: plan.to, code: true }];
  }
  if (tool?.source.from !== 'files' || call.args === null) return [];
  const [first = '', second] = pathArguments(tool.name, call.args);
  const whole = { name: 'Path', value: 'the whole project', code: false };
  if (second !== undefined)
    return [
      { name: 'From', value: first, code: true },
      { name: 'To', value: second, code: true },
    ];
  return [first === '' || first === '.' ? whole : { name: 'Path', value: first, code: true }];
}

/** What a server's tool would be: whose it is, its own name, and what only its server says of it. */
function served(card: Card, url: string | null): readonly WellRow[] {
  const { tool } = card;
  if (tool === null) return [];
  const said = firstSentence(tool.description.slice(0, 2_000));
  const rows: WellRow[] = [
    { name: 'Server', value: serverWords(card, url) ?? '', code: false },
    { name: 'Tool', value: oneLine(tool.name, 256), code: true },
    { name: 'Scope', value: tool.effect === 'read' ? 'read-only, says the server' : 'read/write', code: false },
  ];
  // A claim of the server, and set apart as one.
  return said === '' ? rows : [...rows, { name: 'Action', value: `“${oneLine(said, 240)}”`, code: false }];
}

/**
 * The details well of a card (row A1): where, how far, and what. `project`: the name of the chat's project; `url`: the
 * address of the tool's server; null where there is none.
 */
export function wellOf(card: Card, project: string | null, url: string | null = null): readonly WellRow[] {
  const { tool, view } = card;
  if (tool?.source.from === 'mcp') return served(card, url);
  const rows = [...paths(card)];
  const reach = tool?.effect === 'read' ? 'read-only' : 'read/write';
  const filed = tool?.source.from === 'files' && project !== null;
  rows.push({ name: 'Scope', value: filed ? `${reach}, project ${project}` : reach, code: false });
  const action = view.plan?.action ?? (tool === null ? '' : firstSentence(tool.description));
  if (action !== '') rows.push({ name: 'Action', value: action, code: false });
  return rows;
}

/**
 * Arguments that neither the well nor the diff shows, so that nothing is approved unseen: all of an MCP or app tool,
 * and of a reading file tool all but its path.
 */
export function otherArguments({ tool, view }: Card): JsonObject | null {
  const { args } = view.call;
  if (args === null || view.plan !== null) return null;
  const known: ReadonlySet<string> = tool?.source.from === 'files' ? new Set(['path', 'from', 'to']) : new Set();
  const rest = Object.entries(args).filter(([name]: readonly [string, Json]) => !known.has(name));
  return rest.length === 0 ? null : Object.fromEntries(rest);
}
