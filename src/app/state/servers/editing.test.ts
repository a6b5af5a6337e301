import { expect, test } from 'vitest';
import { fail, ok } from '../../../core/outcome.ts';
import type { ServerRecord } from '../../../core/server.ts';
import { faultOf, freshName, must } from '../../../storage/testing/fresh.ts';
import { draft, formOf, serve } from '../testing/served.ts';
import { stage } from '../testing/stage.ts';
import { headerFault, serverUrl } from './address.ts';
import { openHeaders } from './draft.ts';
import { makeLookups } from './lookups.ts';

test('M2 a server’s address has one form, and what no server can have is refused in words', () => {
  const good: readonly (readonly [string, string])[] = [
    [' https://MCP.Example.com:443/Mcp?x=1 ', 'https://mcp.example.com/Mcp?x=1'],
    ['http://localhost:3001/mcp', 'http://localhost:3001/mcp'],
    ['HTTPS://example.com', 'https://example.com/'],
    ['http://[::1]:8080/', 'http://[::1]:8080/'],
    ['https://example.com/mcp#', 'https://example.com/mcp'],
  ];
  for (const [written, normal] of good) expect(serverUrl(written)).toEqual(ok(normal));
  const bad: readonly (readonly [string, RegExp])[] = [
    ['', /Enter the server’s address/u],
    ['mcp.example.com/mcp', /https:\/\//u],
    ['localhost:3001', /https:\/\//u],
    ['ftp://example.com', /http or https only/u],
    ['javascript:alert(1)', /https:\/\//u],
    ['https://me:secret@example.com', /name or password/u],
    ['https://me@example.com', /name or password/u],
    ['https://example.com/#part', /from # on/u],
    ['https://', /no address/u],
    ['https://exa mple.com', /no address/u],
    ['https://example.com/a b', /no address/u],
    [`https://example.com/${'x'.repeat(5_000)}`, /too long/u],
  ];
  for (const [written, why] of bad)
    expect([written, faultOf(serverUrl(written))]).toEqual([written, expect.stringMatching(why)]);
});

test('M2 headers that a browser or the protocol keeps for itself, and values no header can carry, are refused', () => {
  for (const name of [
    'Host',
    'cookie',
    'Content-Length',
    'Origin',
    'Sec-Fetch-Mode',
    'Proxy-Authorization',
    'User-Agent',
  ])
    expect([name, headerFault(name, 'x')]).toEqual([name, expect.stringContaining('browser sets')]);
  for (const name of ['Accept', 'Content-Type', 'Mcp-Session-Id', 'MCP-Protocol-Version', 'Last-Event-ID', 'Mcp-Name'])
    expect([name, headerFault(name, 'x')]).toEqual([name, expect.stringContaining('belongs to the protocol')]);
  for (const name of ['', 'a b', 'a:b', 'ä', 'x\n', 'a'.repeat(300)]) expect(headerFault(name, 'x')).not.toBeNull();
  for (const value of ['a\r\nb', 'a\nb', 'a\0b', 'ключ', '😀', '\u0001', 'x'.repeat(20_000)])
    expect([value, headerFault('X-Key', value)]).toEqual([value, expect.stringContaining('X-Key')]);
  for (const value of [undefined, '', 'Bearer abc.def', 'tab\there', 'café'])
    expect(headerFault('X-Key', value)).toBeNull();
});

test('M2 a server is saved and connected; its name is the host’s where none was given', async () => {
  const here = await stage();
  const saved = must(await here.servers.state.save(draft({ name: '  ', url: 'https://MCP.example.com' })));
  expect(saved).toMatchObject({
    name: 'mcp.example.com',
    url: 'https://mcp.example.com/',
    enabled: true,
    policy: 'once',
  });
  await expect.poll(() => here.host.asked).toContainEqual(['refresh', saved.id]);
  expect(faultOf(await here.servers.state.save(draft({ url: 'https://mcp.example.com:443/' })))).toMatch(
    /^exists: .*mcp\.example\.com/u,
  );
  const renamed = must(await here.servers.state.save(formOf(saved, { name: 'Papers' })));
  expect([renamed.name, renamed.made, renamed.id]).toEqual(['Papers', saved.made, saved.id]);
  expect(faultOf(await here.servers.state.save(formOf(saved, { url: 'https://other.example.com/' })))).toMatch(
    /identity/u,
  );
  await here.servers.state.remove(saved.id);
  expect(faultOf(await here.servers.state.save(formOf(saved)))).toMatch(/^not-found: /u);
});

test('X5 header values and a client’s secret lie sealed, stay where they were left alone, and open for requests', async () => {
  const name = freshName();
  const here = await stage(name);
  const first = draft({
    headers: [
      { name: 'Authorization', value: ' Bearer hunter2 ', secret: true },
      { name: 'X-Team', value: 'blue', secret: false },
      { name: 'X-Empty', value: '', secret: false },
    ],
    client: { id: 'abc', secret: 'hush' },
  });
  const saved = must(await here.servers.state.save(first));
  const stored = JSON.stringify(must(await here.store.servers.get(saved.id)), (_key, value: unknown) =>
    value instanceof Uint8Array ? new TextDecoder().decode(value) : value,
  );
  for (const secret of ['hunter2', 'blue', 'hush']) expect(stored).not.toContain(secret);
  const { keys } = here.store;
  expect(must(await openHeaders(saved, keys))).toEqual([
    ['Authorization', 'Bearer hunter2'],
    ['X-Team', 'blue'],
  ]);
  const edited = must(
    await here.servers.state.save(
      formOf(saved, {
        headers: [
          { name: 'authorization', value: undefined, secret: true },
          { name: 'X-Team', value: 'red', secret: false },
        ],
        client: { id: 'abc', secret: undefined },
      }),
    ),
  );
  expect(must(await openHeaders(edited, keys))).toEqual([
    ['authorization', 'Bearer hunter2'],
    ['X-Team', 'red'],
  ]);
  expect(must(await keys.open(edited.client?.secret ?? { iv: new Uint8Array(), bytes: new Uint8Array() }))).toBe(
    'hush',
  );
  const without = must(await here.servers.state.save(formOf(edited, { client: { id: 'abc', secret: '' } })));
  expect(without.client).toEqual({ id: 'abc', secret: null });
  const twice = [
    { name: 'X-Key', value: 'a', secret: false },
    { name: 'x-key', value: 'b', secret: false },
  ];
  expect(faultOf(await here.servers.state.save(formOf(edited, { headers: twice })))).toMatch(/twice/u);
  const empty = [{ name: 'X-New', value: undefined, secret: false }];
  expect(faultOf(await here.servers.state.save(formOf(edited, { headers: empty })))).toMatch(/no value yet/u);
  // A value whose key is gone names the header and the place to mend it.
  const broken: ServerRecord = {
    ...saved,
    headers: [{ name: 'X-Key', value: { iv: new Uint8Array(12), bytes: new Uint8Array(20) }, secret: true }],
  };
  expect(faultOf(await openHeaders(broken, keys))).toMatch(/^bad-key: .*X-Key.*MCP servers → Edit/u);
});

test('M3 changed headers connect anew, a new name does not, and neither does what is disabled', async () => {
  const here = await stage();
  const record = await serve(here, ['search']);
  const refreshes = () => here.host.asked.filter(([what]) => what === 'refresh').length;
  expect(refreshes()).toBe(1);
  must(await here.servers.state.save(formOf(record, { name: 'Papers' })));
  expect(refreshes()).toBe(1);
  must(await here.servers.state.save(formOf(record, { headers: [{ name: 'X-Key', value: 'a', secret: true }] })));
  expect(refreshes()).toBe(2);
  await here.servers.state.enable(record.id, false);
  must(await here.servers.state.save(formOf(record, { headers: [{ name: 'X-Key', value: 'b', secret: true }] })));
  expect(refreshes()).toBe(2);
  await here.servers.state.enable(record.id, true);
  expect(refreshes()).toBe(3);
});

test('M8 an import adds and changes what its preview said, in order, and names what failed', async () => {
  const here = await stage();
  const saved: unknown[] = [];
  const lookups = makeLookups({
    registry: () => Promise.reject(new Error('chunk 7')),
    exchange: () => Promise.reject(new Error('chunk 8')),
    records: () => [],
    address: () => 'https://registry.example.com',
    keys: here.store.keys,
    save: (one, enabled) => {
      saved.push([one.name, enabled]);
      return Promise.resolve(one.name === 'bad' ? fail('exists', 'It is there.') : ok({} as ServerRecord));
    },
  });
  const row = (key: string, what: 'add' | 'change' | 'same' | 'skip', enabled = true) =>
    ({ key, what, why: '', draft: what === 'skip' ? null : draft({ name: key }), enabled, missing: [] }) as const;
  const rows = [row('a', 'add'), row('b', 'change', false), row('c', 'same'), row('d', 'skip')];
  expect(must(await lookups.importAll({ format: 'x', rows }))).toBe('1 server added, 1 server changed.');
  expect(saved).toEqual([
    ['a', true],
    ['b', false],
  ]);
  const failed = faultOf(await lookups.importAll({ format: 'x', rows: [row('a', 'add'), row('bad', 'add')] }));
  expect(failed).toMatch(/1 server added\. 1 server could not be saved\. “bad”: It is there\./u);
  expect(must(await lookups.importAll({ format: 'x', rows: [row('d', 'skip')] }))).toBe('Nothing was imported.');
  // A part of the program that cannot be loaded is told, not thrown.
  expect(faultOf(await lookups.browse({ search: '', cursor: null }))).toMatch(/reload Sluice/u);
  expect(faultOf(await lookups.readImport('{}'))).toMatch(/reload Sluice/u);
});

test('M8 what is exported can be imported again, and secrets are in it only where asked for', async () => {
  const here = await stage();
  must(
    await here.servers.state.save(
      draft({ headers: [{ name: 'Authorization', value: 'Bearer hunter2', secret: true }] }),
    ),
  );
  expect(must(await here.servers.state.exportAll(false))).not.toContain('hunter2');
  const whole = must(await here.servers.state.exportAll(true));
  expect(whole).toContain('hunter2');
  expect(must(await here.servers.state.readImport(whole)).rows.map((one) => one.what)).toEqual(['same']);
  const there = await stage();
  const preview = must(await there.servers.state.readImport(whole));
  expect(must(await there.servers.state.importAll(preview))).toBe('1 server added.');
  const [view] = there.servers.state.list.value;
  expect(view?.record).toMatchObject({ name: 'Docs', url: 'https://mcp.example.com/mcp', policy: 'once' });
  expect(must(await there.servers.state.exportAll(true))).toBe(whole);
});
