/**
 * The sample project's files as text. They lie under `files/` with `.txt` behind their real names, so that no compiler,
 * linter or formatter takes them for code of this program. Import this module lazily: it is no part of the first load.
 */
const bundled: Readonly<Record<string, string>> = import.meta.glob<string>('./files/**/*.txt', {
  query: '?raw',
  import: 'default',
  eager: true,
  // Names that begin with a dot belong to the project too.
  exhaustive: true,
});

/** Path in the project → text, sorted by path. */
export const sampleFiles: ReadonlyMap<string, string> = new Map(
  Object.entries(bundled)
    .map(([path, text]): [string, string] => [path.slice('./files/'.length, -'.txt'.length), text])
    .toSorted(([a], [b]) => (a < b ? -1 : 1)),
);
