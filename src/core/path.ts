import { fail, ok, type Outcome } from './outcome.ts';

/** Names Windows and Chromium refuse whatever their extension. */
const devices = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(\.|$)/iu;
/** Characters that a file name in the browser cannot hold. `/` splits before this is asked. */
// oxlint-disable-next-line no-control-regex -- control characters are what is refused
const badCharacters = /[\u0000-\u001f\u007f-\u009f:*?"<>|\\]/u;
/** Characters that change direction or do not show, so that a name could pose as another. */
const hidden = /[\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060\u2066-\u2069\ufeff]/u;
/** Endings that Chromium refuses to touch at all. */
const dangerous = /\.(lnk|local|scf|url|desktop|website|search-ms|settingcontent-ms)$/iu;
const mostBytes = 248;

function bytesOf(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}

const shown = (text: string): string => JSON.stringify(text);

/** Why one segment cannot be a name, or null where it can. */
function segmentFault(name: string): string | null {
  if (name === '') return 'it has an empty part ("//")';
  if (name === '..') return '".." would leave the project';
  if (name === '.') return '"." is only allowed at the start ("./")';
  if (badCharacters.test(name)) return `the name ${shown(name)} holds a character that file names cannot have here`;
  if (hidden.test(name)) return `the name ${shown(name)} holds an invisible or direction-changing character`;
  if (name.trim() !== name) return `the name ${shown(name)} begins or ends with a blank`;
  if (name.endsWith('.')) return `the name ${shown(name)} ends with a dot`;
  if (devices.test(name)) return `${shown(name)} is a reserved device name`;
  if (name.startsWith('~')) return `the browser does not allow names that begin with "~" (${shown(name)})`;
  if (dangerous.test(name)) return `the browser does not allow names like ${shown(name)}`;
  if (/[\ud800-\udfff]/u.test(name)) return `the name ${shown(name)} is not valid Unicode`;
  if (bytesOf(name) > mostBytes) return `the name is longer than ${mostBytes} bytes`;
  return null;
}

/**
 * A project-relative path in its one normal form, or why it is refused (row P5). Pure text: no handle is touched.
 * `folder` allows the root ('' or '.'), which comes back as ''. Percent signs are plain characters.
 */
export function normalise(path: string, folder: boolean): Outcome<string> {
  const refuse = (why: string): Outcome<string> =>
    fail('bad-path', `The path ${shown(path)} is refused: ${why}. Use a path inside the project, like "src/main.ts".`);
  if (path === '' || path === '.' || path === './') {
    return folder ? ok('') : refuse('it names the project’s top folder, but a file is needed');
  }
  if (path.includes('\0')) return refuse('it holds a NUL character');
  if (path.includes('\\')) return refuse('it holds a backslash; folders are separated by "/"');
  if (path.startsWith('/')) return refuse('it is absolute');
  if (/^[a-z]:/iu.test(path)) return refuse('it begins with a drive letter');
  const plain = path.normalize('NFC').replace(/^\.\//u, '').replace(/\/$/u, '');
  for (const segment of plain.split('/')) {
    const fault = segmentFault(segment);
    if (fault !== null) return refuse(fault);
  }
  return ok(plain);
}

/** The folder that holds a path; '' is the root. */
export const holder = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Whether `path` is `folder` or lies below it, by whole segments: `src` does not contain `src-secret`. */
export const within = (path: string, folder: string): boolean =>
  folder === '' || path === folder || path.startsWith(`${folder}/`);

/** Characters that some disks (HFS+) leave out when they compare names, so that a name with them is the name without. */
const leftOut = /[\u200d\u200c\u206a-\u206f]/gu;
const foldedName = (segment: string): string => segment.replace(leftOut, '').toLowerCase();

/** Whether a path names `.git` or anything in it, in any letter case or disguise that a disk takes for it (row P5). */
export const inGit = (path: string): boolean =>
  path.split('/').some((segment) => /^(\.git|git~\d+)$/u.test(foldedName(segment)));

/** Whether a path names an `.agentblock`, which no tool may change (row X3), in any letter case or disguise. */
export const isRuleFile = (path: string): boolean =>
  path.split('/').some((segment) => /^(\.agentblock|agentb~\d+)$/u.test(foldedName(segment)));
