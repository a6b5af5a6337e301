import { isObject, type Json, type JsonObject } from '../../core/json.ts';
import type { ModelCall } from '../../core/model.ts';

interface Growing {
  readonly name: string;
  readonly args: JsonObject | null;
  readonly pieces: Map<string, Json>;
  data: JsonObject | null;
  open: boolean;
}

/** Calls as Google sends them: whole, or growing by paths into their arguments (stream 15). They have no ids. */
export function growGoogleCalls(): {
  take(call: JsonObject, data: JsonObject | null): void;
  all(): ModelCall[];
} {
  const calls: Growing[] = [];
  return {
    take(call, data) {
      const { name, args, partialArgs, willContinue } = call;
      const last = calls.at(-1);
      const goesOn = last?.open === true && typeof name !== 'string';
      const home: Growing = goesOn
        ? last
        : {
            name: typeof name === 'string' ? name : '',
            args: isObject(args) ? args : null,
            pieces: new Map(),
            data,
            open: true,
          };
      if (!goesOn) calls.push(home);
      home.data ??= data;
      home.open = willContinue === true;
      for (const piece of Array.isArray(partialArgs) ? (partialArgs as readonly Json[]) : []) {
        if (!isObject(piece) || typeof piece['jsonPath'] !== 'string') continue;
        const path = piece['jsonPath'];
        const value = piece['stringValue'] ?? piece['numberValue'] ?? piece['boolValue'] ?? null;
        const before = home.pieces.get(path);
        home.pieces.set(path, typeof before === 'string' && typeof value === 'string' ? before + value : value);
      }
    },
    all: () =>
      calls.map(({ name, args, pieces, data, open }) => ({
        tool: name,
        raw: rawOf(args, pieces, open),
        ...(data === null ? {} : { data }),
      })),
  };
}

/** A call that was still growing stays broken JSON, so that it is never run (case 40). */
function rawOf(args: JsonObject | null, pieces: ReadonlyMap<string, Json>, open: boolean): string {
  const whole = pieces.size === 0 ? args : placed(pieces);
  const raw = whole === null ? '' : JSON.stringify(whole);
  if (!open) return raw;
  return raw === '' ? '{' : raw.slice(0, -1);
}

type Tree = Map<string | number, Tree | Leaf>;
interface Leaf {
  readonly value: Json;
}

function placed(pieces: ReadonlyMap<string, Json>): JsonObject {
  const root: Tree = new Map();
  for (const [path, value] of pieces) {
    const steps = [...path.matchAll(/\.([^.[\]]+)|\[(\d+)\]|\[['"]([^'"]*)['"]\]/g)].map(([, name, at, quoted]) =>
      at === undefined ? (name ?? quoted ?? '') : Number(at),
    );
    const end = steps.pop();
    if (end === undefined) continue;
    let tree = root;
    for (const step of steps) {
      const next = tree.get(step);
      const inner: Tree = next instanceof Map ? next : new Map();
      tree.set(step, inner);
      tree = inner;
    }
    tree.set(end, { value });
  }
  const whole = grown(root);
  return isObject(whole) ? whole : {};
}

function grown(tree: Tree | Leaf): Json {
  if (!(tree instanceof Map)) return tree.value;
  const entries = [...tree].map(([key, inner]) => [key, grown(inner)] as const);
  return entries.length > 0 && entries.every(([key]) => typeof key === 'number')
    ? entries.toSorted(([a], [b]) => Number(a) - Number(b)).map(([, value]) => value)
    : Object.fromEntries(entries);
}
