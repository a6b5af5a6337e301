import ignore, { type Ignore } from 'ignore';

/** One ignore file: its rules speak of what lies under `folder` ('' is the root). */
export interface RuleFile {
  readonly folder: string;
  /** The file's own path, for messages. */
  readonly path: string;
  readonly rules: Ignore;
}

/** What one or several ignore files say of an entry; `rule` is the line that decided. */
export type Verdict =
  | { readonly says: 'ignored'; readonly by: RuleFile; readonly rule: string }
  | { readonly says: 'kept' }
  | { readonly says: 'nothing' };

/** More globstars than any real rule has; each one multiplies the time on a deep path (row P10). */
const mostGlobstars = 4;

/** The lines that are too costly to match, with their numbers from 1. The rest of the file stands. */
export function costly(text: string): readonly number[] {
  const found: number[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.split('**').length - 1 > mostGlobstars || line.length > 1_000) found.push(index + 1);
  }
  return found;
}

/** Reads the text of a `.gitignore` (letter case counts, as for git) or `.agentblock` (it does not, row P5). */
export function readRules(folder: string, path: string, text: string, caseless: boolean): RuleFile {
  const bad = new Set(costly(text));
  const lines = text.normalize('NFC').split('\n');
  const kept = lines.filter((_, index) => !bad.has(index + 1)).join('\n');
  return { folder, path, rules: ignore({ ignorecase: caseless }).add(kept) };
}

const below = (path: string, folder: string): string => (folder === '' ? path : path.slice(folder.length + 1));

/**
 * What a stack of ignore files (root first) says of one entry. The deepest file that speaks decides, as in git; that
 * nothing in an ignored folder can be taken back is the walk's doing, which never enters one.
 */
export function judge(stack: readonly RuleFile[], path: string, folder: boolean): Verdict {
  for (const file of stack.toReversed()) {
    const inner = below(path, file.folder);
    if (inner === '') continue;
    const found = file.rules.test(folder ? `${inner}/` : inner);
    if (found.ignored) return { says: 'ignored', by: file, rule: found.rule?.pattern ?? '' };
    if (found.unignored) return { says: 'kept' };
  }
  return { says: 'nothing' };
}
