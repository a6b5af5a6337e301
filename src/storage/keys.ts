import { fail, ok, type Outcome } from '../core/outcome.ts';
import type { Sealed } from '../core/records.ts';
import { attempt, transact } from './fault.ts';
import type { Database } from './schema.ts';

/** Seals secrets for the disk (row X5). The key itself can be used by this origin but never be read out of the browser. */
export interface Keys {
  seal(secret: string): Promise<Outcome<Sealed>>;
  /** Fails with `bad-key` where the secret cannot be opened any more; the message says what to do. */
  open(sealed: Sealed): Promise<Outcome<string>>;
}

const slot = 'secrets';
const algorithm = { name: 'AES-GCM', length: 256 } as const;
const ivBytes = 12;

/** A stored key that was swapped for something weaker, or that is damaged, is not used. */
const usable = (key: unknown): key is CryptoKey =>
  key instanceof CryptoKey &&
  !key.extractable &&
  key.algorithm.name === algorithm.name &&
  key.usages.includes('encrypt') &&
  key.usages.includes('decrypt');

const unopened = fail(
  'bad-key',
  'A stored secret (an API key, a header or a sign-in) cannot be opened, since the key that sealed it is gone or the record ' +
    'is damaged. Enter the API key again in Settings → Models, a header in Settings → MCP servers, or sign in again.',
);

/** The sealing key is made on first use and kept in the database; two tabs that make one at once end up with the same. */
export function keysIn(db: Database): Keys {
  const stored = async (): Promise<CryptoKey | null> => {
    const found: unknown = await db.get('keys', slot);
    return usable(found) ? found : null;
  };
  const made = async (): Promise<Outcome<CryptoKey>> => {
    const there = await stored();
    if (there !== null) return ok(there);
    const fresh = await crypto.subtle.generateKey(algorithm, false, ['encrypt', 'decrypt']);
    return transact(
      'keep the key that seals secrets',
      () => db.transaction('keys', 'readwrite', { durability: 'strict' }),
      async ({ store }) => {
        const first: unknown = await store.get(slot);
        if (usable(first)) return ok(first);
        await store.put(fresh, slot);
        return ok(fresh);
      },
    );
  };

  return {
    seal: async (secret) => {
      const doing = 'encrypt the secret';
      const key = await attempt(doing, made);
      if (!key.ok) return key;
      if (!key.value.ok) return key.value;
      const sealing = key.value.value;
      return attempt(doing, async () => {
        const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
        const plain = new TextEncoder().encode(secret);
        return { iv, bytes: new Uint8Array(await crypto.subtle.encrypt({ name: algorithm.name, iv }, sealing, plain)) };
      });
    },
    open: async (sealed) => {
      const key = await attempt('read the key that opens secrets', stored);
      if (!key.ok) return key;
      if (key.value === null) return unopened;
      try {
        // Copied, since what comes back from disk may lie in any buffer.
        const iv = new Uint8Array(sealed.iv);
        const plain = await crypto.subtle.decrypt(
          { name: algorithm.name, iv },
          key.value,
          new Uint8Array(sealed.bytes),
        );
        return ok(new TextDecoder().decode(plain));
      } catch {
        return unopened;
      }
    },
  };
}
