import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ServerRecord } from '../../../core/server.ts';
import type { ImportPreview } from '../../../core/serverdraft.ts';
import { serverRecord } from '../../../storage/testing/fresh.ts';
import { headerFault, serverUrl } from '../../state/servers/address.ts';
import { readImport, type ImportDeps } from './read.ts';
import { exportText, type Exported } from './write.ts';

const none: ImportDeps = { servers: [], url: serverUrl, header: headerFault };

async function preview(text: unknown, deps: ImportDeps = none): Promise<ImportPreview> {
  const outcome = await readImport(typeof text === 'string' ? text : JSON.stringify(text), deps);
  if (!outcome.ok) throw new Error(outcome.fault.message);
  return outcome.value;
}
const fault = async (text: string): Promise<string> => {
  const outcome = await readImport(text, none);
  return outcome.ok ? 'none' : outcome.fault.message;
};
const rows = async (text: unknown, deps?: ImportDeps): Promise<(readonly [string, string, string])[]> =>
  (await preview(text, deps)).rows.map((row) => [row.key, row.what, row.why] as const);

const record = (over: Partial<ServerRecord> = {}): ServerRecord =>
  serverRecord('s1', { name: 'Orchard', url: 'https://a.example/mcp', ...over });
/** What is sealed matters to nobody here. */
const sealed = { iv: '', data: '' } as unknown as ServerRecord['headers'][number]['value'];
const exported = (over: Partial<ServerRecord>, headers: readonly [string, string, boolean][] = []): Exported => ({
  record: record({ ...over, headers: headers.map(([name, , secret]) => ({ name, value: sealed, secret })) }),
  headers: headers.map(([name, value]) => [name, value] as const),
});

test('M8 5ire: both spellings of its fields, a missing policy is once, an unknown one asks every time and says so', async () => {
  const { rows: read, format } = await preview({
    mcpServers: {
      a: {
        name: 'Alpha',
        description: 'First',
        url: 'https://a.example/mcp',
        approvalPolicy: 'never',
        isActive: false,
      },
      b: { url: 'https://b.example/mcp', approval_policy: 'always', is_active: true, transport: 'streamable-http' },
      c: { url: 'https://c.example/mcp' },
      d: { url: 'https://d.example/mcp', approvalPolicy: 'sometimes' },
      e: { command: 'uvx', args: ['server'], isActive: true },
    },
  });
  expect(format).toBe('JSON, mcpServers (5ire, Claude Desktop, Cursor, Sluice)');
  expect(read.map(({ key, what, enabled, draft }) => [key, what, enabled, draft?.name, draft?.policy])).toEqual([
    ['a', 'add', false, 'Alpha', 'never'],
    ['b', 'add', true, 'b', 'always'],
    ['c', 'add', true, 'c', 'once'],
    ['d', 'add', true, 'd', 'always'],
    ['e', 'skip', false, undefined, undefined],
  ]);
  expect(read[0]).toMatchObject({ why: 'never asks; disabled.', draft: { about: 'First', audience: 'primary' } });
  expect(read[3]?.why).toBe('asks every time; “sometimes” is no policy Sluice knows: it will ask every time.');
  expect(read[4]?.why).toBe(
    'It runs a program on your computer, which a browser cannot. A gateway such as supergateway can serve it at an address to add.',
  );
});

test('M8 Claude Desktop: programs are listed as not usable, a bridge by mcp-remote is read as its server', async () => {
  const { rows: read } = await preview({
    mcpServers: {
      files: { command: 'npx', args: ['-y', '@modelcontextprotocol/server-filesystem', '/home'] },
      remote: {
        command: 'npx',
        args: [
          '-y',
          'mcp-remote@0.1.37',
          'https://r.example/mcp',
          '--header',
          'Authorization:${AUTH}',
          '--header',
          'X-Team: blue',
        ],
        env: { AUTH: 'Bearer t-1' },
      },
      shell: { command: 'npx mcp-remote https://q.example/mcp' },
      old: { command: 'npx', args: ['mcp-remote', 'https://o.example/sse', '--transport', 'sse-only'] },
      lost: { command: 'npx', args: ['mcp-remote'] },
    },
  });
  expect(read.map(({ what }) => what)).toEqual(['skip', 'add', 'add', 'skip', 'skip']);
  expect(read[1]).toMatchObject({
    why: 'asks once per chat; reached directly instead of through mcp-remote.',
    missing: [],
    draft: {
      url: 'https://r.example/mcp',
      headers: [
        { name: 'Authorization', value: 'Bearer t-1', secret: true },
        { name: 'X-Team', value: 'blue', secret: true },
      ],
    },
  });
  expect(read[3]?.why).toContain('older SSE transport');
});

test('M8 VS Code: comments and trailing commas are read, its inputs are asked', async () => {
  const { rows: read, format } = await preview(`{
    // where tokens come from
    "inputs": [{ "type": "promptString", "id": "token", "description": "A token, see https://x.example //here", "password": true },],
    "servers": {
      "one": { "type": "http", "url": "https://one.example/mcp", "headers": { "Authorization": "Bearer \${input:token}", }, },
      /* not for us */
      "two": { "type": "stdio", "command": "node", "args": ["\${workspaceFolder}/x.js"] },
      "three": { "type": "sse", "url": "https://three.example/sse" },
      "four": { "url": "https://\${env:TEAM}.example/mcp" },
    },
  }`);
  expect(format).toBe('JSON, servers (VS Code)');
  expect(read.map(({ key, what }) => [key, what])).toEqual([
    ['one', 'add'],
    ['two', 'skip'],
    ['three', 'skip'],
    ['four', 'add'],
  ]);
  expect(read[0]?.missing).toEqual([
    { text: '${input:token}', about: 'A token, see https://x.example //here', secret: true },
  ]);
  expect(read[3]).toMatchObject({
    missing: [{ text: '${env:TEAM}', secret: false }],
    draft: { url: 'https://${env:TEAM}.example/mcp' },
  });
});

test('M8 Cursor and others: environment placeholders, defaults, other names of the address, lists, one bare server', async () => {
  const cursor = await preview({
    mcpServers: {
      a: { url: 'https://a.example/mcp', headers: { Authorization: 'Bearer ${env:KEY}', 'X-Zone': '${ZONE:-eu}' } },
      b: { serverUrl: 'https://b.example/mcp' },
      c: { httpUrl: 'https://c.example/mcp', disabled: true },
    },
  });
  expect(cursor.rows[0]).toMatchObject({
    missing: [{ text: '${env:KEY}' }],
    draft: { headers: [{ value: 'Bearer ${env:KEY}' }, { value: 'eu' }] },
  });
  expect(cursor.rows.map(({ enabled }) => enabled)).toEqual([true, true, false]);
  expect(await rows({ mcpServers: [{ name: 'x', type: 'streamable-http', url: 'https://x.example' }] })).toEqual([
    ['x', 'add', 'asks once per chat.'],
  ]);
  expect((await preview({ url: 'https://y.example/mcp' })).format).toBe('JSON, one server');
  expect((await preview({ z: { url: 'https://z.example/mcp' } })).format).toBe('JSON, a list of servers');
  expect((await preview({ mcp: { servers: {} } })).format).toContain('VS Code settings');
});

test('M8 of YAML no more is read than can be in a moment, and a name said twice counts as in JSON: the last', async () => {
  const server = (host: string): string => `  a:\n    url: https://${host}.example/mcp\n`;
  const twice = await preview(`mcpServers:\n${server('one')}${server('two')}`);
  expect(twice.rows.map(({ draft }) => draft?.url)).toEqual(['https://two.example/mcp']);
  const many = Array.from({ length: 20_000 }, (_, at) => `k${at}: 1`).join('\n');
  expect(await fault(`mcpServers:\n${server('one')}${many}`)).toContain('too long');
});

test('M8 YAML is read; what would grow without end is refused, and nothing runs', async () => {
  const yaml =
    'mcpServers:\n  a:\n    url: https://a.example/mcp\n    isActive: false # off\n    approvalPolicy: never\n';
  expect(await preview(yaml)).toMatchObject({
    format: 'YAML, mcpServers (5ire, Claude Desktop, Cursor, Sluice)',
    rows: [{ key: 'a', what: 'add', enabled: false, draft: { policy: 'never' } }],
  });
  const level = (n: number): string => `l${n}: &l${n} [${Array.from({ length: 9 }, () => `*l${n - 1}`).join(', ')}]`;
  const laughs = ['l0: &l0 "lol"', ...Array.from({ length: 9 }, (_, n) => level(n + 1)), 'mcpServers: *l9'].join('\n');
  expect(await fault(laughs)).toContain('neither JSON nor YAML');
  expect(await fault(`mcpServers: ${'['.repeat(50_000)}`)).toMatch(/neither JSON nor YAML|No servers/);
  expect(await fault('mcpServers: !!js/function "x"')).not.toBe('none');
  expect(await fault('/* '.repeat(100_000))).not.toBe('none');
  expect(await fault('x'.repeat(1_100_000))).toContain('too long');
  expect(await fault('')).toContain('nothing to read');
  expect(await fault('hello')).toContain('neither JSON nor YAML');
  expect(await fault('{"a": 1}')).toContain('No servers are in it');
});

test('M8 each bad entry is skipped with why, the others are read', async () => {
  const read = await rows({
    mcpServers: {
      none: null,
      number: { url: 5 },
      active: { url: 'https://c.example', isActive: 'yes' },
      both: { url: 'https://d.example', command: 'npx' },
      neither: { name: 'x' },
      scheme: { url: 'ftp://e.example' },
      user: { url: 'https://me:pw@e.example' },
      header: { url: 'https://f.example', headers: { Host: 'x' } },
      line: { url: 'https://f.example', headers: { 'X-A': 'a\r\nB: c' } },
      twice: { url: 'https://f.example', headers: { 'X-A': '1', 'x-a': '2' } },
      socket: { url: 'https://f.example', type: 'websocket' },
      good: { url: 'https://g.example/mcp' },
      again: { url: 'HTTPS://G.example:443/mcp' },
      ['__proto__']: { url: 'https://h.example/mcp' },
    },
  });
  expect(read.map(([key, what]) => `${key} ${what}`)).toEqual([
    'none skip',
    'number skip',
    'active skip',
    'both skip',
    'neither skip',
    'scheme skip',
    'user skip',
    'header skip',
    'line skip',
    'twice skip',
    'socket skip',
    'good add',
    'again skip',
    '__proto__ add',
  ]);
  expect(read[1]?.[2]).toContain('url');
  expect(read[2]?.[2]).toContain('isActive');
  expect(read[12]?.[2]).toBe('It has the same address as “good”.');
  const many = Object.fromEntries(Array.from({ length: 230 }, (_, n) => [`s${n}`, { url: `https://a.example/${n}` }]));
  expect((await rows({ mcpServers: many })).at(-1)).toEqual([
    '30 more',
    'skip',
    'Only the first 200 servers of a file are read.',
  ]);
});

test('M8 headers that are set by themselves are left out, and no reason to skip a server', async () => {
  const headers = { 'Content-Type': 'application/json', accept: '*/*', 'X-Key': 'k' };
  const { rows: read } = await preview({ mcpServers: { a: { url: 'https://a.example/mcp', headers } } });
  expect(read).toMatchObject([
    {
      what: 'add',
      why: 'asks once per chat; without the header Content-Type, accept, which is set by itself.',
      draft: { headers: [{ name: 'X-Key', value: 'k' }] },
    },
  ]);
});

test('M8 a server that is there already is changed only in what the file says', async () => {
  const there = exported({ policy: 'always', audience: 'all' }, [
    ['Authorization', 'Bearer old', true],
    ['X-Zone', 'eu', false],
  ]);
  const deps: ImportDeps = { ...none, servers: [there] };
  const one = (entry: object): Promise<ImportPreview> =>
    preview({ mcpServers: { orchard: { url: 'https://a.example/mcp', ...entry } } }, deps);
  expect((await one({})).rows).toMatchObject([
    {
      what: 'same',
      draft: { id: 's1', name: 'Orchard', policy: 'always', audience: 'all' },
      enabled: true,
      missing: [],
    },
  ]);
  expect((await one({ headers: { authorization: 'Bearer old' } })).rows[0]?.what).toBe('same');
  expect((await one({ headers: { Authorization: '${AUTHORIZATION}' } })).rows[0]).toMatchObject({
    what: 'same',
    missing: [],
  });
  const changed = await one({
    name: 'Apples',
    approvalPolicy: 'never',
    isActive: false,
    offerToEveryModel: false,
    headers: { 'x-zone': 'us', 'X-New': '${NEW}' },
  });
  expect(changed.rows[0]).toMatchObject({
    what: 'change',
    why: 'It is there already; changes: name “Apples”, policy: never asks, offered to the primary only, disabled, header x-zone, header X-New.',
    enabled: false,
    missing: [{ text: '${NEW}' }],
    draft: {
      id: 's1',
      policy: 'never',
      audience: 'primary',
      headers: [
        { name: 'Authorization', value: undefined, secret: true },
        { name: 'x-zone', value: 'us' },
        { name: 'X-New', value: '${NEW}' },
      ],
    },
  });
});

test('M8 an export leaves secrets out unless asked, and says which they are', () => {
  const servers = [
    exported({ name: 'A', policy: null }, [
      ['Authorization', 'Bearer s3cret', true],
      ['X-Zone', 'eu', false],
    ]),
    exported({ name: 'A', url: 'https://b.example/', enabled: false, audience: 'all', policy: 'weekly' }),
  ];
  expect(JSON.parse(exportText(servers, false))).toEqual({
    mcpServers: {
      A: {
        name: 'A',
        url: 'https://a.example/mcp',
        headers: { Authorization: '${AUTHORIZATION}', 'X-Zone': 'eu' },
        secretHeaders: ['Authorization'],
        approvalPolicy: 'once',
        isActive: true,
        offerToEveryModel: false,
      },
      'A 2': {
        name: 'A',
        url: 'https://b.example/',
        approvalPolicy: 'weekly',
        isActive: false,
        offerToEveryModel: true,
      },
    },
  });
  expect(exportText(servers, true)).toContain('Bearer s3cret');
});

test('M8 what is exported with its secrets comes back the same', async () => {
  const word = fc.string({ minLength: 1, maxLength: 20 }).filter((text) => text.trim() !== '');
  const header = fc.tuple(
    fc.stringMatching(/^X-[A-Za-z]{1,8}$/),
    fc.stringMatching(/^[!-~]{1,20}$/).filter((text) => !text.includes('${')),
    fc.boolean(),
  );
  const server = fc.record({
    name: word,
    about: fc.string({ maxLength: 30 }),
    path: fc.stringMatching(/^[a-z0-9/_-]{0,12}$/),
    policy: fc.constantFrom('always', 'once', 'never'),
    audience: fc.constantFrom<'all' | 'primary'>('all', 'primary'),
    enabled: fc.boolean(),
    headers: fc.uniqueArray(header, { maxLength: 3, selector: ([name]) => name.toLowerCase() }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(server, { maxLength: 5, selector: (one) => new URL(one.path, 'https://a.example/').href }),
      async (servers) => {
        const out = servers.map(({ path, headers, ...over }) =>
          exported({ ...over, url: new URL(path, 'https://a.example/').href }, headers),
        );
        const read = await preview(exportText(out, true));
        const expected = out.map(({ record: made, headers }) => ({
          what: 'add',
          enabled: made.enabled,
          draft: {
            name: made.name,
            about: made.about,
            url: made.url,
            policy: made.policy,
            audience: made.audience,
            headers: headers.map(([name, value], at) => ({ name, value, secret: made.headers[at]?.secret })),
          },
        }));
        const byUrl = (a: { draft: { url: string } | null }, b: { draft: { url: string } | null }): number =>
          (a.draft?.url ?? '') < (b.draft?.url ?? '') ? -1 : 1;
        expect(read.rows.toSorted(byUrl)).toMatchObject(expected.toSorted(byUrl));
        // And once they are there, importing it again would change nothing.
        const again = await preview(exportText(out, true), { ...none, servers: out });
        expect(again.rows.map((row) => row.what)).toEqual(out.map(() => 'same'));
        const bare = await preview(exportText(out, false), { ...none, servers: out });
        expect(bare.rows.map((row) => row.what)).toEqual(out.map(() => 'same'));
      },
    ),
    { numRuns: 60, seed: 5 },
  );
});

test('M8 no text at all breaks the reading', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.string({ maxLength: 200 }),
        fc.json(),
        fc
          .dictionary(fc.constantFrom('url', 'command', 'args', 'headers', 'isActive', 'type', 'env'), fc.jsonValue())
          .map((entry) => JSON.stringify({ mcpServers: { a: entry } })),
      ),
      async (text) => {
        const outcome = await readImport(text, none);
        expect(outcome.ok ? outcome.value.rows : outcome.fault.message).toBeTruthy();
      },
    ),
    { numRuns: 150, seed: 3 },
  );
});
