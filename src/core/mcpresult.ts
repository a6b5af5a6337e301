/** What an MCP tool answered, as a result of ours (row M1, case 43): base64 is never text. */
import { isObject, tooDeep, type Json, type JsonObject } from './json.ts';
import { fail, ok, type Outcome } from './outcome.ts';
import { replaceEach } from './replace.ts';
import type { ResultImage, ResultPiece, ToolResult } from './tool.ts';

/** A `tools/call` answer. Its shape was checked by the library; its content is from outside. */
export interface McpAnswer {
  readonly content: readonly Json[];
  readonly structured: JsonObject | null;
  readonly failed: boolean;
}

interface Read {
  readonly lines: string[];
  readonly images: ResultImage[];
  readonly pieces: ResultPiece[];
}

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
const kilobytes = (base64: string): string => `${Math.max(1, Math.round((base64.length * 3) / 4 / 1024))} KB`;

/** Base64 of this length or more is binary wherever it stands, and only a note of it goes to a model. */
const longBase64 = 256;
/** Of what came as a part of its own, a repetition this long is found in text; so many parts are looked for. */
const repeats = { chars: 32, parts: 32 };
/** Separators, hashes and words in one piece are long too: binary has capitals, small letters and digits, or is all zeros. */
const looksBinary = (run: string): boolean =>
  (/[A-Z]/u.test(run) && /[a-z]/u.test(run) && /[0-9]/u.test(run)) || /^A+=*$/u.test(run);
const letters: ReadonlySet<number> = new Set(
  Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_', (letter) => letter.charCodeAt(0)),
);
const [backslash, slash] = [92, 47];

/** Text without runs of base64, in one pass: a slash may be escaped, as some JSON has it. */
function withoutBase64(words: string): string {
  if (words.length < longBase64) return words;
  const kept: string[] = [];
  let from = 0;
  let start = 0;
  for (let at = 0; at <= words.length; at += 1) {
    const code = words.charCodeAt(at);
    if (letters.has(code) || (code === backslash && words.charCodeAt(at + 1) === slash)) continue;
    const run = at - start >= longBase64 ? words.slice(start, at) : '';
    if (run !== '' && looksBinary(run)) {
      kept.push(words.slice(from, start), `[binary, ${kilobytes(run)}]`);
      from = at;
      while (words[from] === '=') from += 1;
    }
    start = at + 1;
  }
  return from === 0 ? words : [...kept, words.slice(from)].join('');
}

/** Text for a model: what is binary in it stands as a note. `known` is what came as parts of their own. */
function told(words: string, known: readonly string[]): string {
  let left = words;
  for (const binary of known) left = replaceEach(left, binary, `[binary, ${kilobytes(binary)}]`);
  return withoutBase64(left);
}

/** Base64 as providers and browsers take it, or null: without a `data:` head, line breaks and the letters of URLs. */
function plainBase64(value: string): string | null {
  const bare = value
    .replace(/^data:[^,]{0,200},/u, '')
    .replaceAll(/\s+/gu, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/');
  return /^[A-Za-z0-9+/]+={0,2}$/u.test(bare) ? bare : null;
}

function readImage(mime: string, data: string, where: string, read: Read): void {
  const base64 = plainBase64(data);
  if (base64 === null || !/^image\/[\w.+-]{1,80}$/u.test(mime))
    read.lines.push(`[${where}an image that cannot be read]`);
  else read.images.push({ mime, base64 });
}

function readResource(block: JsonObject, read: Read): void {
  const resource = isObject(block['resource']) ? block['resource'] : {};
  const [uri, mime, blob] = [text(resource['uri']), text(resource['mimeType']), text(resource['blob'])];
  if (typeof resource['text'] === 'string') {
    read.lines.push(`[resource ${uri}]\n${resource['text']}`);
    read.pieces.push({ is: 'resource', uri, mime, text: resource['text'], base64: null });
  } else if (mime.startsWith('image/') && blob !== '') {
    read.lines.push(`[resource ${uri}: image, ${mime}]`);
    readImage(mime, blob, `resource ${uri}: `, read);
  } else {
    read.lines.push(`[resource ${uri}: ${mime === '' ? 'binary' : mime}, ${kilobytes(blob)}, not shown to models]`);
    read.pieces.push({ is: 'resource', uri, mime, text: null, base64: blob });
  }
}

function readBlock(block: Json, read: Read): void {
  if (!isObject(block)) return;
  const mime = text(block['mimeType']);
  const data = text(block['data']);
  switch (text(block['type'])) {
    case 'text':
      read.lines.push(text(block['text']));
      return;
    case 'image':
      return readImage(mime, data, '', read);
    case 'audio':
      read.lines.push(`[audio, ${mime}, ${kilobytes(data)}, not heard by models]`);
      read.pieces.push({ is: 'audio', mime, base64: data });
      return;
    case 'resource_link': {
      const link = { uri: text(block['uri']), name: text(block['name']), about: text(block['description']), mime };
      read.lines.push(`[link to ${link.uri}: ${link.name}${link.about === '' ? '' : ` (${link.about})`}]`);
      read.pieces.push({ is: 'link', ...link });
      return;
    }
    case 'resource':
      return readResource(block, read);
    default:
      read.lines.push(`[a part of kind ${JSON.stringify(text(block['type']))}, which Sluice does not know]`);
  }
}

/** The short phrase for the call's line. */
function summaryOf({ lines, images, pieces }: Read): string {
  const words = lines.join('\n');
  const parts: string[] = [];
  if (images.length > 0) parts.push(images.length === 1 ? 'an image' : `${images.length} images`);
  const sounds = pieces.filter((piece) => piece.is === 'audio').length;
  if (sounds > 0) parts.push('audio');
  const links = pieces.length - sounds;
  if (links > 0) parts.push(links === 1 ? '1 resource' : `${links} resources`);
  if (parts.length > 0) return parts.join(', ');
  const count = words === '' ? 0 : words.split('\n').length;
  return count === 0 ? 'nothing' : count === 1 ? '1 line' : `${count} lines`;
}

/** Whoever keeps, draws or compares data walks down all of it: beyond this no database takes it. */
const deepNote = '[structured data, nested too deeply to be kept: left out]';

/**
 * The answer as a result, whole but for data that is nested beyond reason. A tool that says it failed is a fault with its own
 * words (`tool-failed`).
 */
export function mcpResult(answer: McpAnswer): Outcome<ToolResult> {
  if (answer.structured !== null && tooDeep(answer.structured))
    return mcpResult({ ...answer, structured: null, content: [...answer.content, { type: 'text', text: deepNote }] });
  const read: Read = { lines: [], images: [], pieces: [] };
  for (const block of answer.content) readBlock(block, read);
  const parts = [
    ...read.images.map((image) => image.base64),
    ...read.pieces.flatMap((piece) => ('base64' in piece && piece.base64 !== null ? [piece.base64] : [])),
  ];
  const known = [...new Set(parts)].filter((part) => part.length >= repeats.chars).slice(0, repeats.parts);
  const lines = read.lines.map((line) => told(line, known));
  const structured = answer.structured === null ? '' : told(JSON.stringify(answer.structured), known);
  const words = lines.filter((line) => line !== '').join('\n');
  const whole = words === '' ? structured : words;
  if (answer.failed) return fail('tool-failed', whole === '' ? 'The tool failed and did not say why.' : whole);
  return ok({
    text: whole,
    ...(answer.structured === null ? {} : { data: answer.structured }),
    ...(read.images.length === 0 ? {} : { images: read.images }),
    ...(read.pieces.length === 0 ? {} : { pieces: read.pieces }),
    summary: words === '' && answer.structured !== null ? 'data' : summaryOf({ ...read, lines }),
  });
}
