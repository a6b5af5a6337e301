/** The steps of the tour. Each says when it has something to ask for, which calls are its own, and what it makes of their end. */
import type { JsonObject } from '../../core/json.ts';
import type { FileToolName } from '../../core/tool.ts';
import {
  bugFix,
  draft,
  freeName,
  inSample,
  listing,
  lists,
  marks,
  precious,
  ranOf,
  settled,
  spelling,
  suspect,
  worthReading,
  hitsIn,
  type Fix,
} from './places.ts';
import type { Goal, Scene, Seen } from './scene.ts';
import { done, found, quoted, trouble } from './words.ts';

export interface Wish {
  readonly tool: FileToolName;
  readonly args: JsonObject;
}
export interface Ask {
  readonly say: string;
  readonly wish: Wish;
}

export interface Beat {
  /** In the closing list: "Edit a file". */
  readonly title: string;
  readonly goals: readonly Goal[];
  /** Which of the calls are this step's. */
  owns(call: Seen): boolean;
  /** Null where there is nothing to ask for. */
  ask(scene: Scene): Ask | null;
  after(call: Seen, scene: Scene): string;
}

/** A text argument; '' where it is none. */
const textOf = (args: JsonObject, name: string): string => {
  const value = args[name];
  return typeof value === 'string' ? value : '';
};
const askFor = (tool: FileToolName, args: JsonObject, say: string): Ask => ({ say, wish: { tool, args } });

const look: Beat = {
  title: 'List the files',
  goals: ['tour', 'read', 'edit', 'rename'],
  owns: (call) => call.tool === 'find_files',
  ask: () => askFor('find_files', { pattern: '*' }, 'First I look at which files there are.'),
  after: (call) => trouble(call, 'the listing') ?? 'I have the list of files.',
};

const search: Beat = {
  title: 'Search',
  goals: ['tour', 'search'],
  owns: (call) => call.tool === 'grep' && textOf(call.args, 'pattern') === suspect,
  ask: () =>
    askFor(
      'grep',
      { pattern: suspect },
      `I search for \`${suspect}\`, which in the sample project works out late days.`,
    ),
  after: found,
};

/** Another project than the sample: look for what people usually mark. */
const searchAgain: Beat = {
  title: 'Search for marks',
  goals: ['tour', 'search'],
  owns: (call) => call.tool === 'grep' && textOf(call.args, 'pattern') === marks,
  ask: (scene) => {
    const first = ranOf(scene, 'grep');
    if (first === undefined || hitsIn(first.text).length > 0) return null;
    const say = `This does not look like the sample project, so I search for marks that people leave: \`${marks}\`.`;
    return askFor('grep', { pattern: marks, max_results: 20 }, say);
  },
  after: found,
};

const read: Beat = {
  title: 'Read a file',
  goals: ['tour', 'read', 'edit'],
  owns: (call) => call.tool === 'file_read',
  ask: (scene) => {
    const path = worthReading(scene);
    return path === null ? null : askFor('file_read', { path }, `I read \`${path}\` before I say anything about it.`);
  },
  after: (call, scene) => {
    const no = trouble(call, 'the reading');
    if (no !== null) return no;
    if (fixFor(scene) === bugFix) return `I read it, and there is a bug: ${bugFix.why}.`;
    const seen = call.text.trim() === '' ? 'it is empty' : `it begins with ${quoted(call.text)}`;
    if (!call.text.includes(bugFix.new)) return `I read it: ${seen}.`;
    return `I read it: the bug that this tour is about is fixed already (it says \`${bugFix.new}\`).`;
  },
};

/** What can be put right in the file that was read, by what stood in it. */
function fixFor(scene: Scene): Fix | null {
  const text = ranOf(scene, 'file_read')?.text ?? '';
  return [bugFix, spelling].find((fix) => text.split(fix.old).length === 2) ?? null;
}

const cardWords =
  'A card asks you now, unless you set the tool to Always. **View diff** shows the exact change. **Approve** (Return) runs it, **Deny** (Escape) refuses it, **Edit…** lets you change it first.';

const edit: Beat = {
  title: 'Edit a file',
  goals: ['tour', 'edit'],
  owns: (call) => call.tool === 'file_edit',
  ask: (scene) => {
    const fix = fixFor(scene);
    const path = textOf(ranOf(scene, 'file_read')?.ran ?? {}, 'path');
    if (fix === null || path === '') return null;
    const why = fix === bugFix ? 'Here is the fix' : `There is a harmless edit left: ${fix.why}`;
    return askFor('file_edit', { path, old_text: fix.old, new_text: fix.new }, `${why}. ${cardWords}`);
  },
  after: (call) =>
    trouble(call, 'the edit') ??
    `${done(call, 'the edit')} The diff stays in the call’s row, and **Revert** there puts the old text back.`,
};

const note: Beat = {
  title: 'Write a notes file',
  goals: ['tour', 'edit', 'rename'],
  owns: (call) => call.tool === 'file_write' && textOf(call.args, 'path').startsWith('sluice-notes'),
  ask: (scene) => {
    const edited = scene.calls.some((call) => edit.owns(call));
    const renames = scene.goal === 'rename' && renameOf(scene) !== null;
    const path = freeName(scene, 'sluice-notes');
    if (edited || renames || (scene.offered.has('file_edit') && fixFor(scene) !== null) || path === null) return null;
    const about = ranOf(scene, 'file_read');
    const line =
      about === undefined ? '' : `\nRead: ${textOf(about.ran, 'path')}, which begins with ${quoted(about.text)}\n`;
    const content = `# Notes\n\nWritten by Sluice’s demo model, to show how a new file is made. Delete it at will.\n${line}`;
    const why =
      scene.goal === 'rename'
        ? 'I would rather not rename a file of yours, so I first offer a small new one'
        : 'I have nothing to put right in what I saw, so I offer a small new file instead';
    const say = `${why}, \`${path}\`. ${cardWords}`;
    return askFor('file_write', { path, content }, say);
  },
  after: (call) => trouble(call, 'the new file') ?? done(call, 'the new file'),
};

const refuse: Beat = {
  title: 'Ask for what you should decline',
  goals: ['tour'],
  owns: (call) =>
    call.tool === 'file_delete' ||
    (call.tool === 'file_write' && textOf(call.args, 'path').startsWith('sluice-please-deny')),
  ask: (scene) => {
    const how = 'Please press **Deny**, with a reason if you like, to see how a no arrives.';
    if (inSample(scene) && lists(listing(scene) ?? '', precious) && scene.offered.has('file_delete')) {
      return askFor(
        'file_delete',
        { path: precious },
        `Now something you should **not** want: I ask to delete \`${precious}\`. ${how}`,
      );
    }
    const path = freeName(scene, 'sluice-please-deny');
    if (path === null) return null;
    const say = `Now something you should **not** want: I ask to write a pointless file, \`${path}\`. ${how}`;
    return askFor('file_write', { path, content: 'You were asked to deny this.\n' }, say);
  },
  after: (call) => {
    const why = call.reason === '' ? '' : `, and the reason you gave: ${quoted(call.reason)}`;
    if (call.end === 'declined') {
      return `Just so. What I received is the error \`tool-call-cancelled\`${why}. It did not run, and I carry on without it.`;
    }
    const no = trouble(call, 'the call');
    if (no !== null) return no;
    return `You approved it, though I hoped for a no. ${done(call, 'the call')} **Revert** in the call’s row undoes it.`;
  },
};

/** From and to of a rename that harms nothing, or null. */
function renameOf(scene: Scene): readonly [string, string] | null {
  const text = listing(scene);
  if (text === null) return null;
  if (inSample(scene)) {
    if (lists(text, draft) && !lists(text, settled)) return [draft, settled];
    if (lists(text, settled) && !lists(text, draft)) return [settled, draft];
  }
  const written = scene.calls.findLast((call) => note.owns(call) && call.end === 'ran');
  if (written === undefined) return null;
  const to = freeName(scene, `${textOf(written.ran, 'path').replace(/\.[^./]*$/u, '')}-renamed`);
  return to === null ? null : [textOf(written.ran, 'path'), to];
}

const rename: Beat = {
  title: 'Rename a file',
  goals: ['tour', 'rename'],
  owns: (call) => call.tool === 'file_rename',
  ask: (scene) => {
    const paths = renameOf(scene);
    if (paths === null) return null;
    const [from, to] = paths;
    return askFor('file_rename', { from, to }, `I ask to rename \`${from}\` to \`${to}\`; the card shows From and To.`);
  },
  after: (call) => trouble(call, 'the rename') ?? done(call, 'the rename'),
};

/** In the order of the tour. */
export const beats: readonly Beat[] = [look, search, searchAgain, read, edit, note, refuse, rename];
