/** Folders in the browser's private file system, for tests of what works on handles. */
import type { Outcome } from '../core/outcome.ts';
import type { ToolResult } from '../core/tool.ts';

let made = 0;

/** An empty folder of its own, so that tests do not meet; `prefix` names the test file. */
export async function emptyFolder(prefix: string): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory();
  made += 1;
  const name = `test-${prefix}-${made}`;
  await root.removeEntry(name, { recursive: true }).catch(() => undefined);
  return root.getDirectoryHandle(name, { create: true });
}

/** The folder at a path below `root`, made where it is missing. */
export async function folderAt(root: FileSystemDirectoryHandle, path: string): Promise<FileSystemDirectoryHandle> {
  let folder = root;
  for (const segment of path.split('/').filter((part) => part !== '')) {
    folder = await folder.getDirectoryHandle(segment, { create: true });
  }
  return folder;
}

/** Writes one file, with the folders above it. */
export async function put(
  root: FileSystemDirectoryHandle,
  path: string,
  content: string | Uint8Array<ArrayBuffer>,
): Promise<void> {
  const at = path.lastIndexOf('/');
  const folder = await folderAt(root, path.slice(0, Math.max(0, at)));
  const file = await folder.getFileHandle(path.slice(at + 1), { create: true });
  const writable = await file.createWritable();
  await writable.write(content);
  await writable.close();
}

/** A fresh folder with these files; a path that ends in `/` is an empty folder. */
export async function folderWith(
  prefix: string,
  files: Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>,
): Promise<FileSystemDirectoryHandle> {
  const root = await emptyFolder(prefix);
  const rest = Object.entries(files);
  // Writing is slow in the browser; an empty file needs none, and sixteen at a time is as fast as it gets.
  while (rest.length > 0) {
    await Promise.all(
      rest.splice(0, 16).map(async ([path, content]) => {
        if (content.length > 0) return put(root, path, content);
        const at = path.lastIndexOf('/');
        const folder = await folderAt(root, path.slice(0, Math.max(0, at)));
        if (!path.endsWith('/')) await folder.getFileHandle(path.slice(at + 1), { create: true });
        return undefined;
      }),
    );
  }
  return root;
}

/** The files of a plain tar archive (ustar, with `path` records of pax), by path. */
export function untar(bytes: Uint8Array<ArrayBuffer>): Record<string, Uint8Array<ArrayBuffer>> {
  const files: Record<string, Uint8Array<ArrayBuffer>> = {};
  const text = (from: number, to: number): string =>
    new TextDecoder().decode(bytes.subarray(from, to)).replace(/\0.*$/su, '');
  let longName: string | null = null;
  for (let at = 0; at + 512 <= bytes.length && bytes[at] !== 0;) {
    const size = Number.parseInt(text(at + 124, at + 136), 8) || 0;
    const kind = text(at + 156, at + 157);
    const body = bytes.slice(at + 512, at + 512 + size);
    const name = longName ?? [text(at + 345, at + 500), text(at, at + 100)].filter((part) => part !== '').join('/');
    longName = null;
    if (kind === 'x') longName = /\d+ path=(.*)\n/u.exec(new TextDecoder().decode(body))?.[1] ?? null;
    else if (kind === 'L') longName = new TextDecoder().decode(body).replace(/\0.*$/su, '');
    else if (kind === '0' || kind === '') files[name] = body;
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return files;
}

/** The lines of a result before its notes in brackets. */
export function body(outcome: Outcome<ToolResult>): string[] {
  if (!outcome.ok) throw new Error(outcome.fault.message);
  return (outcome.value.text.split('\n\n[')[0] ?? '').split('\n');
}

/** A result's notes. */
export function notes(outcome: Outcome<ToolResult>): string {
  if (!outcome.ok) throw new Error(outcome.fault.message);
  const at = outcome.value.text.indexOf('\n\n[');
  return at < 0 ? '' : outcome.value.text.slice(at + 2);
}
