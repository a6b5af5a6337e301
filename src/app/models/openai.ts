import type { Models } from '../../core/model.ts';
import { headersOf, type Endpoint } from './endpoint.ts';
import { toolsOf } from './messages.ts';
import { isLast, responsesAnswer } from './openai-answer.ts';
import { concedeResponses, responsesBody, wholeResponsesForm, type ResponsesForm } from './openai-request.ts';
import { post } from './post.ts';
import { adapter, type Wire } from './shell.ts';
import { interrupted, type Came } from './sse.ts';

/**
 * OpenAI's Responses API (row V1). The request is written here and not by the provider package, which drops or renumbers
 * what has to go back unchanged (row V3) and weighs 60 KB; nothing is stored with the provider.
 */
const responses: Wire<ResponsesForm> = {
  form: wholeResponsesForm,
  async ask(endpoint, request, form, posting) {
    const url = `${endpoint.baseUrl.replace(/\/+$/u, '')}/responses`;
    const events = await post(posting, url, headersOf(endpoint), responsesBody(request, form));
    return events.pipeThrough(untilLast());
  },
  answer: responsesAnswer,
  over: (event) => event.data === done,
  left: (request) => ({
    names: toolsOf(request).left,
    why: 'what is said of the arguments is too long to be sent.',
  }),
  concede: concedeResponses,
};

const done = '[DONE]';

/** The last event is read too, since it has the usage; whatever a server sends or waits for after it is not. */
const untilLast = (): TransformStream<Came, Came> =>
  new TransformStream({
    transform(event, to) {
      to.enqueue(event);
      if (event === interrupted || !isLast(event)) return;
      to.enqueue({ name: '', data: done, framed: true });
      to.terminate();
    },
  });

/** The adapter for OpenAI, and for any server that speaks its Responses API. */
export const openAi = (endpoint: Endpoint): Models => adapter(endpoint, responses);
