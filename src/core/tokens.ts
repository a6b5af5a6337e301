/**
 * How many tokens a request may cost, estimated before it is sent (row B5). Every provider counts in its own way and tells
 * the truth only afterwards (`usage`); this is a sum over characters, so that more text never counts as less.
 */
import { headOf, tailOf } from './cap.ts';
import type { AssistantPart, CallAnswer, Message, ModelRequest, ToolOffer, UserPart } from './model.ts';

/** Eighths of a token that one character takes. Measured words of English take about four characters a token, code three. */
const letter = 2;
const blank = 1;
const digit = 3;
const sign = 4;
/** Letters of other alphabets (Cyrillic, Greek, accents): about two a token. */
const foreign = 4;
/** Chinese, Japanese, Korean: about one a token, rare ones more. */
const wide = 9;
/** Half of a pair: emoji and rare signs take two or three tokens. */
const half = 10;

const ascii = Uint8Array.from({ length: 128 }, (_, code) => {
  if (code === 32 || (code >= 9 && code <= 13)) return blank;
  if (code >= 48 && code <= 57) return digit;
  const small = code | 32;
  return small >= 97 && small <= 122 ? letter : sign;
});

function eighthsOf(code: number): number {
  if (code < 0x80) return ascii[code] ?? sign;
  if (code >= 0xd800 && code < 0xe000) return half;
  return code < 0x2000 ? foreign : code < 0x2e80 ? 2 * sign : wide;
}

/** Tokens of a text, estimated; 0 only for ''. */
export function tokensOf(text: string): number {
  let eighths = 0;
  for (let at = 0; at < text.length; at += 1) eighths += eighthsOf(text.charCodeAt(at));
  return Math.ceil(eighths / 8);
}

const weigh = (character: string): number => {
  let eighths = 0;
  for (let at = 0; at < character.length; at += 1) eighths += eighthsOf(character.charCodeAt(at));
  return eighths;
};

/** The longest start of a text that has at most so many tokens, and the longest end; no character is cut in two. */
export const headWithin = (text: string, most: number): string => headOf(text, most * 8, weigh);
export const tailWithin = (text: string, most: number): string => tailOf(text, most * 8, weigh);

/** What stands around a message, a call or a tool on the wire. */
const frame = 6;
/** An image, whatever its size: providers scale what is larger down to about this. */
const image = 1_600;

const dataTokens = (part: AssistantPart): number => (part.data === undefined ? 0 : tokensOf(JSON.stringify(part.data)));

function assistantTokens(part: AssistantPart): number {
  if (part.is !== 'call') return tokensOf(part.text) + dataTokens(part);
  return frame + tokensOf(part.tool) + tokensOf(JSON.stringify(part.args)) + dataTokens(part);
}

function userTokens(part: UserPart): number {
  if (part.is === 'text') return tokensOf(part.text);
  const { name, mime, content } = part.file;
  return frame + tokensOf(name) + (mime.startsWith('image/') ? image : tokensOf(content));
}

const total = <T>(items: readonly T[], of: (item: T) => number): number =>
  items.reduce((all, item) => all + of(item), 0);

const messageTokens = (message: Message): number => {
  if (message.role === 'user') return frame + total(message.parts, userTokens);
  if (message.role === 'assistant') return frame + total(message.parts, assistantTokens);
  return total(message.answers, tokensOfAnswer);
};

/** Tokens of what a call gave. */
export const tokensOfAnswer = (answer: CallAnswer): number =>
  frame + tokensOf(answer.text) + image * answer.images.length;

const messages = new WeakMap<Message, number>();
const offers = new WeakMap<ToolOffer, number>();

function once<T extends object>(known: WeakMap<T, number>, item: T, count: (item: T) => number): number {
  const before = known.get(item);
  if (before !== undefined) return before;
  const tokens = count(item);
  known.set(item, tokens);
  return tokens;
}

/** Tokens of one message, with what stands around it; a message that was counted is not counted again. */
export const tokensOfMessage = (message: Message): number => once(messages, message, messageTokens);

/** Tokens of a tool's name, description and schema. */
export const tokensOfTool = (tool: ToolOffer): number =>
  once(
    offers,
    tool,
    (one) => frame + tokensOf(one.name) + tokensOf(one.description) + tokensOf(JSON.stringify(one.schema)),
  );

/** Tokens of all that a request sends but its messages. */
export const tokensAround = (request: Pick<ModelRequest, 'system' | 'tools'>): number =>
  frame + tokensOf(request.system) + total(request.tools, tokensOfTool);

/** Tokens of a whole request, estimated. */
export const tokensOfRequest = (request: Pick<ModelRequest, 'system' | 'tools' | 'messages'>): number =>
  tokensAround(request) + total(request.messages, tokensOfMessage);
