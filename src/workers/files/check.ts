import type { CallId } from '../../core/ids.ts';
import { isObject, type JsonObject } from '../../core/json.ts';
import { fail, ok, type Outcome } from '../../core/outcome.ts';
import type { Content, FileCall, Plan } from '../../core/ports.ts';
import { isFileTool, type FileToolName } from '../../core/tool.ts';

/** Messages may be forged or damaged on the way: every one is looked at whole before anything is done with it. */
type Shape = 'text' | 'text?' | 'line?' | 'flag?';

const shapes: Readonly<Record<FileToolName, Readonly<Record<string, Shape>>>> = {
  file_read: { path: 'text', start_line: 'line?', end_line: 'line?' },
  file_write: { path: 'text', content: 'text' },
  file_edit: { path: 'text', old_text: 'text', new_text: 'text', replace_all: 'flag?' },
  file_delete: { path: 'text' },
  file_rename: { from: 'text', to: 'text' },
  file_info: { path: 'text' },
  list_directory: { path: 'text?', depth: 'line?' },
  find_files: { pattern: 'text', path: 'text?', include_ignored: 'flag?' },
  grep: {
    pattern: 'text',
    path: 'text?',
    include: 'text?',
    literal: 'flag?',
    ignore_case: 'flag?',
    context: 'line?',
    max_results: 'line?',
    include_ignored: 'flag?',
  },
};

/** Zero is a number of context lines, though not a line. */
const least: Readonly<Record<string, number>> = { context: 0 };

const words: Readonly<Record<string, string>> = { text: 'text', line: 'a whole number from 1', flag: 'true or false' };

function argumentFault(tool: FileToolName, args: JsonObject): string | null {
  const shape = shapes[tool];
  for (const name of Object.keys(args))
    if (!Object.hasOwn(shape, name)) return `${tool} has no argument ${JSON.stringify(name)}`;
  for (const [name, wanted] of Object.entries(shape)) {
    const value = args[name];
    if (value === undefined && wanted.endsWith('?')) continue;
    const kind = wanted.replace('?', '');
    const good =
      kind === 'text'
        ? typeof value === 'string'
        : kind === 'flag'
          ? typeof value === 'boolean'
          : typeof value === 'number' && Number.isSafeInteger(value) && value >= (least[name] ?? 1);
    if (!good)
      return value === undefined
        ? `${tool} needs the argument ${name}`
        : `${tool}’s argument ${name} must be ${words[kind] ?? kind}`;
  }
  return null;
}

/** Ids become folder names, so nothing but plain letters and digits is taken. */
export const goodId = (call: unknown): call is CallId =>
  typeof call === 'string' && /^[A-Za-z0-9_-]{1,64}$/u.test(call);

export const isFolder = (value: unknown): value is FileSystemDirectoryHandle =>
  typeof FileSystemDirectoryHandle === 'function' && value instanceof FileSystemDirectoryHandle;

/** The folder of a message, or why it is none. */
export function checkFolder(value: unknown): Outcome<FileSystemDirectoryHandle> {
  return isFolder(value)
    ? ok(value)
    : fail(
        'bad-arguments',
        'The call came without a folder that the browser granted, so it was not run. Open the project again.',
      );
}

/** The call of a message, or why it is none. */
export function checkCall(value: unknown): Outcome<FileCall> {
  if (!isObject(value)) return fail('bad-arguments', 'The call is not an object, so it was not run.');
  const { id, tool, args } = value;
  if (!goodId(id)) return fail('bad-arguments', 'The call has no proper id, so it was not run.');
  if (typeof tool !== 'string' || !isFileTool(tool))
    return fail('bad-arguments', `There is no file tool ${JSON.stringify(tool ?? null).slice(0, 80)}.`);
  if (!isObject(args)) return fail('bad-arguments', `The arguments of ${tool} are not an object, so it was not run.`);
  const fault = argumentFault(tool, args);
  return fault === null ? ok({ id, tool, args }) : fail('bad-arguments', `${fault}. The call was not run.`);
}

const kinds: ReadonlySet<unknown> = new Set(['create', 'replace', 'edit', 'delete', 'rename']);
const entries: ReadonlySet<unknown> = new Set(['file', 'folder', 'none']);
const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

const isContent = (value: unknown): value is Content | null =>
  value === null ||
  (isObject(value) &&
    isCount(value['size']) &&
    typeof value['hash'] === 'string' &&
    /^[0-9a-f]{64}$/u.test(value['hash']));

/** Whether a value is a plan, whole and of the right types. */
export function isPlan(value: unknown): value is Plan {
  if (!isObject(value)) return false;
  const { kind, path, to, entry, before, after, lines, action } = value;
  const counted = lines === null || (isObject(lines) && isCount(lines['removed']) && isCount(lines['added']));
  return (
    kinds.has(kind) &&
    typeof path === 'string' &&
    (to === null || typeof to === 'string') &&
    entries.has(entry) &&
    isContent(before) &&
    isContent(after) &&
    counted &&
    typeof action === 'string'
  );
}
