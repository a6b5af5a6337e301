import { beforeEach, expect, test } from 'vitest';
import type { Sealed } from '../core/records.ts';
import { keysIn } from './keys.ts';
import type { Store } from './store.ts';
import { databaseAt, faultOf, freshName, must, storeAt } from './testing/fresh.ts';

const secret = 'sk-live-ünïcode-0123456789abcdef';
let name: string;
let store: Store;
beforeEach(async () => {
  name = freshName();
  store = await storeAt(name);
});

const hold = async (key: Sealed): Promise<void> => {
  must(
    await store.providers.put({
      id: 'p',
      name: 'P',
      kind: 'openai-compatible',
      baseUrl: 'http://localhost/v1',
      key,
      models: [],
      made: 1,
    }),
  );
};

/** Everything in the database as one text, bytes as Latin-1, so that a search finds what lies there in the clear. */
async function everything(): Promise<string> {
  const raw = await databaseAt(name);
  const seen = (value: unknown): string =>
    value instanceof Uint8Array
      ? String.fromCharCode(...value)
      : typeof value === 'object' && value !== null
        ? Object.values(value).map(seen).join('\n')
        : String(value);
  const stores = await Promise.all([...raw.objectStoreNames].map((store) => raw.getAll(store)));
  return stores.map((records) => records.map(seen).join('\n')).join('\n');
}

test('X5 a sealed key opens again, also after a reload', async () => {
  const sealed = must(await store.keys.seal(secret));
  expect(must(await store.keys.open(sealed))).toBe(secret);
  await hold(sealed);
  store.close();
  const again = await storeAt(name);
  const kept = must(await again.providers.get('p'))?.key;
  if (!kept) throw new Error('the sealed key is gone');
  expect(must(await again.keys.open(kept))).toBe(secret);
});

test('X5 nothing that lies on disk holds the key’s text', async () => {
  await hold(must(await store.keys.seal(secret)));
  const disk = await everything();
  expect(disk).toContain('http://localhost/v1');
  expect(disk).not.toContain(secret);
  expect(disk).not.toContain('0123456789abcdef');
  expect(disk).not.toContain(String.fromCharCode(...new TextEncoder().encode(secret)));
});

test('X5 the sealing key cannot be read out of the browser', async () => {
  must(await store.keys.seal(secret));
  const key = await (await databaseAt(name)).get('keys', 'secrets');
  if (!(key instanceof CryptoKey)) throw new Error('no key was kept');
  expect(key.extractable).toBe(false);
  await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow(/not extractable/u);
  await expect(crypto.subtle.exportKey('jwk', key)).rejects.toThrow(/not extractable/u);
});

test('X5 the same text is sealed differently each time', async () => {
  const [one, two] = [must(await store.keys.seal(secret)), must(await store.keys.seal(secret))];
  expect(one.iv).not.toEqual(two.iv);
  expect(one.bytes).not.toEqual(two.bytes);
});

test('X5 two tabs that make the sealing key at once end up with the same one', async () => {
  const other = await storeAt(name);
  const sealed = await Promise.all([
    store.keys.seal('a'),
    other.keys.seal('b'),
    store.keys.seal('c'),
    other.keys.seal('d'),
  ]);
  const opened = await Promise.all(sealed.map((each, at) => (at % 2 === 0 ? other : store).keys.open(must(each))));
  expect(opened.map(must)).toEqual(['a', 'b', 'c', 'd']);
});

test('X5 a changed record, or a lost sealing key, is told with what to do and without the secret', async () => {
  const sealed = must(await store.keys.seal(secret));
  const bent = { ...sealed, bytes: sealed.bytes.map((byte, at) => (at === 3 ? byte ^ 1 : byte)) };
  const answers = [await store.keys.open(bent), await store.keys.open({ iv: new Uint8Array(), bytes: sealed.bytes })];
  const raw = await databaseAt(name);
  await raw.clear('keys');
  answers.push(await store.keys.open(sealed));
  for (const answer of answers) {
    expect(faultOf(answer)).toMatch(/^bad-key: .*Enter the API key again in Settings → Models/u);
    expect(faultOf(answer)).not.toContain(secret);
  }
});

test('X5 a sealing key that can be exported, or is none, is not used but replaced', async () => {
  const raw = await databaseAt(name);
  const weak = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, true, ['encrypt', 'decrypt']);
  for (const planted of [weak, 'not a key' as unknown as CryptoKey]) {
    await raw.put('keys', planted, 'secrets');
    const keys = keysIn(raw);
    expect(must(await keys.open(must(await keys.seal(secret))))).toBe(secret);
    expect((await raw.get('keys', 'secrets'))?.extractable).toBe(false);
  }
});
