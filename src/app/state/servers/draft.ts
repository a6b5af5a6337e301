import { fail, ok, type Outcome } from '../../../core/outcome.ts';
import type { Sealed } from '../../../core/records.ts';
import type { ServerHeader, ServerRecord } from '../../../core/server.ts';
import type { HeaderDraft, ServerDraft } from '../../../core/serverdraft.ts';
import type { Keys } from '../../../storage/keys.ts';
import { headerFault, serverAbout, serverName, serverUrl } from './address.ts';

/** The parts of a record that a form changes. */
export type Drafted = Pick<ServerRecord, 'name' | 'about' | 'url' | 'audience' | 'policy' | 'headers' | 'client'>;

/** A draft with its secrets sealed (row X5); `old` is the stored record, whose URL and unchanged values stay. */
export async function readDraft(draft: ServerDraft, old: ServerRecord | null, keys: Keys): Promise<Outcome<Drafted>> {
  const url = old === null ? serverUrl(draft.url) : ok(old.url);
  if (!url.ok) return url;
  if (old !== null && draft.url.trim() !== old.url) {
    const same = serverUrl(draft.url);
    if (!same.ok || same.value !== old.url)
      return fail(
        'bad-arguments',
        'The address is the server’s identity and cannot be changed. Remove the server and add it anew.',
      );
  }
  const headers = await sealHeaders(draft.headers, old?.headers ?? [], keys);
  if (!headers.ok) return headers;
  const client = await sealClient(draft.client, old?.client ?? null, keys);
  if (!client.ok) return client;
  return ok({
    name: serverName(draft.name, url.value),
    about: serverAbout(draft.about),
    url: url.value,
    audience: draft.audience,
    policy: draft.policy,
    headers: headers.value,
    client: client.value,
  });
}

const sameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

async function sealHeaders(
  drafts: readonly HeaderDraft[],
  old: readonly ServerHeader[],
  keys: Keys,
): Promise<Outcome<readonly ServerHeader[]>> {
  const headers: ServerHeader[] = [];
  for (const draft of drafts) {
    const name = draft.name.trim();
    const value = draft.value?.trim();
    const wrong = headerFault(name, value);
    if (wrong !== null) return fail('bad-arguments', wrong);
    if (headers.some((one) => sameName(one.name, name)))
      return fail('bad-arguments', `The header “${name}” stands there twice. Keep one of them.`);
    const sealed = await sealedAnew(value, old.find((one) => sameName(one.name, name))?.value ?? null, keys);
    if (!sealed.ok) return sealed;
    if (sealed.value === null) return fail('bad-arguments', `The header “${name}” has no value yet. Enter one.`);
    headers.push({ name, value: sealed.value, secret: draft.secret });
  }
  return ok(headers);
}

async function sealClient(
  draft: ServerDraft['client'],
  old: ServerRecord['client'],
  keys: Keys,
): Promise<Outcome<ServerRecord['client']>> {
  const id = draft?.id.trim() ?? '';
  if (draft === null || id === '') return ok(null);
  if (draft.secret === '') return ok({ id, secret: null });
  const secret = await sealedAnew(draft.secret, old?.secret ?? null, keys);
  return secret.ok ? ok({ id, secret: secret.value }) : secret;
}

/** A value typed anew, sealed; else the stored one as it lies there. */
async function sealedAnew(
  value: string | undefined,
  stored: Sealed | null,
  keys: Keys,
): Promise<Outcome<Sealed | null>> {
  return value === undefined ? ok(stored) : keys.seal(value);
}

/** A record's headers as they are sent; one without a value is left out. Fails with `bad-key`. */
export async function openHeaders(
  record: ServerRecord,
  keys: Keys,
): Promise<Outcome<readonly (readonly [string, string])[]>> {
  const opened: (readonly [string, string])[] = [];
  for (const { name, value } of record.headers) {
    const text = await keys.open(value);
    if (!text.ok)
      return fail(
        'bad-key',
        `The header “${name}” of the server “${record.name}” cannot be opened, since the key that sealed it is gone or the record is damaged. Enter its value again: Settings → MCP servers → Edit.`,
      );
    if (text.value !== '') opened.push([name, text.value]);
  }
  return ok(opened);
}
