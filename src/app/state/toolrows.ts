import { defaultSetting } from '../../core/decide.ts';
import type { Setting } from '../../core/gate.ts';
import { knownPolicy } from '../../core/server.ts';
import { pinOf, type Book } from '../runs/rulebook.ts';
import type { ToolRow } from './contract.ts';

/** Settings → Tools: every tool of the catalogue with what holds for it now (row T2). */
export function toolRows(book: Book): readonly ToolRow[] {
  return book.catalog.tools.map((tool): ToolRow => {
    const own = book.settings.tools[tool.key];
    const server = tool.source.from === 'mcp' ? (book.servers.get(tool.source.server) ?? null) : null;
    const setting = own ?? defaultSetting(tool);
    const changed = pinOf(book, tool) === 'changed';
    return {
      tool,
      setting,
      own: own !== undefined,
      note: server === null ? null : noteOf(server.policy, setting, own !== undefined, changed),
      server: server?.name ?? null,
      changed,
    };
  });
}

/** Where a server's policy has another word than the row's own control (rows T2, S5). A changed tool asks by itself (row T6). */
function noteOf(policy: string | null, setting: Setting, own: boolean, changed: boolean): string | null {
  const known = knownPolicy(policy);
  // `always` asks each time, `once` first in each chat, and one that nobody knows is asked (rows G6, G7).
  if (known !== 'never') return setting === 'always' ? 'asks first: server policy' : null;
  return !own && setting === 'ask' && !changed ? 'runs: server never asks' : null;
}
