import { afterEach, expect, test } from 'vitest';
import { isObject, type Json } from '../../../core/json.ts';
import { mcpResult } from '../../../core/mcpresult.ts';
import { mcpTool } from '../../../core/mcptool.ts';
import type { ServerId } from '../../../core/ids.ts';
import { servers } from '../../../test/servers/browser.ts';
import { call, closeAll, opened, said, toolsOf, type Step } from './testing/harness.ts';
import { eventually } from '../../../test/eventually.ts';

afterEach(closeAll);

const server = 'server' as ServerId;

const resultOf = async (link: Parameters<typeof call>[0], tool: string, args = {}) => {
  const reply = await call(link, tool, args);
  if (!reply.ok) throw new Error(JSON.stringify(reply.failure));
  return mcpResult(reply.value);
};

test('M1 server-everything: handshake, list, every kind of result, and DELETE at the end', async () => {
  const { link, heard } = await opened(await servers.everythingUrl());
  expect(link).toMatchObject({
    dialect: 'sdk',
    info: { name: 'mcp-servers/everything', protocol: '2025-11-25', tellsChanges: true },
  });
  expect(link.info.title).toBe('Everything Reference Server');
  expect(link.info.instructions).toContain('Everything');
  const tools = await toolsOf(link);
  expect(tools.map((tool) => mcpTool(server, tool).ok)).not.toContain(false);
  expect(tools.flatMap((tool: Json) => (isObject(tool) ? [tool['name']] : []))).toContain(
    'trigger-elicitation-request',
  );

  expect(await resultOf(link, 'echo', { message: 'é€😀' })).toMatchObject({ ok: true, value: { text: 'Echo: é€😀' } });
  const image = await resultOf(link, 'get-tiny-image');
  expect(image).toMatchObject({ ok: true, value: { images: [{ mime: 'image/png' }] } });
  expect(image.ok && image.value.text).not.toMatch(/[A-Za-z0-9+/]{200}/u);
  const weather = await resultOf(link, 'get-structured-content', { location: 'Chicago' });
  expect(weather).toMatchObject({ ok: true, value: { data: { conditions: expect.any(String) as string } } });
  const links = await resultOf(link, 'get-resource-links', { count: 3 });
  expect(links.ok && links.value.pieces?.filter((piece) => piece.is === 'link')).toHaveLength(3);
  const resource = await resultOf(link, 'get-resource-reference', { resourceType: 'Text', resourceId: 1 });
  expect(resource.ok && resource.value.pieces?.map((piece) => piece.is)).toEqual(['resource']);
  const annotated = await resultOf(link, 'get-annotated-message', { messageType: 'error', includeImage: true });
  expect(annotated).toMatchObject({ ok: true, value: { images: [{ mime: 'image/png' }] } });
  expect(await resultOf(link, 'get-sum', { a: 'x' })).toMatchObject({ ok: false, fault: { code: 'tool-failed' } });
  expect(await resultOf(link, 'no-such-tool')).toMatchObject({ ok: false });

  await link.close(false);
  await eventually(() =>
    expect(heard.rows).toContainEqual(expect.objectContaining({ what: 'GET', status: 200, fault: null })),
  );
  expect(heard.rows.find((row) => row.what === 'DELETE')).toMatchObject({ status: 200, fault: null });
  expect(heard.rows.find((row) => row.what === 'POST tools/call echo')).toMatchObject({ status: 200, fault: null });
  expect(await call(link, 'echo', { message: 'late' })).toMatchObject({
    ok: false,
    failure: { kind: 'closed', ran: 'no' },
  });
  expect(heard.closings).toEqual([]);
});

test('M1 progress is asked for and told, and resets the time-out (case 50)', async () => {
  const { link } = await opened(await servers.everythingUrl());
  const steps: Step[] = [];
  const long = call(
    link,
    'trigger-long-running-operation',
    { duration: 1.5, steps: 5 },
    { idleMs: 1_000, progress: (step) => steps.push(step) },
  );
  expect(await said(long)).toContain('completed');
  expect(steps.map((step) => step.done)).toEqual([1, 2, 3, 4, 5]);
  expect(steps[0]).toMatchObject({ total: 5 });
  await link.close(false);
});

test('M1 a call is given up after silence, after its absolute limit, and when it is stopped (case 50)', async () => {
  const { link } = await opened(await servers.everythingUrl());
  const args = { duration: 60, steps: 300 };
  const started = performance.now();
  const total = call(link, 'trigger-long-running-operation', args, { idleMs: 5_000, totalMs: 700 });
  const silent = call(link, 'trigger-long-running-operation', { duration: 60, steps: 2 }, { idleMs: 300 });
  const stop = new AbortController();
  const stopped = call(link, 'trigger-long-running-operation', args, {
    signal: stop.signal,
    progress: () => stop.abort(),
  });
  expect(await total).toMatchObject({ ok: false, failure: { kind: 'timed-out', ran: 'unknown' } });
  expect(await silent).toMatchObject({ ok: false, failure: { kind: 'timed-out', ran: 'unknown' } });
  expect(await stopped).toMatchObject({ ok: false, failure: { kind: 'cancelled', ran: 'unknown' } });
  expect(performance.now() - started).toBeLessThan(20_000);
  expect(await said(call(link, 'echo', { message: 'alive' }))).toBe('Echo: alive');
  await link.close(false);
});

test('M7 a form and a link are asked in the middle of a call, and the answers go back', async () => {
  const { link, heard } = await opened(await servers.everythingUrl());
  heard.reply = () => Promise.resolve({ is: 'accept', content: { name: 'Ada', check: true, nested: { no: 1 } } });
  const form = await resultOf(link, 'trigger-elicitation-request');
  expect(form.ok && form.value.text).toContain('Ada');
  expect(heard.asked[0]?.asking).toMatchObject({ is: 'form', schema: { type: 'object', required: ['name'] } });
  heard.reply = () => Promise.resolve({ is: 'decline' });
  expect(await said(call(link, 'trigger-elicitation-request'))).toContain('declined');

  const page = 'https://example.com/sign';
  heard.reply = () => Promise.resolve({ is: 'accept', content: {} });
  const visit = await resultOf(link, 'trigger-url-elicitation', { url: page, message: 'Sign' });
  expect(visit.ok).toBe(true);
  expect(heard.asked.at(-1)?.asking).toEqual({ is: 'link', message: 'Sign', url: page });
  const asked = heard.asked.length;
  const first = await call(link, 'trigger-url-elicitation', { url: page, message: 'Sign', errorPath: true });
  expect(first).toMatchObject({ ok: false, failure: { kind: 'rpc', code: -32_042, ran: 'no' } });
  expect(heard.asked.length).toBe(asked + 1);
  await link.close(false);
});

test('M1 a session that a restart forgot fails as lost and not run, with the 400 of server-everything (case 44)', async () => {
  const url = await servers.everythingUrl();
  const { link, heard } = await opened(url);
  expect(await said(call(link, 'echo', { message: 'a' }))).toBe('Echo: a');
  await servers.everythingRestart();
  expect(await call(link, 'echo', { message: 'b' })).toMatchObject({
    ok: false,
    failure: { kind: 'session', status: 400, ran: 'no' },
  });
  await eventually(
    () => expect(heard.closings).toMatchObject([{ kind: expect.stringMatching(/^(?:session|network)$/u) as string }]),
    { timeout: 10_000 },
  );
  const again = await opened(url);
  expect(await said(call(again.link, 'echo', { message: 'b' }))).toBe('Echo: b');
  await again.link.close(false);
  await link.close(false);
});
