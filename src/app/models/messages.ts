import type { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { sameModel, type ModelRef } from '../../core/ids.ts';
import { isObject, type Json, type JsonObject } from '../../core/json.ts';
import { limits } from '../../core/limits.ts';
import type { AssistantPart, Attachment, CallAnswer, Message, ModelRequest, UserPart } from '../../core/model.ts';
import type { ResultImage } from '../../core/tool.ts';
import { reasoningFields } from './chunk.ts';
import { openAiSchema } from './schema.ts';

/** The package's chat model, and what it is asked; named here since only this room knows the package. */
export type ChatModel = ReturnType<ReturnType<typeof createOpenAICompatible>['chatModel']>;
export type Asking = Parameters<ChatModel['doStream']>[0];
type Prompt = Asking['prompt'];
type PromptMessage = Prompt[number];
type UserContent = Extract<PromptMessage, { role: 'user' }>['content'];
type AssistantContent = Extract<PromptMessage, { role: 'assistant' }>['content'];
type Tools = NonNullable<Asking['tools']>;
type Options = NonNullable<PromptMessage['providerOptions']>;

/** What an endpoint is spared, once it has shown that it cannot take it (see `concede.ts`). */
export interface Form {
  /** Ask for token counts in the stream. */
  readonly usage: boolean;
  /** Send images other than those of the newest message. */
  readonly images: boolean;
}

/** The conversation as the package takes it. Call ids go out unchanged; nothing of ours is lost on the way (row V3). */
export function promptOf(request: ModelRequest, form: Form): Prompt {
  const prompt: Prompt = request.system === '' ? [] : [{ role: 'system', content: request.system }];
  request.messages.forEach((message, at) => {
    // An image that a person attaches to the newest message is theirs to have refused with a word, never left out silently.
    const newest = message.role === 'user' && at === request.messages.length - 1;
    for (const each of wireMessages(message, request.model, form.images || newest)) {
      const last = prompt.at(-1);
      // Templates of local models take no two messages of one role in a row.
      if (each.role === 'user' && last?.role === 'user')
        prompt[prompt.length - 1] = { role: 'user', content: joined(last.content, each.content) };
      else prompt.push(each);
    }
  });
  return prompt;
}

/** The offered tools, their schemas compiled for this wire, and the names of those whose schema it cannot take (row V3). */
export function toolsOf(request: ModelRequest): { readonly tools: Tools; readonly left: readonly string[] } {
  const tools: Tools = [];
  const left: string[] = [];
  for (const tool of request.tools) {
    const schema = openAiSchema(tool.schema);
    if (schema === null) left.push(tool.name);
    else
      tools.push({
        type: 'function',
        name: tool.name,
        description: described(tool.description),
        inputSchema: schema as Extract<Tools[number], { type: 'function' }>['inputSchema'],
      });
  }
  return { tools, left };
}

/** What a model is told of a tool: bounded, since a server may write a book, and the cut is marked. */
export function described(description: string): string {
  const most = limits.toolDescription;
  const text =
    description.length <= most
      ? description
      : `${description.slice(0, most)}\n[… ${description.length - most} characters of this description left out …]`;
  // Half a surrogate pair is refused by some endpoints.
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}

function wireMessages(message: Message, to: ModelRef, images: boolean): PromptMessage[] {
  if (message.role === 'user') return [{ role: 'user', content: userContent(message.parts, images) }];
  if (message.role === 'assistant') return assistantMessage(message.parts, sameModel(message.from, to));
  return toolMessages(message.answers, images);
}

/** Text is one string (some servers take no lists); a text file is told with its name, an image goes as an image. */
function userContent(parts: readonly UserPart[], images: boolean): UserContent {
  const content: UserContent = [];
  for (const part of parts) {
    if (part.is === 'text') content.push({ type: 'text', text: part.text });
    else if (!part.file.mime.startsWith('image/'))
      content.push({
        type: 'text',
        text: fileText(part.file),
      });
    else if (images)
      content.push({
        type: 'file',
        mediaType: part.file.mime,
        filename: part.file.name,
        data: { type: 'data', data: part.file.content },
      });
    else
      content.push({ type: 'text', text: `[The image “${part.file.name}” is left out: this model takes no images.]` });
  }
  return joined([], content);
}

/** A text file of the person, told with its name. */
export const fileText = ({ name, mime, content }: Attachment): string =>
  `Attached file “${name}” (${mime}):\n\n${content}`;

/** What stands in the place of an image of a kind that the model does not take. */
export const unseen = ({ name, mime }: Attachment): string =>
  `[The image “${name}” is left out: this model does not take ${mime}.]`;

function joined(before: UserContent, after: UserContent): UserContent {
  const content: UserContent = [...before];
  for (const part of after) {
    const last = content.at(-1);
    if (part.type === 'text' && last?.type === 'text')
      content[content.length - 1] = { type: 'text', text: `${last.text}\n\n${part.text}` };
    else content.push(part);
  }
  return content;
}

function assistantMessage(parts: readonly AssistantPart[], same: boolean): PromptMessage[] {
  const text = parts
    .filter((part) => part.is === 'text')
    .map((part) => part.text)
    .join('');
  const calls = parts.filter((part) => part.is === 'call');
  if (text === '' && calls.length === 0) return [];
  const content: AssistantContent = calls.map((call) => ({
    type: 'tool-call',
    toolCallId: call.id,
    toolName: call.tool,
    input: call.args,
    ...(same && isObject(call.data) ? { providerOptions: options(call.data) } : {}),
  }));
  if (text !== '') content.unshift({ type: 'text', text });
  const extra = same ? returned(parts, text, calls.length > 0) : {};
  return [
    { role: 'assistant', content, ...(Object.keys(extra).length > 0 ? { providerOptions: options(extra) } : {}) },
  ];
}

/** The package lays this into the message, or the call, as it stands. */
const options = (data: JsonObject): Options => ({ openaiCompatible: data });

/**
 * Provider data of a message, in the fields it came in (case 55). Plain reasoning goes back only beside calls: there
 * DeepSeek, Kimi and Mistral want it, elsewhere it is dropped or even refused.
 */
function returned(parts: readonly AssistantPart[], text: string, hasCalls: boolean): JsonObject {
  const out: Record<string, Json> = {};
  const details: Json[] = [];
  for (const part of parts) {
    if (part.is === 'call' || !isObject(part.data)) continue;
    if (part.is === 'text') Object.assign(out, part.data);
    else if (Array.isArray(part.data['details'])) details.push(...(part.data['details'] as readonly Json[]));
  }
  if (details.length > 0) return { ...out, reasoning_details: details };
  const field = reasoningFields.find((each) =>
    parts.some((part) => part.is === 'reasoning' && isObject(part.data) && part.data['field'] === each),
  );
  if (field === undefined || !hasCalls) return out;
  const thought = parts
    .filter((part) => part.is === 'reasoning')
    .map((part) => part.text)
    .join('');
  if (field !== 'content') return { ...out, [field]: thought };
  const thinking = { type: 'thinking', thinking: [{ type: 'text', text: thought }] };
  return { ...out, content: text === '' ? [thinking] : [thinking, { type: 'text', text }] };
}

/** One message an answer; images follow in a message of the person's role, since a tool's may hold text only (case 43). */
function toolMessages(answers: readonly CallAnswer[], images: boolean): PromptMessage[] {
  const messages: PromptMessage[] = [
    {
      role: 'tool',
      content: answers.map((answer) => ({
        type: 'tool-result',
        toolCallId: answer.call,
        toolName: answer.tool,
        output: { type: 'text', value: answerText(answer, images) },
      })),
    },
  ];
  const shown = images ? answers.filter((answer) => answer.images.some(isSeen)) : [];
  if (shown.length === 0) return messages;
  const content = shown.flatMap((answer): UserContent => [
    { type: 'text', text: `[Images returned by ${answer.tool}, call ${answer.call}:]` },
    ...answer.images
      .filter(isSeen)
      .map((image) => ({ type: 'file', mediaType: image.mime, data: { type: 'data', data: image.base64 } }) as const),
  ]);
  return [...messages, { role: 'user', content }];
}

/** True for a kind of image that models take; with another, or with what is no base64, the whole request would be refused. */
const seenKinds: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
export const isSeen = ({ mime, base64 }: ResultImage): boolean =>
  seenKinds.has(mime) && base64 !== '' && /^[A-Za-z0-9+/]+={0,2}$/.test(base64);

/** A result as text, with a note on each image; `where` says where those that are sent stand. */
export function answerText(answer: CallAnswer, images: boolean, where = 'see the next message'): string {
  const note = (some: readonly ResultImage[], at: string): string => {
    const kinds = some.map(({ mime }) => mime.replace(/[^\w/+.-].*$/s, '').slice(0, 60)).join(', ');
    return some.length === 0 ? '' : `[${some.length === 1 ? 'One image' : `${some.length} images`} (${kinds}): ${at}.]`;
  };
  const text =
    [
      answer.text,
      note(answer.images.filter(isSeen), images ? where : 'left out: this model takes no images'),
      note(
        answer.images.filter((image) => !isSeen(image)),
        'not shown to models',
      ),
    ]
      .filter((each) => each !== '')
      .join('\n') || '(no output)';
  return answer.failed ? `Failed: ${text}` : text;
}
