/** A project folder for browser tests, kept in OPFS under a name of its own, and plain ways to look at it. */
import type { Facts, FileCall, Files, Plan } from '../core/ports.ts';
import type { Outcome } from '../core/outcome.ts';
import type { FileToolName, ToolResult } from '../core/tool.ts';
import type { JsonObject } from '../core/json.ts';

export interface TestFolder {
  readonly root: FileSystemDirectoryHandle;
  put(path: string, content: string | Uint8Array<ArrayBuffer>): Promise<void>;
  /** The bytes of a file, or null where there is none. */
  bytes(path: string): Promise<Uint8Array<ArrayBuffer> | null>;
  text(path: string): Promise<string | null>;
  /** All paths, sorted; folders end in `/`. */
  tree(): Promise<string[]>;
  folder(path: string): Promise<FileSystemDirectoryHandle>;
}

/** A fresh folder; `files` maps paths to contents. */
export async function testFolder(
  files: Readonly<Record<string, string | Uint8Array<ArrayBuffer>>> = {},
): Promise<TestFolder> {
  const top = await navigator.storage.getDirectory();
  const tests = await top.getDirectoryHandle('tests', { create: true });
  const root = await tests.getDirectoryHandle(crypto.randomUUID(), { create: true });
  const folder = async (path: string): Promise<FileSystemDirectoryHandle> => {
    let at = root;
    for (const name of path.split('/').filter((segment) => segment !== ''))
      at = await at.getDirectoryHandle(name, { create: true });
    return at;
  };
  const split = (path: string): [above: string, name: string] => {
    const slash = path.lastIndexOf('/');
    return [path.slice(0, Math.max(0, slash)), path.slice(slash + 1)];
  };
  const put = async (path: string, content: string | Uint8Array<ArrayBuffer>): Promise<void> => {
    const [above, name] = split(path);
    const file = await (await folder(above)).getFileHandle(name, { create: true });
    const writable = await file.createWritable();
    await writable.write(content);
    await writable.close();
  };
  const bytes = async (path: string): Promise<Uint8Array<ArrayBuffer> | null> => {
    try {
      let at = root;
      const [above, name] = split(path);
      for (const segment of above.split('/').filter((one) => one !== '')) at = await at.getDirectoryHandle(segment);
      return new Uint8Array(await (await (await at.getFileHandle(name)).getFile()).arrayBuffer());
    } catch (error) {
      if (error instanceof DOMException && ['NotFoundError', 'TypeMismatchError'].includes(error.name)) return null;
      throw error;
    }
  };
  for (const [path, content] of Object.entries(files)) await put(path, content);
  return {
    root,
    put,
    bytes,
    folder,
    text: async (path) => {
      const found = await bytes(path);
      return found === null ? null : new TextDecoder('utf-8', { ignoreBOM: true }).decode(found);
    },
    tree: async () => {
      const paths: string[] = [];
      const walk = async (at: FileSystemDirectoryHandle, above: string): Promise<void> => {
        for await (const [name, handle] of at.entries()) {
          if (handle.kind === 'directory') {
            paths.push(`${above}${name}/`);
            await walk(handle, `${above}${name}/`);
          } else paths.push(`${above}${name}`);
        }
      };
      await walk(root, '');
      return paths.toSorted();
    },
  };
}

let next = 0;
/** A call with an id of its own. */
export const testCall = (tool: FileToolName, args: JsonObject): FileCall => {
  next += 1;
  return { id: `t${Math.trunc(performance.timeOrigin).toString(36)}${next}`, tool, args };
};

export interface Changed {
  readonly call: FileCall;
  readonly plan: Plan | null;
  readonly outcome: Outcome<ToolResult>;
}

/** Surveys a call as the page would, and runs it with the plan that came back. What keeps it from running is its outcome. */
export async function surveyAndRun(files: Files, root: FileSystemDirectoryHandle, call: FileCall): Promise<Changed> {
  const facts: Outcome<Facts> = await files.survey(root, call);
  if (!facts.ok) return { call, plan: null, outcome: facts };
  const { refused, blockedBy, fault, plan } = facts.value;
  if (refused !== null) return { call, plan, outcome: { ok: false, fault: { code: 'bad-path', message: refused } } };
  if (blockedBy !== null)
    return { call, plan, outcome: { ok: false, fault: { code: 'rejected', message: blockedBy } } };
  if (fault !== null) return { call, plan, outcome: { ok: false, fault } };
  return { call, plan, outcome: await files.run(root, call, plan, () => undefined) };
}
