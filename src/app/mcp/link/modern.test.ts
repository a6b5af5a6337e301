import { afterEach, expect, test } from 'vitest';
import { servers } from '../../../test/servers/browser.ts';
import { call, closeAll, opened, said, toolsOf, type Step } from './testing/harness.ts';
import { eventually } from '../../../test/eventually.ts';

afterEach(closeAll);

test('M1 a server that speaks only 2026-07-28 is reached by the other library, whichever is tried first', async () => {
  const url = await servers.modernUrl();
  for (const dialect of ['sdk', 'client'] as const) {
    const { link } = await opened(url, { dialect });
    expect(link.dialect).toBe('client');
    expect(link.info).toEqual({
      name: 'modern',
      title: 'Modern test server',
      version: '1.2.3',
      protocol: '2026-07-28',
      instructions: 'Greet before you ask.',
      tellsChanges: true,
    });
    await link.close(false);
  }
});

test('M1 a server that speaks both is reached by the fixed library, and by the other where it was the last', async () => {
  const url = await servers.modernUrl(true);
  const first = await opened(url);
  expect(first.link.dialect).toBe('sdk');
  expect(first.link.info.protocol).toBe('2025-11-25');
  expect((await toolsOf(first.link)).length).toBe(5);
  await first.link.close(false);
  const second = await opened(url, { dialect: 'client' });
  expect(second.link.info.protocol).toBe('2026-07-28');
  await second.link.close(false);
});

test('M1 an older server is reached by the newer library too', async () => {
  const url = await servers.hostileUrl('good');
  const { link, heard } = await opened(url, { dialect: 'client' });
  expect(link).toMatchObject({ dialect: 'client', info: { name: 'hostile', protocol: '2025-11-25' } });
  expect(await said(call(link, 'act'))).toBe('act 1');
  // The stream is opened beside the first calls: a change before that is told to nobody.
  await eventually(async () => {
    await servers.hostileControl('change', url);
    expect(heard.changes).toBeGreaterThan(0);
  });
  await link.close(false);
  expect(await servers.hostileTally(url)).toMatchObject({ ran: { act: 1 }, sessions: 0 });
});

test('M1 2026-07-28: structured content, a failing tool, progress, a time-out and a stop', async () => {
  const { link } = await opened(await servers.modernUrl(), { dialect: 'client' });
  expect(await call(link, 'greet', { name: 'Ada' })).toEqual({
    ok: true,
    value: { content: [{ type: 'text', text: 'Hello Ada' }], structured: { greeting: 'Hello Ada' }, failed: false },
  });
  expect(await call(link, 'fail')).toMatchObject({ ok: true, value: { failed: true } });
  const steps: Step[] = [];
  const long = call(link, 'steps', { count: 6, ms: 200 }, { idleMs: 800, progress: (step) => steps.push(step) });
  expect(await said(long)).toBe('counted to 6');
  expect(steps.map((step) => step.done)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(steps[0]).toEqual({ done: 1, total: 6, message: 'step 1' });

  const total = call(link, 'steps', { count: 500, ms: 100 }, { totalMs: 500 });
  expect(await total).toMatchObject({ ok: false, failure: { kind: 'timed-out', ran: 'unknown' } });
  const stop = new AbortController();
  const stopped = call(link, 'steps', { count: 500, ms: 100 }, { signal: stop.signal, progress: () => stop.abort() });
  expect(await stopped).toMatchObject({ ok: false, failure: { kind: 'cancelled', ran: 'unknown' } });
  // The server sees both ends.
  await eventually(async () => expect((await servers.modernRan())['steps aborted']).toBe(2), { timeout: 10_000 });
  await link.close(false);
});

test('M7 2026-07-28: a form and a link are asked, their answers go back, and the tool runs once', async () => {
  const { link, heard } = await opened(await servers.modernUrl(), { dialect: 'client' });
  heard.reply = () => Promise.resolve({ is: 'accept', content: { sure: true } });
  expect(await said(call(link, 'confirm', { what: 'delete' }))).toBe('accept {"sure":true}');
  expect(heard.asked[0]?.asking).toMatchObject({
    is: 'form',
    message: 'Really delete?',
    schema: { required: ['sure'] },
  });
  heard.reply = () => Promise.resolve({ is: 'decline' });
  expect(await said(call(link, 'confirm', { what: 'delete' }))).toBe('decline null');
  heard.reply = () => Promise.resolve({ is: 'accept', content: {} });
  expect(await said(call(link, 'visit'))).toBe('accept');
  expect(heard.asked.at(-1)?.asking).toEqual({
    is: 'link',
    message: 'Sign here.',
    url: 'https://pay.example/form?id=1',
  });
  expect(await servers.modernRan()).toMatchObject({ confirm: 2, visit: 1 });
  await link.close(false);
});

test('M1 2026-07-28: a change of the tools is told, and each request says what it is in its headers', async () => {
  const { link, heard } = await opened(await servers.modernUrl(), { dialect: 'client' });
  expect((await toolsOf(link)).length).toBe(5);
  await eventually(() => expect(heard.begun.map((row) => row.what)).toContain('POST subscriptions/listen'));
  await servers.modernChange();
  await eventually(() => expect(heard.changes).toBe(1));
  expect((await toolsOf(link)).length).toBe(6);
  const seen = await servers.modernSeen();
  const greeting = seen.find((one) => one.rpc === 'tools/call');
  expect(greeting?.headers).toMatchObject({ 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call' });
  await link.close(false);
  await eventually(() => expect(heard.rows.map((row) => row.what)).toContain('POST subscriptions/listen'));
  expect(heard.closings).toEqual([]);
});
