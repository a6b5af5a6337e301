/** Which wire a request came over, and what a picky endpoint of that wire would refuse in it (row V3). */
import { problems as anthropicProblems } from '../../src/test/wires/anthropic.ts';
import { problems as googleProblems } from '../../src/test/wires/google.ts';
import { problems as chatProblems } from '../../src/test/wires/openai-chat.ts';
import { problems as responsesProblems } from '../../src/test/wires/openai-responses.ts';
import { historyFaults, toolFaults } from './history.ts';
import type { Wire } from './frames.ts';

/** The wire of an address, and the model where the address names it; null where nothing is there. */
export function routeOf(pathname: string): { readonly wire: Wire; readonly model: string | null } | null {
  if (pathname === '/v1/chat/completions') return { wire: 'chat', model: null };
  if (pathname === '/v1/responses') return { wire: 'responses', model: null };
  if (pathname === '/v1/messages') return { wire: 'anthropic', model: null };
  const model = /^\/v1beta\/models\/([^/:]+):streamGenerateContent$/u.exec(pathname)?.[1];
  return model === undefined ? null : { wire: 'google', model: decodeURIComponent(model) };
}

/** Every fault of a request's body. */
export function requestFaults(wire: Wire, body: { readonly messages?: unknown; readonly tools?: unknown }): string[] {
  switch (wire) {
    case 'chat':
      return [...new Set([...historyFaults(body.messages), ...toolFaults(body.tools), ...chatProblems(body)])];
    case 'responses':
      return responsesProblems(body);
    case 'anthropic':
      return anthropicProblems(body);
    case 'google':
    default:
      return googleProblems(body);
  }
}
