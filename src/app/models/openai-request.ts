import { sameModel } from '../../core/ids.ts';
import type { JsonObject } from '../../core/json.ts';
import type { CallAnswer, Message, ModelRequest, UserPart } from '../../core/model.ts';
import type { Refusal } from './explain.ts';
import { answerText, isSeen, toolsOf } from './messages.ts';
import { assistantItems } from './openai-items.ts';
import { hasImages } from './request.ts';

/** What a model is spared, once it has shown that it cannot take it. */
export interface ResponsesForm {
  /** Ask for summaries of its thoughts. */
  readonly summary: boolean;
  /** Ask for its thoughts, sealed, so that they can go back: nothing is stored with the provider. */
  readonly sealed: boolean;
  /** Send images other than those of the newest message. */
  readonly images: boolean;
}

export const wholeResponsesForm: ResponsesForm = { summary: true, sealed: true, images: true };

/** The body of a request to the Responses API (rows V1, V3). */
export function responsesBody(request: ModelRequest, form: ResponsesForm): JsonObject {
  const { tools } = toolsOf(request);
  return {
    model: request.model.model,
    ...(request.system === '' ? {} : { instructions: request.system }),
    input: request.messages.flatMap((message, at) => {
      // An image that a person attaches to the newest message is theirs to have refused with a word.
      const newest = message.role === 'user' && at === request.messages.length - 1;
      return itemsOf(message, request, { ...form, images: form.images || newest });
    }),
    stream: true,
    store: false,
    ...(form.sealed ? { include: ['reasoning.encrypted_content'] } : {}),
    ...(form.summary ? { reasoning: { summary: 'auto' } } : {}),
    ...(tools.length === 0
      ? {}
      : {
          tools: tools.flatMap((tool): JsonObject[] =>
            tool.type === 'function'
              ? [
                  {
                    type: 'function',
                    name: tool.name,
                    description: tool.description ?? '',
                    parameters: tool.inputSchema as JsonObject,
                    // Strict wants every argument required and none beside: tools of servers are seldom so.
                    strict: false,
                  },
                ]
              : [],
          ),
          ...(request.toolsOff ? { tool_choice: 'none' } : {}),
        }),
  };
}

function itemsOf(message: Message, request: ModelRequest, { images, sealed }: ResponsesForm): JsonObject[] {
  if (message.role === 'user')
    return [{ role: 'user', content: message.parts.map((part) => userContent(part, images)) }];
  if (message.role === 'assistant')
    return assistantItems(message.parts, sealed && sameModel(message.from, request.model));
  return message.answers.map((answer) => ({
    type: 'function_call_output',
    call_id: answer.call,
    output: outputOf(answer, images),
  }));
}

const inputText = (text: string): JsonObject => ({ type: 'input_text', text });
const inputImage = (mime: string, base64: string): JsonObject => ({
  type: 'input_image',
  image_url: `data:${mime};base64,${base64}`,
});

function userContent(part: UserPart, images: boolean): JsonObject {
  if (part.is === 'text') return inputText(part.text);
  const { name, mime, content } = part.file;
  if (!mime.startsWith('image/')) return inputText(`Attached file “${name}” (${mime}):\n\n${content}`);
  return images
    ? inputImage(mime, content)
    : inputText(`[The image “${name}” is left out: this model takes no images.]`);
}

/** Images go within the result of their call (case 43). */
function outputOf(answer: CallAnswer, images: boolean): string | JsonObject[] {
  const text = answerText(answer, images, 'see below');
  const shown = images ? answer.images.filter(isSeen) : [];
  return shown.length === 0 ? text : [inputText(text), ...shown.map(({ mime, base64 }) => inputImage(mime, base64))];
}

const imageWords = /image|vision|multi-?modal|input_image|content type/i;
const outputWords = /\boutput\b.*(string|array|list)/i;

/**
 * What to leave out after a refusal (row V3): models that do not think know neither summaries nor seals, another account's
 * seal cannot be opened, an account that is not verified gets no summaries, and some servers take no images.
 */
export function concedeResponses(
  form: ResponsesForm,
  { status, body }: Refusal,
  request: ModelRequest,
): ResponsesForm | null {
  if (![400, 403, 404, 415, 422].includes(status)) return null;
  if (form.sealed && /encrypted[_ ]content|\binclude\b/i.test(body)) return { ...form, sealed: false };
  if (form.summary && /reasoning|summar/i.test(body)) return { ...form, summary: false };
  const about = imageWords.test(body) || outputWords.test(body);
  return form.images && about && hasImages(request) ? { ...form, images: false } : null;
}
