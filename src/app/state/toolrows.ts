import { defaultSetting } from '../../core/decide.ts';
import { pinOf, type Book } from '../runs/rulebook.ts';
import type { ToolRow } from './contract.ts';

/** Settings → Tools: every tool of the catalogue with what holds for it now (row T2). */
export function toolRows(book: Book): readonly ToolRow[] {
  return book.catalog.tools.map((tool): ToolRow => {
    const own = book.settings.tools[tool.key];
    const server = tool.source.from === 'mcp' ? (book.servers.get(tool.source.server) ?? null) : null;
    return {
      tool,
      setting: own ?? defaultSetting(tool),
      own: own !== undefined,
      note: null,
      server: server?.name ?? null,
      changed: pinOf(book, tool) === 'changed',
    };
  });
}
