import { expect, test } from 'vitest';
import type { Explained } from '../../../core/server.ts';
import { sessionUnreadable } from '../link/failure.ts';
import type { LinkFailure } from '../link.ts';
import { nothingFound, placeOf, usualUrl, type Found, type Page, type Patient } from './facts.ts';
import { judge } from './judge.ts';

const failure = (over: Partial<LinkFailure> = {}): LinkFailure => ({
  kind: 'network',
  message: '',
  status: null,
  code: null,
  type: null,
  ran: 'no',
  ...over,
});
const page: Page = { origin: 'https://sluice.example', online: true };
const local: Page = { origin: 'http://127.0.0.1:4173', online: true };
const patient = (url: string, headers: readonly string[] = []): Patient => ({ url, headers });
const remote = patient('https://mcp.example/mcp', ['X-Key']);
const codes = ({ fixes }: Explained): string[] => fixes.map(({ code }) => code);

interface Row {
  readonly name: string;
  readonly failure?: Partial<LinkFailure>;
  readonly patient?: Patient;
  readonly page?: Page;
  readonly found?: Partial<Found>;
  readonly kind: Explained['kind'];
  readonly sure: boolean;
  /** Words that the paragraph, or a fix, must hold. */
  readonly says: readonly string[];
  readonly never?: readonly string[];
}

const seen = (status: number, type = 'application/json'): Found['plain'] => ({ status, type });
const plainHttp = patient('http://mcp.example/mcp');
const nas = patient('http://192.168.1.20:3000/mcp');
const own = patient('http://localhost:3001/mcp');

const table: readonly Row[] = [
  {
    name: 'mixed content',
    patient: plainHttp,
    kind: 'mixed-content',
    sure: true,
    says: ['https address', 'https://mcp.example/mcp'],
  },
  { name: 'offline', page: { ...page, online: false }, kind: 'unreachable', sure: true, says: ['offline'] },
  {
    name: 'offline, but the server is here',
    patient: own,
    page: { ...local, online: false },
    found: { plain: 'blocked', silent: 'nothing' },
    kind: 'unreachable',
    sure: false,
    says: ['not running'],
    never: ['offline', 'Access-Control'],
  },
  {
    name: 'local network from a public page',
    patient: own,
    kind: 'local-network',
    sure: false,
    says: ['this machine', 'allow it'],
  },
  {
    name: 'local network refused',
    patient: nas,
    found: { permission: 'denied' },
    kind: 'local-network',
    sure: true,
    says: ['Local network access', 'some browsers block'],
  },
  {
    name: 'no CORS at all',
    found: { plain: 'blocked', silent: 'answered' },
    kind: 'cors',
    sure: true,
    says: [
      'Access-Control-Allow-Origin: https://sluice.example',
      'Access-Control-Expose-Headers: Mcp-Session-Id, WWW-Authenticate',
      'x-key',
    ],
  },
  {
    name: 'nothing answers',
    found: { plain: 'blocked', silent: 'nothing' },
    kind: 'unreachable',
    sure: false,
    says: ['its name may be wrong', 'certificate'],
    never: ['Access-Control'],
  },
  {
    name: 'nothing is known',
    kind: 'unreachable',
    sure: false,
    says: ['may not let this page in', 'Access-Control-Allow-Origin'],
  },
  {
    name: 'the first headers are blocked',
    found: { plain: seen(405), preflights: [{ headers: ['content-type', 'x-key'], passed: false }] },
    kind: 'cors',
    sure: true,
    says: ['content-type and x-key', 'the first request'],
  },
  {
    name: 'case 45: a later header is blocked',
    failure: { initialized: true },
    found: {
      plain: seen(405),
      preflights: [
        { headers: ['mcp-protocol-version'], passed: false },
        { headers: ['mcp-session-id'], passed: true },
      ],
    },
    kind: 'cors',
    sure: true,
    says: [
      'does not allow the header mcp-protocol-version,',
      'begins and then breaks',
      'Access-Control-Allow-Headers: authorization, content-type, mcp-protocol-version, mcp-session-id, last-event-id, mcp-method, mcp-name, x-key',
    ],
    never: ['header mcp-session-id'],
  },
  {
    name: 'all headers pass, yet it failed',
    found: {
      plain: seen(405),
      preflights: [
        { headers: ['content-type'], passed: true },
        { headers: ['mcp-session-id'], passed: true },
      ],
    },
    kind: 'cors',
    sure: false,
    says: ['answer to POST'],
  },
  {
    name: 'a redirect seen by the probe',
    found: { plain: 'redirect', silent: 'answered' },
    kind: 'redirect',
    sure: false,
    says: ['https://mcp.example/mcp/'],
  },
  {
    name: 'a redirect',
    failure: { kind: 'redirect' },
    patient: plainHttp,
    kind: 'redirect',
    sure: true,
    says: ['another address', 'https://mcp.example/mcp'],
  },
  {
    name: 'case 45: the session cannot be read, and the connection noticed it',
    failure: { kind: 'session', status: 400, message: `${sessionUnreadable}: No valid session ID` },
    kind: 'session',
    sure: true,
    says: ['cannot read the header Mcp-Session-Id', 'Access-Control-Expose-Headers: Mcp-Session-Id'],
  },
  {
    name: 'case 45: the session cannot be read',
    failure: { kind: 'session', status: 400 },
    kind: 'session',
    sure: false,
    says: ['Access-Control-Expose-Headers: Mcp-Session-Id', 'expose'],
  },
  { name: '401', failure: { kind: 'sign-in', status: 401 }, kind: 'sign-in', sure: true, says: ['Sign in'] },
  {
    name: '401 with a key',
    failure: { kind: 'http', status: 401 },
    patient: patient('https://mcp.example/mcp', ['Authorization']),
    kind: 'sign-in',
    sure: true,
    says: ['did not accept the key'],
  },
  { name: 'rights', failure: { kind: 'scope', status: 403 }, kind: 'forbidden', sure: true, says: ['rights'] },
  {
    name: '403',
    failure: { kind: 'http', status: 403, message: 'Invalid Origin' },
    kind: 'forbidden',
    sure: false,
    says: ['“Invalid Origin”', 'https://sluice.example'],
  },
  {
    name: '404, and the usual path answers',
    failure: { kind: 'http', status: 404 },
    patient: patient('https://mcp.example/'),
    found: {
      plain: seen(404, 'text/html'),
      usual: { url: 'https://mcp.example/mcp', status: 405, type: 'application/json' },
    },
    kind: 'wrong-path',
    sure: false,
    says: ['answers at https://mcp.example/mcp'],
  },
  {
    name: '404, and nothing there either',
    failure: { kind: 'http', status: 404 },
    patient: patient('https://mcp.example/'),
    found: { usual: { url: 'https://mcp.example/mcp', status: 404, type: 'text/html' } },
    kind: 'wrong-path',
    sure: true,
    says: ['ends in /mcp'],
  },
  {
    name: 'only the older transport',
    failure: { kind: 'http', status: 404 },
    patient: patient('https://mcp.example/sse'),
    found: { plain: seen(200, 'text/event-stream') },
    kind: 'protocol',
    sure: true,
    says: ['HTTP+SSE'],
  },
  {
    name: 'a web page',
    failure: { kind: 'not-mcp', status: 200, type: 'text/html' },
    patient: patient('https://mcp.example/'),
    kind: 'not-mcp',
    sure: true,
    says: ['web page'],
  },
  {
    name: '400',
    failure: { kind: 'http', status: 400, message: 'Bad Request: x' },
    kind: 'protocol',
    sure: false,
    says: ['“Bad Request: x”'],
  },
  {
    name: 'no version in common',
    failure: { kind: 'version', message: '2030-01-01' },
    kind: 'protocol',
    sure: true,
    says: ['2030-01-01'],
  },
  { name: '500', failure: { kind: 'http', status: 503 }, kind: 'server-error', sure: true, says: ['503'] },
  { name: '429', failure: { kind: 'http', status: 429 }, kind: 'server-error', sure: true, says: ['too often'] },
  { name: 'time-out', failure: { kind: 'timed-out' }, kind: 'time-out', sure: true, says: ['in time'] },
  { name: 'too large', failure: { kind: 'too-large' }, kind: 'too-much', sure: true, says: ['10 MB'] },
  {
    name: 'an error of the protocol',
    failure: { kind: 'rpc', code: -32603, message: 'boom' },
    kind: 'other',
    sure: true,
    says: ['-32603', 'boom'],
  },
  { name: 'closed', failure: { kind: 'closed' }, kind: 'other', sure: true, says: ['Refresh'] },
];

test.each(table)('M6 $name', (row) => {
  const told = judge(failure(row.failure), row.patient ?? remote, row.page ?? page, { ...nothingFound, ...row.found });
  const all = [told.text, ...codes(told)].join('\n');
  expect([told.kind, told.sure], told.text).toEqual([row.kind, row.sure]);
  for (const words of row.says) expect(all).toContain(words);
  for (const words of row.never ?? []) expect(all).not.toContain(words);
  expect(told.text).toMatch(/^[^\n]{40,}[.)]$/u);
});

test('M6 what a server says is short, one line and without tokens', () => {
  const told = judge(
    failure({ kind: 'http', status: 500, message: `Bearer abcdefghijklmnop\n${'x'.repeat(5_000)}` }),
    remote,
    page,
    nothingFound,
  );
  expect(told.text).not.toContain('abcdefghijklmnop');
  expect(told.text.length).toBeLessThan(600);
});

test('M6 addresses are told apart by where they lead, and the usual path is named', () => {
  const places = (urls: readonly string[]): string[] => urls.map((host) => placeOf(`http://${host}/mcp`));
  expect(new Set(places(['localhost', 'a.localhost:1', '127.0.0.1', '127.9.9.9:80', '[::1]']))).toEqual(
    new Set(['loopback']),
  );
  expect(
    new Set(
      places([
        '10.0.0.1',
        '192.168.0.1',
        '172.16.1.1',
        '169.254.1.1',
        'nas',
        'nas.local',
        '[fd00::1]',
        '[fe80::1]',
        '100.64.0.1',
      ]),
    ),
  ).toEqual(new Set(['private']));
  expect(
    new Set(
      places([
        'example.com',
        '172.32.1.1',
        '11.0.0.1',
        '8.8.8.8',
        '[2001:db8::1]',
        'localhost.example.com',
        '10.example.com',
      ]),
    ),
  ).toEqual(new Set(['public']));
  expect(
    ['', '/', '/sse', '/api/sse', '/mcp', '/mcp/', '/v1'].map((path) => usualUrl(`https://a.example${path}`)),
  ).toEqual([
    'https://a.example/mcp',
    'https://a.example/mcp',
    'https://a.example/mcp',
    'https://a.example/api/mcp',
    null,
    null,
    'https://a.example/mcp',
  ]);
});
