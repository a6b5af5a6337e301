import type { Models } from '../../core/model.ts';
import { anthropicAnswer } from './anthropic-answer.ts';
import { anthropicBody, type AnthropicForm } from './anthropic-body.ts';
import { anthropicTools } from './anthropic-tools.ts';
import type { Endpoint } from './endpoint.ts';
import type { Refusal } from './explain.ts';
import { isSeen } from './messages.ts';
import { post } from './post.ts';
import { adapter, type Wire } from './shell.ts';

/** The key in its header, and the word without which Anthropic lets no page in (rows V1, X5). */
const anthropicHeaders = (endpoint: Endpoint): Record<string, string> => {
  const key = (endpoint.key ?? '').trim();
  return {
    ...(key === '' ? {} : { 'x-api-key': key }),
    'anthropic-version': '2023-06-01',
    'anthropic-dangerous-direct-browser-access': 'true',
    ...endpoint.headers,
  };
};

/** An address under an endpoint's base, which may end in a slash. */
const under = (endpoint: Endpoint, path: string): string => `${endpoint.baseUrl.replace(/\/+$/, '')}/${path}`;

const tooMuch = /max_tokens: \d+ > (\d+)/;
const noRoom = /exceed context limit: (\d+) \+ \d+ > (\d+)/;

/** Anthropic says how much a model may answer, or how much room is left; it is asked again with that. */
function concede(form: AnthropicForm, { status, body }: Refusal): AnthropicForm | null {
  if (status !== 400) return null;
  const most = Number(tooMuch.exec(body)?.[1] ?? 0);
  const [, used, all] = noRoom.exec(body) ?? [];
  const room = most > 0 ? most : Number(all ?? 0) - Number(used ?? 0) - 200;
  // Less would cut every answer; and what did not help once will not help again.
  return room >= 1_024 && room < (form.most ?? Infinity) ? { most: room } : null;
}

/**
 * Anthropic's Messages API. The request is written here and not by a package: thinking blocks have to go back exactly
 * where they stood (case 55), and a package's reading would refuse events it does not know.
 */
const messages: Wire<AnthropicForm> = {
  form: { most: null },
  ask: (endpoint, request, form, posting) =>
    post(posting, under(endpoint, 'messages'), anthropicHeaders(endpoint), anthropicBody(request, form)),
  answer: () => anthropicAnswer(),
  over: (event) => event.data === '[DONE]' || event.name === 'message_stop',
  left: (request) => ({
    names: anthropicTools(request.tools).left,
    why: 'Anthropic does not take what is said of its arguments (too long, or names with unusual characters).',
  }),
  unseen: ({ mime, content }) => !isSeen({ mime, base64: content }),
  concede,
};

/** The adapter for Anthropic (row V1). */
export const anthropic = (endpoint: Endpoint): Models => adapter(endpoint, messages);
