/** Why something was not searched. Every search ends by saying so, so that "no match" cannot mislead (row P10). */
export type Reason =
  | 'git'
  | 'heavy'
  | 'ignored'
  | 'leftover'
  | 'blocked'
  | 'secret'
  | 'binary'
  | 'tooLarge'
  | 'tooDeep'
  | 'changed'
  | 'unreadable'
  | 'unnamed';

const words: Readonly<Record<Reason, readonly [one: string, many: string]>> = {
  git: ['.git folder', '.git folders'],
  heavy: ['node_modules folder', 'node_modules folders'],
  ignored: ['entry ignored by .gitignore', 'entries ignored by .gitignore'],
  leftover: ['unfinished browser write (.crswap)', 'unfinished browser writes (.crswap)'],
  blocked: ['entry blocked by .agentblock', 'entries blocked by .agentblock'],
  secret: ['secret file or folder', 'secret files or folders'],
  binary: ['binary file', 'binary files'],
  tooLarge: ['file over 512 MB', 'files over 512 MB'],
  tooDeep: ['folder nested too deep', 'folders nested too deep'],
  changed: ['file that changed or vanished meanwhile', 'files that changed or vanished meanwhile'],
  unreadable: ['folder or file that could not be read', 'folders or files that could not be read'],
  unnamed: ['entry whose name is no valid Unicode', 'entries whose names are no valid Unicode'],
};

/** Reasons whose entries are worth naming: the person may want to look at exactly those. */
const named: ReadonlySet<Reason> = new Set<Reason>(['tooLarge', 'changed', 'unreadable', 'tooDeep']);

/** Counts what was left out, by reason. */
export class Skips {
  readonly #counts = new Map<Reason, { count: number; names: string[] }>();

  add(reason: Reason, path: string): void {
    const entry = this.#counts.get(reason) ?? { count: 0, names: [] };
    entry.count += 1;
    if (named.has(reason) && entry.names.length < 3) entry.names.push(path);
    this.#counts.set(reason, entry);
  }

  count(reason: Reason): number {
    return this.#counts.get(reason)?.count ?? 0;
  }

  /** "2 node_modules folders, 3 binary files"; null where nothing was left out. */
  words(): string | null {
    const parts: string[] = [];
    for (const reason of Object.keys(words) as Reason[]) {
      const entry = this.#counts.get(reason);
      if (entry === undefined) continue;
      const [one, many] = words[reason];
      const names =
        entry.names.length === 0 ? '' : ` (${entry.names.join(', ')}${entry.count > entry.names.length ? ', …' : ''})`;
      parts.push(`${entry.count.toLocaleString('en')} ${entry.count === 1 ? one : many}${names}`);
    }
    return parts.length === 0 ? null : parts.join(', ');
  }
}
