import { makeCatalog, type Catalog } from '../../core/catalog.ts';
import type { Asked, Consent, Rules } from '../../core/gate.ts';
import { grantName, type Grant } from '../../core/grants.ts';
import type { ChatId, ProjectId, ServerId } from '../../core/ids.ts';
import { isObject } from '../../core/json.ts';
import { pinned, pinText } from '../../core/pin.ts';
import { defaultSettings, type Settings } from '../../core/records.ts';
import { notOffered, type Asker } from '../../core/scope.ts';
import type { ServerRecord } from '../../core/server.ts';
import type { Tool, ToolKey } from '../../core/tool.ts';

/** All rules that hold now. Kept apart from signals: runs read it, screens mirror it. */
export interface Book {
  readonly catalog: Catalog;
  readonly settings: Settings;
  /** Servers that are enabled (rows S, F4); a tool whose server is not here is not known (row G11). */
  readonly servers: ReadonlyMap<ServerId, ServerRecord>;
  /** What each tool was when it was last allowed (row T6); null where that could not be read: then all have changed. */
  readonly pins: ReadonlyMap<ToolKey, string> | null;
  /** Why the settings cannot be read, or null; nothing runs then (row G11). */
  readonly broken: string | null;
  readonly grants: readonly Grant[];
  /** The open chat: grants hold for no other (row A4). */
  readonly open: ChatId | null;
}

export interface Rulebook {
  now(): Book;
  /** Takes effect at once: whoever listens decides waiting calls again (row T4). */
  change(part: Partial<Book>): void;
  listen(listener: () => void): () => void;
}

export function makeRulebook(): Rulebook {
  let book: Book = {
    catalog: makeCatalog([], new Map()),
    settings: defaultSettings,
    servers: new Map(),
    pins: new Map(),
    broken: null,
    grants: [],
    open: null,
  };
  const listeners = new Set<() => void>();
  return {
    now: () => book,
    change(part) {
      book = { ...book, ...part };
      for (const listener of listeners) listener();
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** What a chat has answered to servers (row S4). */
export type Consents = Readonly<Record<ServerId, Consent>>;

/** Who asks, as scope sees it (rows F3, F4). */
export const askerOf = (book: Book, tool: Tool, call: Pick<Asker, 'phase' | 'role'>, project: boolean): Asker => ({
  ...call,
  project,
  audience: (tool.source.from === 'mcp' ? book.servers.get(tool.source.server)?.audience : null) ?? 'primary',
});

/** Whether a server's tool is what the person last allowed (row T6). */
export const pinOf = (book: Book, tool: Tool): Rules['pin'] =>
  tool.source.from !== 'mcp' ? 'same' : pinned(tool, book.pins === null ? null : book.pins.get(tool.key));

/** A tool as it was allowed and as it is now, where its server changed it since (row T6); else null. */
export function changeIn(book: Book, tool: Tool): { readonly before: string; readonly after: string } | null {
  if (pinOf(book, tool) === 'same') return null;
  const before = book.pins?.get(tool.key) ?? '';
  // A pin that could not be read is null or empty: everything about the tool is news then.
  return { before: before === '' ? unread : before, after: pinText(tool) };
}
const unread = 'What was allowed before cannot be read any more, so nothing of this tool counts as allowed.\n';

function serverOf(book: Book, tool: Tool, consents: Consents): Rules['server'] {
  const server = tool.source.from === 'mcp' ? book.servers.get(tool.source.server) : undefined;
  if (server === undefined) return null;
  const { id, name, policy } = server;
  // What was stored is told as it is: an answer nobody understands is for the gate to refuse (row G11), never "not asked yet".
  const known = isObject(consents);
  const stored: unknown = !known ? 'unreadable' : Object.hasOwn(consents, id) ? consents[id] : 'none';
  return { id, name, policy, consent: stored as Consent };
}

/** What the rules say about one call, as of now. */
export function rulesFor(
  book: Book,
  call: Asked & Pick<Asker, 'role'>,
  project: ProjectId | null,
  consents: Consents,
): Rules {
  const tool = book.catalog.byName.get(call.name) ?? null;
  return {
    tool,
    notOffered: tool === null ? null : notOffered(tool, askerOf(book, tool, call, project !== null)),
    setting: tool === null ? null : (book.settings.tools[tool.key] ?? null),
    server: tool === null ? null : serverOf(book, tool, consents),
    pin: tool === null ? 'same' : pinOf(book, tool),
    grants: call.chat === book.open ? book.grants : [],
    project,
    broken: book.broken,
  };
}

/** Adds a grant once. */
export const withGrant = (grants: readonly Grant[], grant: Grant): readonly Grant[] =>
  grants.some((one) => grantName(one) === grantName(grant)) ? grants : [...grants, grant];
