import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { add, empty } from '../../core/chat.ts';
import type { AssistantPart, Message, ModelRequest } from '../../core/model.ts';
import { chats, lived, nextRequests } from '../../test/core/logs.ts';
import { opus } from '../../test/core/make.ts';
import { full } from '../../test/fixtures.ts';
import { delta, events, heard, request, responding } from '../../test/wire.ts';
import { problems as chatProblems } from '../../test/wires/openai-chat.ts';
import { problems as responsesProblems } from '../../test/wires/openai-responses.ts';
import { openAiCompatible } from './openai-compatible.ts';
import { responsesBody, wholeResponsesForm } from './openai-request.ts';

const tools = [{ name: 'file_read', description: 'Reads.', schema: { type: 'object', properties: {} } }];
const asking = (messages: readonly Message[], toolsOff: boolean): ModelRequest =>
  request({ model: opus, system: 'You are a test.', messages, tools, toolsOff });

async function chatFaults(messages: readonly Message[], toolsOff: boolean): Promise<string[]> {
  const endpoint = responding(() => events(delta({ content: 'ok' }, 'stop'), '[DONE]'));
  await heard(openAiCompatible(endpoint).stream(asking(messages, toolsOff)));
  return endpoint.asked.length === 1 ? chatProblems(endpoint.asked[0]?.body) : ['nothing was sent'];
}

/** The same conversation with what the Responses API would have attached to its parts. */
const attached = (messages: readonly Message[]): Message[] =>
  messages.map((message) =>
    message.role === 'assistant' ? { ...message, parts: message.parts.map((part, at) => attach(part, at)) } : message,
  );

function attach(part: AssistantPart, at: number): AssistantPart {
  const response = 'resp_1';
  if (part.is === 'call') return { ...part, data: { at, response } };
  const item =
    part.is === 'reasoning'
      ? { type: 'reasoning', id: `rs_${at}`, summary: [], encrypted_content: part.data === undefined ? null : 'sealed' }
      : { type: 'message', id: `msg_${at}`, role: 'assistant', content: [{ type: 'output_text', text: part.text }] };
  return { ...part, data: { item, at, response } };
}

test('V3 W6 cases 37, 38, 40: any prefix of any log is a request that both of OpenAI’s wires take', async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(chats, async (steps) => {
      let thread = empty;
      for (const event of await lived(steps)) {
        thread = add(thread, event);
        for (const messages of nextRequests(thread)) {
          const text = JSON.stringify(messages);
          if (messages.length === 0 || seen.has(text)) continue;
          seen.add(text);
          const toolsOff = seen.size % 2 === 0;
          const faults = [
            ...(await chatFaults(messages, toolsOff)),
            ...responsesProblems(responsesBody(asking(messages, toolsOff), wholeResponsesForm)),
            ...responsesProblems(responsesBody(asking(attached(messages), toolsOff), wholeResponsesForm)),
          ];
          if (faults.length > 0) throw new Error(`after ${event.seq} ${event.kind}: ${faults.join('; ')}\n${text}`);
        }
      }
    }),
    { seed: 43, numRuns: full ? 300 : 15 },
  );
  expect(seen.size).toBeGreaterThan(200);
}, 120_000);
