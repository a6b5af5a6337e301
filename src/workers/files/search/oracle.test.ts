import { expect } from 'vitest';
import type { JsonObject } from '../../../core/json.ts';
import type { Outcome } from '../../../core/outcome.ts';
import type { ToolResult } from '../../../core/tool.ts';
import { fixtureBytes, fixtureJson, fixtureTest } from '../../../test/fixtures.ts';
import { body, emptyFolder, folderAt, put, untar } from '../../../test/tree.ts';
import { grep } from './grep.ts';

const quiet = { signal: new AbortController().signal, progress: (): void => undefined };
const search = (root: FileSystemDirectoryHandle, args: JsonObject): Promise<Outcome<ToolResult>> =>
  grep(root, args, quiet);

interface Query {
  readonly name: string;
  readonly args: readonly string[];
  readonly stdout: readonly string[];
}

/** What `rg` was asked, in `grep`'s words. Those that are missing say why. */
const asked: Readonly<Record<string, JsonObject | string>> = {
  literal: { pattern: 'foo' },
  word: { pattern: '\\bfoo\\b' },
  'fixed dot': { pattern: 'foo.bar', literal: true },
  'anchor end on CRLF': '$ stands before CRLF here (case 22): see the next one',
  'anchor end CRLF with --crlf': { pattern: 'foo$' },
  'anchor start with BOM': { pattern: '^foo' },
  'unicode class': { pattern: '\\p{Han}+' },
  'unicode case fold cyr': { pattern: 'НАЙТИ', ignore_case: true },
  'turkish i': { pattern: 'istanbul', ignore_case: true },
  '\\b unicode': { pattern: '\\bнайти\\b' },
  'dot matches emoji zwj count': { pattern: '^.{3} dev' },
  'hidden included': { pattern: 'foo hidden' },
  'no-ignore': { pattern: 'foo d', include_ignored: true },
  'glob dir': { pattern: 'foo', include: 'src/**' },
  'glob negate': { pattern: 'foo', include: '!src' },
  'glob brackets escaped': { pattern: 'foo', include: 'src/\\[id\\]/*' },
  'glob brackets as class': 'the literal folder [id] is found too (case 17)',
  alternation: { pattern: 'TODO|FIXME' },
  'inline flag': { pattern: '(?i)todo' },
  'unescaped brace error': 'searched for, not an error (case 22)',
  'lookahead unsupported': 'an error here too (expression.test.ts)',
  'backref pcre': 'back-references are not possible in linear time',
  multiline: 'a search goes line by line',
  'empty pattern': { pattern: '', path: 'src/x.ts' },
  'invalid regex': 'searched for as plain text, with a note (case 22)',
  'max per file': 'there is no such argument',
  context: { pattern: 'TODO', path: 'src/main.ts', context: 1 },
  'files with matches': 'there is no such argument',
  'no match': { pattern: 'zzzz' },
  'binary as text': 'there is no such argument',
  utf16: { pattern: 'sixteen' },
  'path with spaces': { pattern: 'foo', path: 'src/a b' },
};

const hiddenToo = '.hidden/h.txt:1:foo hidden';

/** rg’s line as this `grep` writes it: project-relative, the path even for one file, no CR, Latin-1 read as such. */
function ours(line: string, args: JsonObject): string {
  const plain = line.replace(/^\.\//u, '').replace(/\r$/u, '').replaceAll('\\xe9', 'é');
  const file = /^(\d+)([:-])/u.exec(plain);
  return file === null ? plain : `${typeof args['path'] === 'string' ? args['path'] : ''}${file[2] ?? ''}${plain}`;
}

fixtureTest(
  'P10 grep answers as ripgrep does on a hostile tree, but for the differences that are intended',
  async () => {
    const root = await emptyFolder('oracle');
    for (const [path, bytes] of Object.entries(untar(await fixtureBytes('files/rg-oracle-tree.tar'))))
      await put(root, path.replace(/^tree\//u, ''), bytes);
    await folderAt(root, '.git');
    const queries = (await fixtureJson('files/rg-oracle.json')) as Query[];
    expect(queries.map(({ name }) => name).filter((name) => asked[name] === undefined)).toEqual([]);
    for (const query of queries) {
      const args = asked[query.name];
      if (args === undefined || typeof args === 'string') continue;
      const lines = query.stdout
        .map((line) => ours(line, args))
        .filter((line) => !line.endsWith('[Omitted long matching line]'));
      const found = body(await search(root, args)).filter(
        (line) => !line.startsWith('src/long.min.js:') && line !== 'No matches.',
      );
      const shown = found.filter((line) => lines.includes(hiddenToo) || line !== hiddenToo);
      expect({ query: query.name, lines: shown.toSorted() }).toEqual({ query: query.name, lines: lines.toSorted() });
      if (query.stdout.some((line) => line.endsWith('[Omitted long matching line]'))) {
        expect(body(await search(root, args)).some((line) => line.startsWith('src/long.min.js:1:'))).toBe(true);
      }
    }
  },
);
