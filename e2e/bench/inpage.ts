/** What runs in the page: the built files worker, and the same work done by hand with the browser's own calls. */
import type * as Comlink from 'comlink';
import type { Files } from '../../src/core/ports.ts';
import type { JsonObject } from '../../src/core/json.ts';
import type { FileToolName } from '../../src/core/tool.ts';

declare global {
  interface Window {
    Comlink: typeof Comlink;
    workerPolicy?: { createScriptURL?(url: string): unknown };
    bench: { root: FileSystemDirectoryHandle; files: Comlink.Remote<Files>; worker: Worker; nth: number };
  }
}

/** Before the page's own scripts: keeps hold of the policy it makes for its workers, since a second one is forbidden. */
export function keepWorkerPolicy(): void {
  const factory = window.trustedTypes;
  if (factory === undefined) return;
  const create = factory.createPolicy.bind(factory);
  Object.defineProperty(factory, 'createPolicy', {
    value(...policy: Parameters<typeof create>) {
      const made = create(...policy);
      if (policy[0] === 'sluice-worker') window.workerPolicy = made;
      return made;
    },
  });
}

/** Starts a fresh files worker: what it knew is gone. */
export async function startWorker(url: string): Promise<void> {
  const old = window.bench as Window['bench'] | undefined;
  old?.worker.terminate();
  const root = old?.root ?? (await window.showDirectoryPicker({ mode: 'readwrite' }));
  const worker = new Worker((window.workerPolicy?.createScriptURL?.(url) ?? url) as string, { type: 'module' });
  window.bench = { root, worker, files: window.Comlink.wrap<Files>(worker), nth: old?.nth ?? 0 };
  // One small call, so that starting the worker is not measured.
  await window.bench.files.survey(root, { id: 'start', tool: 'file_info', args: { path: 'edited.ts' } });
}

/** One call through the worker as the app makes it: survey, then run with the plan. Milliseconds and the answer's text. */
export async function throughWorker([tool, args]: readonly [FileToolName, JsonObject]): Promise<[number, string]> {
  const { files, root } = window.bench;
  const call = { id: `bench${window.bench.nth++}`, tool, args };
  const began = performance.now();
  const facts = await files.survey(root, call);
  if (!facts.ok) throw new Error(facts.fault.message);
  const made = await files.run(
    root,
    call,
    facts.value.plan,
    window.Comlink.proxy(() => undefined),
  );
  const ms = performance.now() - began;
  if (!made.ok) throw new Error(made.fault.message);
  return [ms, JSON.stringify(made.value)];
}

/** The same edit by hand: read, replace, `createWritable`, `close`. No check, no kept copy, no verification. */
export async function editByHand([path, from, to]: readonly [string, string, string]): Promise<number> {
  const began = performance.now();
  const handle = await window.bench.root.getFileHandle(path);
  const text = await (await handle.getFile()).text();
  const writable = await handle.createWritable();
  await writable.write(text.replace(from, to));
  await writable.close();
  return performance.now() - began;
}

/** The same search by hand: walk 16 folders at a time without `node_modules`, read 256 files a Blob, look for bytes. */
export async function searchByHand(needle: string): Promise<[number, number]> {
  const began = performance.now();
  const handles: FileSystemFileHandle[] = [];
  const folders = [window.bench.root];
  const walk = async (): Promise<void> => {
    for (let folder = folders.pop(); folder; folder = folders.pop()) {
      for await (const entry of folder.values()) {
        if (entry.kind === 'file') handles.push(entry);
        else if (entry.name !== 'node_modules') folders.push(entry);
      }
    }
  };
  await walk();
  const files: File[] = [];
  for (let at = 0; at < handles.length; at += 16) {
    files.push(...(await Promise.all(handles.slice(at, at + 16).map((handle) => handle.getFile()))));
  }
  let hits = 0;
  for (let at = 0; at < files.length; at += 256) {
    const text = new TextDecoder('latin1').decode(await new Blob(files.slice(at, at + 256)).arrayBuffer());
    hits += text.split(needle).length - 1;
  }
  return [performance.now() - began, hits];
}
