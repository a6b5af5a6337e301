import { expect, test } from 'vitest';
import { fakeServer } from '../testing/servers.ts';
import { minutesOf, registryOf } from './advanced.ts';
import { addressFault, faultsOf } from './faults.ts';
import { draftOf, formOf, reconnects } from './form.ts';

const sealed = { iv: new Uint8Array(12), bytes: new Uint8Array(8) };
const blank = { ...formOf(null), url: 'https://mcp.example.com/mcp' };

test('M2 a new server is named by its host, offered to the primary only, asks once per chat', () => {
  expect(draftOf({ ...blank, url: ' https://mcp.example.com/mcp ' }, null)).toEqual({
    id: null,
    name: 'mcp.example.com',
    about: '',
    url: 'https://mcp.example.com/mcp',
    audience: 'primary',
    policy: 'once',
    headers: [],
    client: null,
  });
});

test('M2 a token becomes a secret Authorization header, whether or not its scheme was pasted with it', () => {
  const headers = [{ name: 'Authorization', value: 'Bearer abc', secret: true }];
  expect(draftOf({ ...blank, token: ' abc ' }, null).headers).toEqual(headers);
  expect(draftOf({ ...blank, token: 'bearer  abc' }, null).headers).toEqual(headers);
});

test('X5 stored values are never in the form; untouched they stay, typed they change, dropped they go', () => {
  const form = formOf(
    fakeServer({
      headers: [
        { name: 'authorization', value: sealed, secret: true },
        { name: 'X-Team', value: sealed, secret: false },
      ],
      client: { id: 'c1', secret: sealed },
    }),
  );
  expect(form).toMatchObject({ token: '', tokenStored: true, clientSecret: '', secretStored: true });
  expect(form.headers).toEqual([{ line: 0, name: 'X-Team', value: '', secret: false, stored: true }]);
  const kept = draftOf(form, 's1');
  expect(kept.headers.map(({ value }) => value)).toEqual([undefined, undefined]);
  expect(kept.client).toEqual({ id: 'c1', secret: undefined });
  const typed = draftOf({ ...form, token: 'new', clientSecret: 'hush' }, 's1');
  expect(typed.headers[0]).toEqual({ name: 'Authorization', value: 'Bearer new', secret: true });
  expect(typed.client).toEqual({ id: 'c1', secret: 'hush' });
  const dropped = draftOf({ ...form, dropToken: true, headers: [], dropSecret: true }, 's1');
  expect(dropped.headers).toEqual([]);
  expect(dropped.client).toEqual({ id: 'c1', secret: '' });
  expect(reconnects(form, form)).toBe(false);
  expect(reconnects(form, { ...form, name: 'Other', everyModel: true, policy: 'never' })).toBe(false);
  expect(reconnects(form, { ...form, token: 'new' })).toBe(true);
});

test('G11 a stored policy that is not known is no choice: saving wants one', () => {
  const form = formOf(fakeServer({ policy: 'sometimes' }));
  expect(form.policy).toBeNull();
  expect(faultsOf(form)?.policy).toMatch(/not known/u);
  expect(formOf(fakeServer({ policy: null })).policy).toBe('once');
});

test('M2 only a whole http or https address without credentials can be a server’s', () => {
  expect(addressFault('http://localhost:3001/mcp')).toBeNull();
  for (const text of [
    '',
    'mcp.example.com',
    'file:///x',
    'javascript:alert(1)',
    'https://u:p@a.example',
    'https://a.example/#x',
  ])
    expect(addressFault(text), text).not.toBeNull();
});

test('M2 a header no page can send, the protocol’s own, a double or an empty one is told at its line', () => {
  const line = (name: string, value = 'v', stored = false, at = 0) => ({ line: at, name, value, secret: true, stored });
  const fault = (...headers: readonly ReturnType<typeof line>[]) =>
    faultsOf({ ...blank, headers })?.headers.get(headers.length - 1);
  expect(fault(line('Cookie'))).toMatch(/Browsers do not let/u);
  expect(fault(line('sec-fetch-mode'))).toMatch(/Browsers do not let/u);
  expect(fault(line('Mcp-Session-Id'))).toMatch(/Sluice itself/u);
  expect(fault(line('two words'))).toMatch(/letters, digits/u);
  expect(fault(line(''))).toMatch(/name/u);
  expect(fault(line('X-Key', ''))).toMatch(/value/u);
  expect(fault(line('X-Key', 'a\nb'))).toMatch(/character/u);
  expect(fault(line('X-Key', 'ключ'))).toMatch(/character/u);
  expect(fault(line('X-Key'), line('x-key', 'w', false, 1))).toMatch(/already/u);
  expect(fault(line('X-Key', '', true))).toBeUndefined();
  expect(faultsOf({ ...blank, token: 'a', headers: [line('authorization')] })?.headers.get(0)).toMatch(/already/u);
  expect(faultsOf({ ...blank, token: 'a b' })?.token).not.toBeNull();
  expect(faultsOf({ ...blank, clientSecret: 'x' })?.client).toMatch(/client id/u);
  expect(faultsOf(blank)).toBeNull();
});

test('M1 the longest call is whole minutes up to a day; a registry’s address loses its trailing slash', () => {
  expect(minutesOf(' 15 ')).toEqual({ ok: true, value: 15 });
  for (const text of ['', '0', '1.5', '-1', '1441', 'ten']) expect(minutesOf(text).ok, text).toBe(false);
  expect(registryOf('https://r.example.com/api/')).toEqual({ ok: true, value: 'https://r.example.com/api' });
  for (const text of ['', 'r.example.com', 'ftp://r', 'https://r.example.com/?a=b'])
    expect(registryOf(text).ok, text).toBe(false);
});
