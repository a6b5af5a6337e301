import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { Models } from '../../core/model.ts';
import { openAiAnswer } from './answer.ts';
import { concede, wholeForm } from './concede.ts';
import { headersOf, type Endpoint } from './endpoint.ts';
import { promptOf, toolsOf, type Form } from './messages.ts';
import { hasImages } from './request.ts';
import { adapter, type Wire } from './shell.ts';
import { unpacked } from './sse.ts';

/**
 * OpenAI's chat completions, in any dialect (row V1). The package writes the request and talks to the endpoint; the
 * answer is read from its raw chunks, through which `sse.ts` hands every event whole.
 */
const openAiChat: Wire<Form> = {
  form: wholeForm,
  async ask(endpoint, request, form, { enveloping, stopped }) {
    const { tools } = toolsOf(request);
    const provider = createOpenAICompatible({
      name: 'endpoint',
      baseURL: endpoint.baseUrl,
      includeUsage: form.usage,
      headers: headersOf(endpoint),
      fetch: enveloping({ choices: [] }),
    });
    const { stream } = await provider.chatModel(request.model.model).doStream({
      prompt: promptOf(request, form),
      ...(tools.length === 0 ? {} : { tools, ...(request.toolsOff ? { toolChoice: { type: 'none' } as const } : {}) }),
      includeRawChunks: true,
      abortSignal: stopped,
    });
    return unpacked(stream);
  },
  answer: openAiAnswer,
  over: (event) => event.data === '[DONE]',
  left: (request) => ({
    names: toolsOf(request).left,
    why: 'what is said of the arguments is too long to be sent.',
  }),
  concede: (form, { status, body }, request) => concede(form, status, body, hasImages(request)),
};

/** The adapter for any OpenAI-compatible endpoint (row V1). */
export const openAiCompatible = (endpoint: Endpoint): Models => adapter(endpoint, openAiChat);
