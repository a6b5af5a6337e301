/** The nine file tools as data (row P4): what models are told, and what a person reads in Settings and on cards. */
import type { Json, JsonObject } from './json.ts';
import { limits } from './limits.ts';
import { fileToolNames, type Effect, type FileToolName, type Tool } from './tool.ts';

const text = (description: string): JsonObject => ({ type: 'string', description });
const named = (description: string): JsonObject => ({ type: 'string', minLength: 1, description });
const flag = (description: string): JsonObject => ({ type: 'boolean', description });
const whole = (minimum: number, maximum: number | null, description: string): JsonObject => ({
  type: 'integer',
  minimum,
  ...(maximum === null ? {} : { maximum }),
  description,
});
const object = (properties: Readonly<Record<string, Json>>, required: readonly string[]): JsonObject => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

const inProject = 'Relative to the project, with "/" between folders, like "src/main.ts".';
const folder =
  'The folder, relative to the project. Leave it out for the whole project. Taken literally, not as a pattern.';
const ignored =
  'Also look at what .gitignore leaves out and at heavy folders such as node_modules. Never looks into .git.';
const skips =
  'Leaves out what .gitignore names, node_modules, .git, and what the project blocks; the answer ends with what was left out.';

interface Words {
  readonly label: string;
  readonly effect: Effect;
  readonly description: string;
  readonly schema: JsonObject;
}

const words: Readonly<Record<FileToolName, Words>> = {
  file_read: {
    label: 'Read file',
    effect: 'read',
    description:
      `Read a text file of the project. Returns its text, at most ${limits.read.lines} whole lines at a time; where more follows, the answer ` +
      `says which start_line continues it. Lines over ${limits.read.lineChars} characters are cut and marked (use grep to look inside one). ` +
      'Binary files are refused with their kind and size. Read a file before you edit it.',
    schema: object(
      {
        path: named(`The file. ${inProject}`),
        start_line: whole(1, null, 'First line to return, counted from 1.'),
        end_line: whole(1, null, 'Last line to return, itself included.'),
      },
      ['path'],
    ),
  },
  file_write: {
    label: 'Write file',
    effect: 'write',
    description:
      'Create a text file, or replace the whole content of one; missing folders are made. To change a part of a file use file_edit, ' +
      'which leaves the rest as it is. Returns one line: created or replaced, bytes, lines.',
    schema: object(
      {
        path: named(`The file. ${inProject}`),
        content: text('The whole new content, exactly as it shall stand in the file.'),
      },
      ['path', 'content'],
    ),
  },
  file_edit: {
    label: 'Edit file',
    effect: 'write',
    description:
      'Replace one passage of a text file; every other byte stays as it was. Both texts are literal: no patterns, and "$&" is two characters. ' +
      'old_text must stand in the file exactly once, blanks and indentation included (line endings may differ): quote enough lines around it, ' +
      'or set replace_all. Where it is not found, the error names the nearest line. Returns one line: replacements and line numbers.',
    schema: object(
      {
        path: named(`The file. ${inProject}`),
        old_text: text('The passage as it stands in the file. Not empty: to create a file use file_write.'),
        new_text: text('What shall stand there instead; empty removes the passage.'),
        replace_all: flag('Replace every occurrence. Without it, more than one is an error that lists their lines.'),
      },
      ['path', 'old_text', 'new_text'],
    ),
  },
  file_delete: {
    label: 'Delete file',
    effect: 'write',
    description:
      'Delete one file, or one empty folder. A folder with anything in it is refused. Returns one line. The person may put the file back.',
    schema: object({ path: named(`The file or empty folder. ${inProject}`) }, ['path']),
  },
  file_rename: {
    label: 'Rename file',
    effect: 'write',
    description:
      `Rename or move a file or a folder of at most ${limits.rename.entries} entries inside the project. Never overwrites: where the new path ` +
      'exists, it is an error. Missing folders on the way are made. Imports that name the old path are not changed. Returns one line.',
    schema: object(
      {
        from: named(`What it is called now. ${inProject}`),
        to: named('The whole new path, not only the new name.'),
      },
      ['from', 'to'],
    ),
  },
  file_info: {
    label: 'File info',
    effect: 'read',
    description:
      'Facts about a file or folder without its content, as JSON: kind, size in bytes, modified, and for text lines, encoding and line ending.',
    schema: object({ path: named(`The file or folder. ${inProject}`) }, ['path']),
  },
  list_directory: {
    label: 'List directory',
    effect: 'read',
    description:
      `List a folder, one entry a line; folders end in "/". At most ${limits.list.entries} entries. ` +
      'To find files by name anywhere use find_files.',
    schema: object(
      {
        path: text(folder),
        depth: whole(1, 3, 'How many levels to list: 1 (the folder itself, the default) to 3.'),
      },
      [],
    ),
  },
  find_files: {
    label: 'Find files',
    effect: 'read',
    description:
      `Find files by name with a glob, one path a line, newest first, at most ${limits.list.entries}. ` +
      'Knows *, **, ?, [abc] and {a,b}; a pattern without "/" matches the name in any folder ("*.test.ts"), one with "/" the path ' +
      `("src/**/*.ts"). ${skips}`,
    schema: object(
      {
        pattern: named('The glob, like "*.ts" or "src/**/*.{ts,tsx}".'),
        path: text(folder),
        include_ignored: flag(ignored),
      },
      ['pattern'],
    ),
  },
  grep: {
    label: 'Grep search',
    effect: 'read',
    description:
      'Search the text of files. Answers "path:line:text" for each matching line and, with context, "path-line-text" for those around it; at most ' +
      `${limits.grep.perFile} matches a file. The pattern is a regular expression that runs in linear time: classes, groups, | and leading ` +
      'flags such as (?i) work; look-around ((?=…), (?<=…)) and back-references (\\1) do not exist. Set literal for code such as "foo(". ' +
      `Hidden files are searched. ${skips} Binary files are skipped and lines of secret files withheld.`,
    schema: object(
      {
        pattern: named('The regular expression, or with literal the text. Matched line by line.'),
        path: text(
          'The file or folder to search, relative to the project; the whole project without it. Taken literally.',
        ),
        include: text('Only files whose name or path matches this glob, like "*.ts" or "src/**/*.{ts,tsx}".'),
        literal: flag('Take the pattern as plain text.'),
        ignore_case: flag('Match upper and lower case alike.'),
        context: whole(0, limits.grep.context, 'Lines to show before and after each match.'),
        max_results: whole(1, limits.grep.mostMatches, `Most matches to return: ${limits.grep.matches} unless set.`),
        include_ignored: flag(ignored),
      },
      ['pattern'],
    ),
  },
};

const toolOf = (name: FileToolName): Tool => ({
  key: name,
  name,
  ...words[name],
  source: { from: 'files' },
  readOnlyHint: words[name].effect === 'read',
});

/** The nine file tools in the order of row P4. The table is fixed: there is no shell and no way to add one. */
export const fileTools: readonly Tool[] = fileToolNames.map(toolOf);

/** One file tool by its registry name. */
export const fileTool = (name: FileToolName): Tool => toolOf(name);
