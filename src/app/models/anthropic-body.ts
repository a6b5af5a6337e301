import { sameModel, type ModelRef } from '../../core/ids.ts';
import { isObject, type Json, type JsonObject } from '../../core/json.ts';
import type { AssistantPart, CallAnswer, Message, ModelRequest, UserPart } from '../../core/model.ts';
import type { ResultImage } from '../../core/tool.ts';
import { anthropicTools } from './anthropic-tools.ts';
import { fileText, isSeen, unseen } from './messages.ts';

/** What Anthropic is asked for, once it has shown what it takes. */
export interface AnthropicForm {
  /** The most tokens of an answer; null: what this house takes to fit the model. */
  readonly most: number | null;
}

interface Said {
  readonly role: 'user' | 'assistant';
  readonly content: readonly JsonObject[];
}

/** Anthropic wants to be told how long an answer may be. Enough for a long file, and little enough to leave room for a chat. */
function mostTokens(model: string): number {
  if (/claude-(2|instant|3-(opus|sonnet|haiku))/.test(model)) return 4_096;
  if (/claude-3-5/.test(model)) return 8_192;
  return 32_000;
}

/** The body of a request to the Messages API, streaming (rows V2, V3). */
export function anthropicBody(request: ModelRequest, form: AnthropicForm): JsonObject {
  const said = conversation(request);
  const { tools } = anthropicTools(request.tools);
  // A conversation with calls in it needs tools declared, even where none is offered any more.
  const declared = tools.length > 0 ? tools : named(request.messages);
  const off = request.toolsOff || tools.length === 0;
  const again = tools.length > 0 || said.length > 1;
  return {
    model: request.model.model,
    max_tokens: form.most ?? mostTokens(request.model.model),
    stream: true,
    ...(request.system.trim() === '' ? {} : { system: marked([{ type: 'text', text: request.system }]) }),
    ...(declared.length === 0 ? {} : { tools: marked(declared), ...(off ? { tool_choice: { type: 'none' } } : {}) }),
    messages: said.map(({ role, content }, at) => ({
      role,
      content: again && at === said.length - 1 ? marked(content) : content,
    })),
  };
}

/**
 * Marks the last block: what comes before it is kept for five minutes and costs a tenth when it is sent again, which
 * every turn with tools does. A single question without tools is not marked: keeping it costs a quarter more.
 */
const marked = (blocks: readonly JsonObject[]): JsonObject[] =>
  blocks.map((block, at) => (at < blocks.length - 1 ? block : { ...block, cache_control: { type: 'ephemeral' } }));

const named = (messages: readonly Message[]): JsonObject[] => {
  const calls = messages.flatMap((message) => (message.role === 'assistant' ? message.parts : []));
  const names = new Set(calls.flatMap((part) => (part.is === 'call' ? [part.tool] : [])));
  return [...names].map((name) => ({
    name,
    description: 'Not offered any more.',
    input_schema: { type: 'object', properties: {} },
  }));
};

/** Roles alternate and begin and end with the person; the results of calls stand first in the message after them. */
function conversation(request: ModelRequest): Said[] {
  const said: Said[] = [];
  const add = (role: Said['role'], content: readonly JsonObject[]): void => {
    const last = said.at(-1);
    if (content.length === 0) return;
    if (last?.role === role) said[said.length - 1] = { role, content: [...last.content, ...content] };
    else said.push({ role, content });
  };
  for (const message of request.messages) {
    if (message.role === 'user') add('user', message.parts.flatMap(userBlocks));
    else if (message.role === 'tool') add('user', message.answers.map(resultBlock));
    else add('assistant', assistantBlocks(message.parts, message.from, request.model));
  }
  if (said.at(-1)?.role !== 'user') add('user', [{ type: 'text', text: '[Go on.]' }]);
  return said;
}

/** A block of nothing but blanks has the whole request refused. */
const textBlocks = (text: string): JsonObject[] => (text.trim() === '' ? [] : [{ type: 'text', text }]);

const imageBlock = ({ mime, base64 }: ResultImage): JsonObject => ({
  type: 'image',
  source: { type: 'base64', media_type: mime, data: base64 },
});

function userBlocks(part: UserPart): JsonObject[] {
  if (part.is === 'text') return textBlocks(part.text.trim() === '' ? '(no text)' : part.text);
  const { file } = part;
  if (!file.mime.startsWith('image/')) return textBlocks(fileText(file));
  const image = { mime: file.mime, base64: file.content };
  return isSeen(image) ? [imageBlock(image)] : textBlocks(unseen(file));
}

function resultBlock(answer: CallAnswer): JsonObject {
  // What failed may hold text only.
  const images = answer.failed ? [] : answer.images.filter(isSeen);
  const left = answer.images.length - images.length;
  const note = left === 0 ? '' : `[${left === 1 ? 'One image is' : `${left} images are`} not shown to models.]`;
  const text = [answer.text, note].filter((each) => each.trim() !== '').join('\n');
  const content = [
    ...textBlocks(text === '' && images.length === 0 ? '(no output)' : text),
    ...images.map((image) => imageBlock(image)),
  ];
  return {
    type: 'tool_result',
    tool_use_id: wireId(answer.call),
    content,
    ...(answer.failed ? { is_error: true } : {}),
  };
}

/** Call ids are this house's own and fit; one that came with an imported chat may not, and is written in hexadecimals. */
const wireId = (id: string): string =>
  /^[a-zA-Z0-9_-]+$/.test(id)
    ? id
    : `x_${[...new TextEncoder().encode(id)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;

/** Thinking goes back as it came, where it stood, and only to the model that thought it (case 55); calls come last. */
function assistantBlocks(parts: readonly AssistantPart[], from: ModelRef, to: ModelRef): JsonObject[] {
  const same = sameModel(from, to);
  const calls: JsonObject[] = [];
  const blocks: JsonObject[] = [];
  for (const part of parts) {
    if (part.is === 'call') calls.push({ type: 'tool_use', id: wireId(part.id), name: part.tool, input: part.args });
    else if (part.is === 'text') blocks.push(...textBlocks(part.text));
    else if (same) blocks.push(...thinkingBlocks(part.text, part.data));
  }
  const whole = [...blocks, ...calls];
  const says = whole.some(({ type }) => type === 'text' || type === 'tool_use');
  if (!says) return [];
  // Thinking at the very end belongs to nothing that was said, and is refused.
  const end = whole.findLastIndex(({ type }) => type === 'text' || type === 'tool_use');
  return whole.slice(0, end + 1);
}

/** Without its signature a thought is refused; without its text (a hidden one) it is not. */
function thinkingBlocks(thinking: string, data: Json | undefined): JsonObject[] {
  if (!isObject(data)) return [];
  const { signature, redacted } = data;
  if (typeof redacted === 'string') return [{ type: 'redacted_thinking', data: redacted }];
  return typeof signature === 'string' ? [{ type: 'thinking', thinking, signature }] : [];
}
