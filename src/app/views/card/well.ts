import { pathArguments } from '../../../core/grants.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import type { Card } from '../../state/contract.ts';

/** One line of the details well; `code` is set in the fixed font. */
export interface WellRow {
  readonly name: string;
  readonly value: string;
  readonly code: boolean;
}

/** "Approve read?" for a read, otherwise with the tool's label (row A1). */
export const titleOf = ({ tool, view }: Card): string =>
  tool?.effect === 'read' ? 'Approve read?' : `Approve ${view.label}?`;

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

/** The details well of a card (row A1): where, how far, and what. `project`: the name of the chat's project, or null. */
export function wellOf(card: Card, project: string | null): readonly WellRow[] {
  const { tool, view } = card;
  const rows = [...paths(card)];
  if (tool?.source.from === 'mcp') rows.push({ name: 'Server', value: tool.source.server, code: false });
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
