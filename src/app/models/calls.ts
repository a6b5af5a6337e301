import { isObject, type Json, type JsonObject } from '../../core/json.ts';
import type { ModelCall } from '../../core/model.ts';
import type { CallPiece } from './chunk.ts';

interface Growing {
  readonly index: number | null;
  id: string;
  name: string;
  raw: string;
  extra: JsonObject | null;
}

/** Tool calls as they grow out of fragments; parallel ones are kept apart (rows V2, V3). */
export interface Calls {
  take(piece: CallPiece): void;
  /** The calls in the order they began, their arguments as they came: never repaired (case 40). */
  all(): ModelCall[];
}

const isWhole = (raw: string): boolean => {
  try {
    const value: Json = JSON.parse(raw);
    return isObject(value);
  } catch {
    return false;
  }
};

/**
 * A fragment belongs to the call with its index; without one (stream 05) to the call with its id, else to the last.
 * It begins a new call where there is no such call, or where it brings a name and another id, or a name and a second
 * argument object (servers that give every parallel call index 0). An empty id says nothing (stream 09).
 */
export function growCalls(): Calls {
  const calls: Growing[] = [];

  const home = (piece: CallPiece): Growing | undefined => {
    if (piece.index !== null) return calls.findLast((call) => call.index === piece.index);
    const known = piece.id === '' ? undefined : calls.findLast((call) => call.id === piece.id);
    return known ?? (piece.name === '' ? calls.at(-1) : undefined);
  };

  const begins = (piece: CallPiece, call: Growing): boolean => {
    if (piece.name === '' || call.name === '') return false;
    const goesOn = piece.name === call.name && call.raw !== '' && !isWhole(call.raw);
    const opens = piece.args.trimStart().startsWith('{');
    if (piece.id !== '' && call.id !== '') return piece.id !== call.id && (opens || !goesOn);
    return call.raw !== '' && (piece.name !== call.name || (opens && !goesOn));
  };

  return {
    take(piece) {
      const call = home(piece);
      if (call === undefined || begins(piece, call)) {
        calls.push({ index: piece.index, id: piece.id, name: piece.name, raw: piece.args, extra: piece.extra });
        return;
      }
      if (call.id === '') call.id = piece.id;
      if (piece.name !== '' && piece.name !== call.name)
        call.name = piece.name.startsWith(call.name) ? piece.name : call.name + piece.name;
      call.raw += piece.args;
      if (piece.extra !== null) call.extra = { ...call.extra, ...piece.extra };
    },
    all: () =>
      calls
        .filter((call) => call.name !== '' || call.raw.trim() !== '')
        .map((call) => ({
          tool: call.name,
          raw: call.raw,
          ...(call.extra === null ? {} : { data: { extra_content: call.extra } }),
        })),
  };
}
