import * as fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { commands } from 'vitest/browser';
import type { RegistryEntry, RegistryPage, ServerDraft, Wanted } from '../../../core/serverdraft.ts';
import { makeRegistry, type Registry } from './client.ts';
import { drafted } from './draft.ts';
import { filledUrl } from './template.ts';

let origin = '';
beforeAll(async () => {
  origin = await commands.testRegistry();
});

const at = (kind: string, has: (url: string) => boolean = () => false, answerMs = 10_000): Registry =>
  makeRegistry({ address: () => `${origin}/${kind}`, has, answerMs });
async function page(kind: string, search = '', cursor: string | null = null): Promise<RegistryPage> {
  const outcome = await at(kind).browse({ search, cursor });
  if (!outcome.ok) throw new Error(outcome.fault.message);
  return outcome.value;
}
async function fault(kind: string, answerMs?: number): Promise<{ code: string; message: string }> {
  const outcome = await at(kind, undefined, answerMs).browse({ search: '', cursor: null });
  return outcome.ok ? { code: 'none', message: '' } : outcome.fault;
}

test('M2 the registry is searched page by page with the parameters of its API, to the end', async () => {
  const first = await page('good');
  expect(first.entries.map((entry) => entry.title)).toEqual(['Orchard issues', 'Tenant CRM', 'feed']);
  const second = await page('good/', '', first.next);
  expect(second.entries.map((entry) => entry.name)).toEqual([
    'io.github.someone/local',
    'example.gone/gone',
    'example.held/slow',
  ]);
  expect([second.next, second.left]).toEqual([null, 0]);
  expect((await page('good', 'tenant')).entries.map((entry) => entry.name)).toEqual(['example.tenants/crm']);
});

test('M2 entries are labelled: deprecated, deleted, and what a browser cannot use, with why', async () => {
  const { entries } = await page('good');
  const more = await page('good', '', 'at:3');
  const by = (name: string): RegistryEntry | undefined =>
    [...entries, ...more.entries].find((entry) => entry.name.endsWith(name));
  expect(by('issues')).toMatchObject({
    state: 'active',
    unusable: null,
    website: 'https://orchard.example/docs',
    repository: 'https://github.com/orchard/issues',
    remotes: [{ url: 'https://mcp.orchard.example/mcp', wanted: [], headers: [] }],
  });
  expect(by('feed')).toMatchObject({ state: 'deprecated', remotes: [] });
  expect(by('feed')?.unusable).toContain('older SSE transport');
  expect(by('local')?.unusable).toContain('program on your computer');
  expect(by('gone')).toMatchObject({ state: 'deleted', unusable: 'The registry has deleted it.' });
});

test('M2 an entry whose address is there already is marked', async () => {
  const registry = at('good', (url) => url === 'https://mcp.orchard.example/mcp');
  const outcome = await registry.browse({ search: '', cursor: null });
  expect(outcome.ok ? outcome.value.entries.map((entry) => entry.added) : null).toEqual([true, false, false]);
});

test('M2 a broken entry is left out and counted, never the page; old builds are read too', async () => {
  const broken = await page('broken');
  expect(broken.left).toBe(4);
  expect(broken.entries).toMatchObject([
    { name: 'x/half', about: '', website: null, remotes: [{ url: 'https://half.example/mcp' }] },
    { name: 'x/proto', remotes: [], unusable: 'It names no address.' },
  ]);
  expect(await page('old')).toMatchObject({ entries: [{ name: 'x/flat', state: 'deprecated' }], next: 'n2' });
  expect(await page('none')).toEqual({ entries: [], next: null, left: 0 });
  expect(await page('empty')).toEqual({ entries: [], next: null, left: 0 });
});

test('M2 a cursor that leads back to itself is the end', async () => {
  expect((await page('loop')).next).toBe('again');
  expect((await page('loop', '', 'again')).next).toBeNull();
});

test('M2 a registry that cannot be used is explained, and adding by hand still works', async () => {
  for (const kind of ['html', 'missing', 'failing', 'redirect', 'no-cors', 'huge']) {
    // oxlint-disable-next-line no-await-in-loop -- one after another is kinder to the machine
    const { code, message } = await fault(kind);
    expect(code, kind).toBe(kind === 'huge' ? 'too-large' : 'not-reachable');
    expect(message, kind).toContain('by hand');
  }
  expect((await fault('list')).message).toContain('no list of servers');
  expect((await fault('hanging', 300)).code).toBe('timed-out');
  const nowhere = makeRegistry({ address: () => 'ftp://x', has: () => false });
  expect(await nowhere.browse({ search: '', cursor: null })).toMatchObject({ ok: false });
});

test('M2 a slow older search never overwrites a newer one', async () => {
  const registry = at('good');
  const older = registry.browse({ search: 'held', cursor: null });
  const newer = await registry.browse({ search: 'orchard', cursor: null });
  expect(newer).toMatchObject({ ok: true, value: { entries: [{ title: 'Orchard issues' }] } });
  expect(await older).toMatchObject({ ok: false, fault: { code: 'cancelled' } });
});

async function crm(): Promise<{ entry: RegistryEntry; of: (name: string) => Wanted }> {
  const [entry] = (await page('good', 'tenant')).entries;
  if (entry === undefined) throw new Error('no entry');
  return {
    entry,
    of: (name) => {
      const found = entry.remotes[0]?.wanted.find((one) => one.name === name);
      if (found === undefined) throw new Error(`nothing wanted under ${name}`);
      return found;
    },
  };
}
const draftOf = (entry: RegistryEntry, values: [Wanted, string][]): ServerDraft | string => {
  const outcome = drafted(entry, 0, new Map(values));
  return outcome.ok ? outcome.value : outcome.fault.message;
};

test('M2 variables and secret headers are asked, defaults stand, fixed headers are not asked', async () => {
  const { entry, of } = await crm();
  expect(
    entry.remotes[0]?.wanted.map(({ name, secret, required, initial }) => [name, secret, required, initial]),
  ).toEqual([
    ['tenant', false, true, ''],
    ['folder', false, true, 'main'],
    ['Authorization · key', true, true, ''],
    ['X-Region', false, false, 'eu'],
    ['X-Note', false, false, ''],
  ]);
  expect(draftOf(entry, [[of('tenant'), 'acme']])).toBe('“Authorization · key” needs a value.');
  expect(
    draftOf(entry, [
      [of('tenant'), 'acme'],
      [of('folder'), 'a b/ü'],
      [of('Authorization · key'), ' k-1 '],
    ]),
  ).toEqual({
    id: null,
    name: 'Tenant CRM',
    about: 'Does one thing well.',
    url: 'https://acme.crm.example/mcp/a%20b%2F%C3%BC',
    audience: 'primary',
    policy: 'once',
    headers: [
      { name: 'Authorization', value: 'Bearer k-1', secret: true },
      { name: 'X-Region', value: 'eu', secret: false },
      { name: 'X-Client', value: 'browser', secret: false },
    ],
    client: null,
  });
  const key: [Wanted, string] = [of('Authorization · key'), 'k'];
  expect(draftOf(entry, [[of('tenant'), 'acme'], key, [of('X-Region'), 'mars']])).toContain('one of: eu, us');
  expect(draftOf(entry, [[of('tenant'), 'acme'], [of('X-Note'), 'a\r\nHost: b'], key])).toContain('cannot be sent');
});

test('M2 a variable may change neither host nor scheme nor path beyond its place', async () => {
  const { entry, of } = await crm();
  for (const bad of [
    'evil.example/',
    'evil.example#',
    'evil.example?',
    'a@evil.example',
    'a\\b',
    'evil.example:8',
    'é',
  ])
    expect(
      draftOf(entry, [
        [of('tenant'), bad],
        [of('Authorization · key'), 'k'],
      ]),
      bad,
    ).toBeTypeOf('string');
  expect(
    draftOf(entry, [
      [of('tenant'), 'a'],
      [of('folder'), '..'],
      [of('Authorization · key'), 'k'],
    ]),
  ).toBeTypeOf('string');
  const one = (template: string, value: string): string => {
    const outcome = filledUrl(template, new Map([['v', value]]));
    return outcome.ok ? outcome.value : 'no';
  };
  expect(one('https://{v}/mcp', 'my.host:8443')).toBe('https://my.host:8443/mcp');
  expect(one('{v}/mcp', 'https://my.host/')).toBe('https://my.host/mcp');
  expect(one('{v}/mcp', 'javascript:alert(1)')).toBe('no');
  expect(one('{v}://my.host/mcp', 'https')).toBe('no');
  expect(one('javascript:{v}', 'x')).toBe('no');
  expect(one('https://a.example/{v}', '%2e%2e')).toBe('https://a.example/%252e%252e');
});

test('M2 whatever is put in, a variable behind the host leaves the host and its path’s beginning as they were', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 12 }), (value) => {
      let outcome: ReturnType<typeof filledUrl> | null = null;
      try {
        outcome = filledUrl('https://a.example/x/{v}/y?q={v}', new Map([['v', value]]));
      } catch {
        outcome = null; // reported below: it may never throw
      }
      expect(outcome).not.toBeNull();
      if (outcome?.ok !== true) return;
      const url = new URL(outcome.value);
      expect([url.origin, url.pathname.split('/').length, url.hash]).toEqual(['https://a.example', 4, '']);
      expect(url.pathname.startsWith('/x/')).toBe(true);
    }),
    { numRuns: 300, seed: 11 },
  );
});
