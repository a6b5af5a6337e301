import { makeCatalog, type Catalog } from '../../core/catalog.ts';
import type { Asked, Rules } from '../../core/gate.ts';
import { grantName, type Grant } from '../../core/grants.ts';
import type { ChatId, ProjectId } from '../../core/ids.ts';
import { defaultSettings, type Settings } from '../../core/records.ts';
import { notOffered } from '../../core/scope.ts';

/** All rules that hold now. Kept apart from signals: runs read it, screens mirror it. */
export interface Book {
  readonly catalog: Catalog;
  readonly settings: Settings;
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

/** What the rules say about one call, as of now. */
export function rulesFor(book: Book, call: Asked, project: ProjectId | null): Rules {
  const tool = book.catalog.byName.get(call.name) ?? null;
  const asker = { project: project !== null, phase: call.phase, role: 'primary', audience: 'primary' } as const;
  return {
    tool,
    notOffered: tool === null ? null : notOffered(tool, asker),
    setting: tool === null ? null : (book.settings.tools[tool.key] ?? null),
    server: null,
    pin: 'same',
    grants: call.chat === book.open ? book.grants : [],
    project,
    broken: book.broken,
  };
}

/** Adds a grant once. */
export const withGrant = (grants: readonly Grant[], grant: Grant): readonly Grant[] =>
  grants.some((one) => grantName(one) === grantName(grant)) ? grants : [...grants, grant];
