/** For tests: the file tools over a map of texts, with answers shaped like the real ones (row P4). */
import { isObject, type JsonObject } from '../../../core/json.ts';
import { fail, ok, type Outcome } from '../../../core/outcome.ts';
import type { ToolResult } from '../../../core/tool.ts';

const said = (text: string): Outcome<ToolResult> => ok({ text, summary: '' });
const missing = (path: string): Outcome<ToolResult> =>
  fail('not-found', `There is no file "${path}". Look with find_files.`);
const ignored = (path: string): boolean => path.startsWith('tmp/');

type Hand = (files: Map<string, string>, arg: (name: string) => string) => Outcome<ToolResult>;

const hands: Readonly<Record<string, Hand>> = {
  find_files: (files) =>
    said(`${[...files.keys()].filter((path) => !ignored(path)).join('\n')}\n\n[Left out: 1 ignored.]`),
  grep: (files, arg) => {
    const pattern = new RegExp(arg('pattern'), 'u');
    const rows = [...files]
      .filter(([path]) => !ignored(path))
      .flatMap(([path, text]) =>
        text.split('\n').flatMap((line, at) => (pattern.test(line) ? [`${path}:${at + 1}:${line}`] : [])),
      );
    return said(`${rows.length === 0 ? 'No match.' : rows.join('\n')}\n\n[Left out: 1 ignored.]`);
  },
  file_read: (files, arg) => {
    const text = files.get(arg('path'));
    return text === undefined ? missing(arg('path')) : said(text);
  },
  file_write: (files, arg) => {
    const there = files.has(arg('path'));
    files.set(arg('path'), arg('content'));
    return said(`${there ? 'Replaced' : 'Created'} ${arg('path')}.`);
  },
  file_edit: (files, arg) => {
    const parts = files.get(arg('path'))?.split(arg('old_text'));
    if (parts === undefined) return missing(arg('path'));
    if (parts.length !== 2) return fail('no-match', `old_text was not found in ${arg('path')}.`);
    files.set(arg('path'), parts.join(arg('new_text')));
    return said(`Edited ${arg('path')}: 1 replacement, line ${(parts[0] ?? '').split('\n').length}.`);
  },
  file_delete: (files, arg) => (files.delete(arg('path')) ? said(`Deleted ${arg('path')}.`) : missing(arg('path'))),
  file_rename: (files, arg) => {
    const text = files.get(arg('from'));
    if (text === undefined) return missing(arg('from'));
    if (files.has(arg('to'))) return fail('exists', `${arg('to')} exists already.`);
    files.delete(arg('from'));
    files.set(arg('to'), text);
    return said(`Renamed ${arg('from')} to ${arg('to')}.`);
  },
};

/** Runs one call on the texts. */
export function run(files: Map<string, string>, tool: string, args: JsonObject): Outcome<ToolResult> {
  const hand = hands[tool];
  if (hand === undefined || !isObject(args)) return fail('bug', `no hand for ${tool}`);
  return hand(files, (name) => {
    const value = args[name];
    return typeof value === 'string' ? value : '';
  });
}
