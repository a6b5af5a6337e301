import { sameModel, type ModelRef } from '../../core/ids.ts';
import { isObject, type Json, type JsonObject } from '../../core/json.ts';
import type { AssistantPart, Attachment, CallAnswer, ModelRequest, ToolOffer, UserPart } from '../../core/model.ts';
import { googleSchema } from './google-schema.ts';
import { described, fileText, isSeen, unseen } from './messages.ts';

/** What a model of Google's is asked for and sent, until it has shown that it cannot take it. */
export interface GoogleForm {
  readonly thoughts: boolean;
  readonly system: boolean;
  readonly images: boolean;
}

/** The offered tools with their schemas compiled, and the names of those that cannot be sent (row V3). */
export function googleTools(offers: readonly ToolOffer[]): {
  readonly tools: readonly JsonObject[];
  readonly left: readonly string[];
} {
  const tools: JsonObject[] = [];
  const left: string[] = [];
  for (const { name, description, schema } of offers) {
    const parameters = googleSchema(schema);
    if (parameters === null) left.push(name);
    else tools.push({ name, description: described(description), ...(parameters === undefined ? {} : { parameters }) });
  }
  return { tools, left };
}

/** The body of a streamed request to `generateContent` (rows V2, V3). */
export function googleBody(request: ModelRequest, form: GoogleForm): JsonObject {
  const { model } = request.model;
  const { tools } = googleTools(request.tools);
  const system = request.system.trim() === '' ? [] : [{ text: request.system }];
  const contents = request.messages.flatMap((message): JsonObject[] => {
    if (message.role === 'user') return [{ role: 'user', parts: message.parts.map((part) => userPart(part, form)) }];
    if (message.role === 'tool') return toolContents(message.answers, form);
    const parts = modelParts(message.parts, message.from, request.model);
    return parts.length === 0 ? [] : [{ role: 'model', parts }];
  });
  return {
    contents: form.system || system.length === 0 ? contents : [{ role: 'user', parts: system }, ...contents],
    ...(form.system && system.length > 0 ? { systemInstruction: { parts: system } } : {}),
    ...(tools.length === 0 ? {} : { tools: [{ functionDeclarations: tools }] }),
    ...(tools.length > 0 && request.toolsOff ? { toolConfig: { functionCallingConfig: { mode: 'NONE' } } } : {}),
    ...(form.thoughts && thinks.test(model) ? { generationConfig: { thinkingConfig: { includeThoughts: true } } } : {}),
  };
}

const thinks = /gemini-(2\.5|[3-9]|\w+-latest)/;
const signs = /gemini-([3-9]|\w+-latest)/;

/** Whether an image goes in words only: of its kind Gemini takes none, or the model takes no images at all. */
export const isUnseen = ({ mime, content }: Attachment, { images }: GoogleForm): boolean =>
  !images || mime === 'image/gif' || !isSeen({ mime, base64: content });

function userPart(part: UserPart, form: GoogleForm): JsonObject {
  if (part.is === 'text') return { text: part.text === '' ? '(no text)' : part.text };
  const { file } = part;
  if (!file.mime.startsWith('image/')) return { text: fileText(file) };
  if (isUnseen(file, form)) return { text: unseen(file) };
  return { inlineData: { mimeType: file.mime, data: file.content } };
}

/** Exactly one response a call, in a content of their own; images follow in the next. */
function toolContents(answers: readonly CallAnswer[], form: GoogleForm): JsonObject[] {
  const shown = (answer: CallAnswer) =>
    form.images ? answer.images.filter((image) => isSeen(image) && image.mime !== 'image/gif') : [];
  const responses = answers.map((answer) => {
    const images = shown(answer);
    const left = answer.images.length - images.length;
    const notes = [
      answer.text,
      images.length === 0 ? '' : '[Images: see the next message.]',
      left === 0 ? '' : `[${left} not shown to this model.]`,
    ];
    const text = notes.filter((each) => each !== '').join('\n') || '(no output)';
    const response = answer.failed ? { error: text } : { output: text };
    return { functionResponse: { id: answer.call, name: answer.tool, response } };
  });
  const images = answers.flatMap((answer): JsonObject[] => {
    const some = shown(answer).map(({ mime, base64 }) => ({ inlineData: { mimeType: mime, data: base64 } }));
    return some.length === 0 ? [] : [{ text: `[Images returned by ${answer.tool}, call ${answer.call}:]` }, ...some];
  });
  const first = { role: 'user', parts: responses };
  return images.length === 0 ? [first] : [first, { role: 'user', parts: images }];
}

/** Signatures go back in the parts they came in, only to the model that gave them (case 55). */
function modelParts(parts: readonly AssistantPart[], from: ModelRef, to: ModelRef): JsonObject[] {
  const same = sameModel(from, to);
  const signature = (data: Json | undefined): JsonObject =>
    same && isObject(data) && typeof data['thoughtSignature'] === 'string'
      ? { thoughtSignature: data['thoughtSignature'] }
      : {};
  const out = parts.flatMap((part): JsonObject[] => {
    const signed = signature(part.data);
    if (part.is === 'call') return [{ functionCall: { id: part.id, name: part.tool, args: part.args }, ...signed }];
    const isSigned = 'thoughtSignature' in signed;
    if (part.is === 'reasoning') return isSigned ? [{ text: part.text, thought: true, ...signed }] : [];
    return part.text === '' && !isSigned ? [] : [{ text: part.text, ...signed }];
  });
  const calls = out.filter((part) => 'functionCall' in part);
  if (!signs.test(to.model) || calls.length === 0 || calls.some((part) => 'thoughtSignature' in part)) return out;
  // Google's own word for calls that another model made: without it, Gemini 3 refuses them.
  return out.map((part) =>
    part === calls[0] ? { ...part, thoughtSignature: 'skip_thought_signature_validator' } : part,
  );
}
