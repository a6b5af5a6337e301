import { ok, type Outcome } from '../../../core/outcome.ts';
import { attempt, errorName } from '../errors.ts';
import { resolve } from '../resolve.ts';
import { sniff } from '../text.ts';
import { Halt, halting } from './halt.ts';
import { costly, judge, readRules, type RuleFile } from './rules.ts';

/** One `.agentblock` that was found: its rules, or why they cannot be trusted (then all in its folder is blocked, G11). */
export type Block =
  | { readonly is: 'rules'; readonly file: RuleFile }
  | { readonly is: 'broken'; readonly folder: string; readonly path: string; readonly why: string };

/** Rule files are short; a longer one is no rule file. */
const mostBytes = 1024 * 1024;
const fileName = '.agentblock';
/** The spellings people type; where letter case does not count on disk they are all one file. */
const spellings = [fileName, '.agentBlock', '.AgentBlock', '.Agentblock', '.AGENTBLOCK'];

export const isAgentBlock = (name: string): boolean => name.toLowerCase() === fileName;

const within = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`);

/** A line that git would quietly never match: as a block rule that would let through what it meant to stop. */
function brokenLine(text: string): string | null {
  const [slow] = costly(text);
  if (slow !== undefined) return `line ${slow} is too long or has too many "**"`;
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.replace(/\r$/u, '').trimEnd();
    if (line === '' || line.startsWith('#')) continue;
    const plain = line.replaceAll(/\\./gu, '');
    if (plain.endsWith('\\')) return `line ${index + 1} ends in a lone backslash`;
    if (
      /\[:(?!(?:alnum|alpha|blank|cntrl|digit|graph|lower|print|punct|space|upper|xdigit):\])[^\]]*:\]/u.test(plain)
    ) {
      return `line ${index + 1} names a character class that does not exist`;
    }
    const open = plain.indexOf('[');
    if (open >= 0 && plain.indexOf(']', open + 2) < 0) return `line ${index + 1} opens a "[" that is never closed`;
  }
  return null;
}

function decodeRules(bytes: Uint8Array): string | null {
  const found = sniff(bytes);
  if (found.is === 'binary' || found.encoding === 'single-byte') return null;
  return new TextDecoder(found.encoding).decode(bytes);
}

/** Reads one `.agentblock` (row X3). Whatever keeps it from being understood makes it broken, never absent. */
export async function readBlock(
  entry: FileSystemFileHandle | FileSystemDirectoryHandle,
  folder: string,
): Promise<Block> {
  const path = within(folder, entry.name);
  const broken = (why: string): Block => ({ is: 'broken', folder, path, why });
  if (entry.kind === 'directory') return broken('it is a folder, not a file');
  const read = async (): Promise<Uint8Array | null> => {
    const file = await entry.getFile();
    return file.size > mostBytes ? null : new Uint8Array(await file.arrayBuffer());
  };
  let bytes = await attempt({ verb: 'read', path }, read);
  if (!bytes.ok) bytes = await attempt({ verb: 'read', path }, read);
  if (!bytes.ok && bytes.fault.code === 'reconnect') throw new Halt(bytes.fault);
  if (!bytes.ok) return broken('it could not be read');
  if (bytes.value === null) return broken('it is over 1 MB');
  const text = decodeRules(bytes.value);
  if (text === null) return broken('it is not UTF-8 text');
  const bad = brokenLine(text);
  return bad === null ? { is: 'rules', file: readRules(folder, path, text, true) } : broken(bad);
}

/** The block of one folder, or null where it has none. An error that is not "nothing there" counts as broken. */
export async function blockOf(handle: FileSystemDirectoryHandle, folder: string): Promise<Block | null> {
  for (const name of spellings) {
    try {
      return await readBlock(await handle.getFileHandle(name), folder);
    } catch (error) {
      const kind = errorName(error);
      if (kind === 'NotFoundError') continue;
      if (error instanceof Halt || kind === 'NotAllowedError') throw error;
      const why = kind === 'TypeMismatchError' ? 'it is a folder, not a file' : 'it could not be opened';
      return { is: 'broken', folder, path: within(folder, name), why };
    }
  }
  return null;
}

/** The rule file and rule of a stack of blocks (root first) that names an entry, in words; null where none does. */
export function blockedIn(stack: readonly Block[], path: string, folder: boolean): string | null {
  for (const block of stack) {
    if (block.is === 'broken') return brokenWords(block);
  }
  const files = stack.flatMap((block) => (block.is === 'rules' ? [block.file] : []));
  const found = judge(files, path, folder);
  return found.says === 'ignored' ? `${found.by.path}, rule "${found.rule}"` : null;
}

export const brokenWords = (block: { readonly path: string; readonly why: string }): string =>
  `${block.path}, which cannot be trusted: ${block.why}; until it is mended all in its folder is blocked`;

/**
 * Row X3: whether any of these normalised paths is named by an `.agentblock` at the root or in a folder on the way,
 * and by which file and rule. A path that does not exist yet is judged as a file and as a folder, whichever is stricter.
 */
export async function blockedBy(
  root: FileSystemDirectoryHandle,
  paths: readonly string[],
): Promise<Outcome<string | null>> {
  const known = new Map<string, Promise<Block | null>>();
  const block = (handle: FileSystemDirectoryHandle, folder: string): Promise<Block | null> => {
    const found = known.get(folder) ?? blockOf(handle, folder);
    known.set(folder, found);
    return found;
  };
  // A folder rename asks for all it holds at once: what lies above them is looked up once.
  const steps = new Map<string, Promise<Step>>();
  const step: StepFinder = (parent, segment, path) => {
    const found = steps.get(path) ?? child(parent, segment);
    steps.set(path, found);
    return found;
  };
  for (const path of paths) {
    const why = await halting({ verb: 'look for .agentblock files above', path }, () =>
      blockedPath(root, path, block, step),
    );
    if (!why.ok || why.value !== null) return why;
  }
  return ok(null);
}

type BlockFinder = (handle: FileSystemDirectoryHandle, folder: string) => Promise<Block | null>;
interface Step {
  readonly handle: FileSystemDirectoryHandle | null;
  readonly file: boolean;
}
type StepFinder = (parent: FileSystemDirectoryHandle, segment: string, path: string) => Promise<Step>;

async function blockedPath(
  root: FileSystemDirectoryHandle,
  path: string,
  block: BlockFinder,
  step: StepFinder,
): Promise<string | null> {
  const stack: Block[] = [];
  const add = async (handle: FileSystemDirectoryHandle, folder: string): Promise<void> => {
    const found = await block(handle, folder);
    if (found !== null) stack.push(found);
  };
  await add(root, '');
  const segments = path === '' ? [] : path.split('/');
  let handle: FileSystemDirectoryHandle | null = root;
  let here = '';
  for (const [index, segment] of segments.entries()) {
    here = within(here, segment);
    const next: Step = handle === null ? { handle: null, file: false } : await step(handle, segment, here);
    const last = index === segments.length - 1;
    const why =
      blockedIn(stack, here, next.handle !== null || !last || !next.file) ??
      (last && next.handle === null ? blockedIn(stack, here, false) : null);
    if (why !== null) return why;
    ({ handle } = next);
    if (handle !== null) await add(handle, here);
  }
  const broken = stack.find((entry) => entry.is === 'broken');
  return broken === undefined ? null : brokenWords(broken);
}

/** One step down by the name on disk, which may be NFD; nothing there is `null, false`. */
async function child(parent: FileSystemDirectoryHandle, segment: string): Promise<Step> {
  const found = await resolve(parent, segment);
  if (!found.ok || found.value.kind === 'none') return { handle: null, file: false };
  return found.value.kind === 'folder' ? { handle: found.value.folder, file: false } : { handle: null, file: true };
}
