/** What an MCP tool answered, as a result of ours (row M1, case 43): base64 is never text. */
import { isObject, type Json, type JsonObject } from './json.ts';
import { fail, ok, type Outcome } from './outcome.ts';
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
/** Base64 of this length or more inside JSON is binary, and only a note of it goes to a model. */
const longBase64 = 256;
const isBase64 = (value: string): boolean => value.length >= longBase64 && /^[A-Za-z0-9+/_-]+={0,2}$/u.test(value);
const kilobytes = (base64: string): string => `${Math.max(1, Math.round((base64.length * 3) / 4 / 1024))} KB`;

/** Structured content as text for a model: what is base64 in it stands as a note. */
function told(value: Json, known: ReadonlySet<string>): Json {
  if (typeof value === 'string') return known.has(value) || isBase64(value) ? `[binary, ${kilobytes(value)}]` : value;
  if (Array.isArray(value)) return value.map((item: Json) => told(item, known));
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, told(one, known)]));
  return value;
}

function readResource(block: JsonObject, read: Read): void {
  const resource = isObject(block['resource']) ? block['resource'] : {};
  const [uri, mime, blob] = [text(resource['uri']), text(resource['mimeType']), text(resource['blob'])];
  if (typeof resource['text'] === 'string') {
    read.lines.push(`[resource ${uri}]\n${resource['text']}`);
    read.pieces.push({ is: 'resource', uri, mime, text: resource['text'], base64: null });
  } else if (mime.startsWith('image/') && blob !== '') {
    read.lines.push(`[resource ${uri}: image, ${mime}]`);
    read.images.push({ mime, base64: blob });
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
      read.images.push({ mime, base64: data });
      return;
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

/** The answer as a result, whole. A tool that says it failed is a fault with its own words (`tool-failed`). */
export function mcpResult(answer: McpAnswer): Outcome<ToolResult> {
  const read: Read = { lines: [], images: [], pieces: [] };
  for (const block of answer.content) readBlock(block, read);
  const binary = new Set([
    ...read.images.map((image) => image.base64),
    ...read.pieces.flatMap((piece) => ('base64' in piece && piece.base64 !== null ? [piece.base64] : [])),
  ]);
  // A text block that only repeats an image's base64 would put it into text after all.
  const lines = read.lines.map((line) => (binary.has(line) || isBase64(line) ? `[binary, ${kilobytes(line)}]` : line));
  const structured = answer.structured === null ? '' : JSON.stringify(told(answer.structured, binary));
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
