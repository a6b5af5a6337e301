import { fail, ok, type Outcome } from '../../core/outcome.ts';
import { broken, byteLength, encode, unencodable } from './encode.ts';
import { countEndings, dominant, type Ending } from './endings.ts';
import { characterName } from './likeness.ts';
import { match, toLf, type Span } from './match.ts';
import { decode, encodingName, type Text } from './text.ts';

export interface EditRequest {
  readonly old: string;
  readonly new: string;
  readonly all: boolean;
  /** The file is a secret one (row X2): messages quote nothing of it. */
  readonly discreet: boolean;
}

export interface Edited {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The 1-based lines of the replaced passages. */
  readonly lines: readonly number[];
}

/** A passage of the decoded text and what comes in its place. */
interface Patch {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00;

/**
 * The smallest change that turns the span into the new text: lines that stay keep their own bytes and endings, and new
 * line breaks take the ending of the span, or the file's dominant one where the span has none (row P7).
 */
function narrow(file: Text, span: Span, replacement: string): Patch | null {
  const cr = file.ending === '\r';
  const raw = file.text.slice(span.from, span.to);
  const old = toLf(raw, cr);
  const now = toLf(replacement, cr);
  if (old === now) return null;
  const shorter = Math.min(old.length, now.length);
  let head = 0;
  while (head < shorter && old.charCodeAt(head) === now.charCodeAt(head)) head += 1;
  if (head > 0 && isHigh(old.charCodeAt(head - 1))) head -= 1;
  let tail = 0;
  while (tail < shorter - head && old.charCodeAt(old.length - 1 - tail) === now.charCodeAt(now.length - 1 - tail))
    tail += 1;
  if (tail > 0 && isHigh(old.charCodeAt(old.length - tail - 1))) tail -= 1;
  const ending = endingFor(file, raw);
  const middle = now.slice(head, now.length - tail).replaceAll('\n', ending);
  return { from: span.from + rawLength(raw, head), to: span.from + rawLength(raw, old.length - tail), text: middle };
}

function endingFor(file: Text, span: string): Ending {
  const { lf, crlf, cr } = countEndings(span);
  if (file.ending === '\r' || lf + crlf === 0) return file.ending;
  return dominant({ lf, crlf, cr });
}

/** How long the first `length` units of a text's LF form are in the text itself. */
function rawLength(raw: string, length: number): number {
  let folded = 0;
  for (let at = raw.indexOf('\r\n'); at !== -1 && at - folded < length; at = raw.indexOf('\r\n', at + 2)) folded += 1;
  return length + folded;
}

/** Puts the patches into the file's own bytes; everything between them is copied, never re-encoded. */
function splice(bytes: Uint8Array<ArrayBuffer>, file: Text, patches: readonly Patch[]): Uint8Array<ArrayBuffer> {
  const pieces: Uint8Array[] = [];
  let byte = file.bom ? (file.encoding === 'utf-8' ? 3 : 2) : 0;
  let copied = 0;
  let at = 0;
  let size = 0;
  const push = (piece: Uint8Array): void => {
    pieces.push(piece);
    size += piece.length;
  };
  for (const { from, to, text } of patches) {
    byte += byteLength(file.text.slice(at, from), file.encoding);
    push(bytes.subarray(copied, byte));
    push(encode(text, file.encoding));
    byte += byteLength(file.text.slice(from, to), file.encoding);
    copied = byte;
    at = to;
  }
  push(bytes.subarray(copied));
  const whole = new Uint8Array(size);
  let place = 0;
  for (const piece of pieces) {
    whole.set(piece, place);
    place += piece.length;
  }
  return whole;
}

/** The file's bytes after an edit, by row P7; pure, and linear in the file's length. `path` is for messages. */
export function edit(path: string, bytes: Uint8Array<ArrayBuffer>, request: EditRequest): Outcome<Edited> {
  if (request.old === '')
    return fail(
      'bad-arguments',
      'old_text is empty, so there is nothing to find. To create a file or to replace all of it, use file_write.',
    );
  if (broken(request.old) || broken(request.new))
    return fail(
      'bad-arguments',
      'The text holds half a Unicode character (a lone surrogate), which no file can hold. Send the whole character.',
    );
  const file = decode(bytes);
  if (file.is === 'binary')
    return fail('binary', `${path} is a binary file (${file.kind}), so it cannot be edited as text.`);
  const mark = (text: string): string => (file.bom && text.startsWith('\ufeff') ? text.slice(1) : text);
  const old = mark(request.old);
  const now = mark(request.new);
  if (old === now || old === '')
    return fail(
      'no-change',
      'old_text and new_text are the same, so nothing would change. Send the text as it should become.',
    );
  const found = match(path, file, old, request.all, request.discreet);
  if (!found.ok) return found;
  const patches = found.value.map((span) => narrow(file, span, now)).filter((patch) => patch !== null);
  if (patches.length === 0)
    return fail(
      'no-change',
      `Nothing would change in ${path}: the two texts differ only in their line endings, and an edit keeps those of the file. To change line endings write the whole file with file_write.`,
    );
  for (const patch of patches) {
    const odd = unencodable(patch.text, file.encoding);
    if (odd !== null)
      return fail(
        'bad-arguments',
        `${path} is ${encodingName(file.encoding, file.bom)}, which cannot hold ${characterName(odd)}. Use other characters, or write the whole file with file_write, which makes it UTF-8.`,
      );
  }
  return ok({ bytes: splice(bytes, file, patches), lines: found.value.map(({ line }) => line) });
}
