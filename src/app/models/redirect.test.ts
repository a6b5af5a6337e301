import { expect, test } from 'vitest';
import { heard, request } from '../../test/wire.ts';
import type { Endpoint } from './endpoint.ts';
import { listModels } from './listing.ts';
import { openAiCompatible } from './openai-compatible.ts';

/** An endpoint that sends every request on; what the browser shows of a redirect that is not followed. */
function redirecting(): Endpoint & { readonly followed: () => readonly RequestInit[] } {
  const sent: RequestInit[] = [];
  return {
    baseUrl: 'https://models.example/v1',
    key: 'sk-secret',
    followed: () => sent.filter(({ redirect }) => redirect !== 'manual'),
    fetch: (_input, init = {}) => {
      sent.push(init);
      return Promise.resolve(Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' }));
    },
  };
}

test('V1 a provider that sends requests on elsewhere is not followed, and the fault says so', async () => {
  const endpoint = redirecting();
  const { fault } = await heard(openAiCompatible(endpoint).stream(request()));
  expect(fault?.message).toContain('sends requests on to another address');
  expect(fault?.message).not.toContain('sk-secret');
  expect(await listModels('openai-compatible', endpoint)).toMatchObject({ ok: false, fault });
  expect(endpoint.followed()).toEqual([]);
});
