/** What the demo model knows of the sample project, and how it reads the tools' answers. */
import type { Scene, Seen } from './scene.ts';

/** The function that the sample's bug sits in. */
export const suspect = 'daysLate';
export const marks = 'TODO|FIXME';
export const suspectFile = 'src/loans/fees.ts';
export const precious = 'data/loans.json';
export const draft = 'docs/letters-draft.md';
export const settled = 'docs/letters.md';

/** A passage that can be put right, and what the file holds once it is. */
export interface Fix {
  readonly old: string;
  readonly new: string;
  readonly why: string;
}
export const bugFix: Fix = {
  old: 'return Math.max(0, daysBetween(due, back) + 1);',
  new: 'return Math.max(0, daysBetween(due, back));',
  why: 'it adds 1, so a tool that is back on the very day it is due counts as one day late and costs a fee',
};
export const spelling: Fix = {
  old: 'How many calender days a tool is late.',
  new: 'How many calendar days a tool is late.',
  why: 'a comment in it says “calender” where “calendar” is meant',
};

/** Whether a listing holds this exact path. */
export const lists = (listing: string, path: string): boolean => listing.split('\n').includes(path);

/** The newest call of one tool that ran, if any. */
export const ranOf = (scene: Scene, tool: string): Seen | undefined =>
  scene.calls.findLast((call) => call.tool === tool && call.end === 'ran');

/** The text of the listing the demo got, or null where it has none. */
export const listing = (scene: Scene): string | null => ranOf(scene, 'find_files')?.text ?? null;

/** The sample is recognised by several of its files at once, so that nothing is ever asked of another project's data. */
export function inSample(scene: Scene): boolean {
  const text = listing(scene);
  return (
    text !== null &&
    [suspectFile, 'src/notices/reminder.ts', 'src/catalog/tools.ts', 'test/fees.test.ts'].every((path) =>
      lists(text, path),
    )
  );
}

export interface Hit {
  readonly path: string;
  readonly line: string;
}

/** The matching lines of a search's answer: `path:line:text`. */
export const hitsIn = (text: string): readonly Hit[] =>
  text.split('\n').flatMap((row) => {
    const [, path, line] = /^([^:[\]]+):(\d+):/u.exec(row) ?? [];
    return path === undefined || line === undefined ? [] : [{ path, line }];
  });

const welcome = ['README.md', 'readme.md', 'README.txt', 'README', 'package.json', 'index.html'];
const readable =
  /^[^:[\]()]+\.(md|txt|ts|tsx|js|jsx|mjs|json|py|rb|go|rs|java|kt|swift|c|h|cpp|cs|php|html|css|ya?ml|toml)$/u;

/** A file worth reading, from what was found and listed; null where there is none. */
export function worthReading(scene: Scene): string | null {
  const text = listing(scene) ?? '';
  const hits = scene.calls.flatMap((call) => (call.tool === 'grep' && call.end === 'ran' ? hitsIn(call.text) : []));
  if (lists(text, suspectFile) || hits.some((hit) => hit.path === suspectFile)) return suspectFile;
  return (
    hits[0]?.path ??
    welcome.find((name) => lists(text, name)) ??
    text.split('\n').find((row) => readable.test(row)) ??
    null
  );
}

/** A name for a new file that the listing does not hold; null where there is no listing to be sure by. */
export function freeName(scene: Scene, stem: string): string | null {
  const text = listing(scene);
  if (text === null) return null;
  const names = [`${stem}.md`, ...Array.from({ length: 8 }, (_, at) => `${stem}-${at + 2}.md`)];
  return names.find((name) => !lists(text, name)) ?? null;
}
