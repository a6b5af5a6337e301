import { expect, test } from 'vitest';
import { servers } from '../../../test/servers/browser.ts';

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '0' } },
};
const post = (url: string, body: unknown): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify(body),
  });

test('M1 the three test servers answer a page', async () => {
  const everything = await post(await servers.everythingUrl(), initialize);
  expect(everything.headers.get('mcp-session-id')).toMatch(/./u);
  await everything.body?.cancel();
  const url = await servers.hostileUrl('good');
  const hostile = await post(url, initialize);
  expect(hostile.headers.get('mcp-session-id')).toMatch(/./u);
  expect(await servers.hostileTally(url)).toMatchObject({ initialized: 1, sessions: 1 });
  const modern = await post(await servers.modernUrl(), initialize);
  expect(modern.status).toBe(400);
  expect(await modern.text()).toContain('Unsupported protocol version');
  await expect(post(await servers.hostileUrl('no-cors'), initialize)).rejects.toThrow(TypeError);
});
