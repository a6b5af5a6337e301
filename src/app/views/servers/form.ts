/** What a person types about one server, and what becomes of it (rows M2, M3). */
import type { Policy } from '../../../core/gate.ts';
import type { ServerId } from '../../../core/ids.ts';
import { knownPolicy, type ServerRecord } from '../../../core/server.ts';
import type { HeaderDraft, ServerDraft } from '../../../core/serverdraft.ts';
import { hostOf } from './words.ts';

/** One header line. A stored one keeps its name, and its value unless another is typed. */
export interface HeaderLine {
  /** Tells lines apart while they are typed. */
  readonly line: number;
  readonly name: string;
  readonly value: string;
  readonly secret: boolean;
  readonly stored: boolean;
}

/** A server's form as it is typed. */
export interface ServerForm {
  readonly name: string;
  readonly about: string;
  readonly url: string;
  readonly everyModel: boolean;
  /** Null: what is stored is no policy this program knows, and none was chosen yet. */
  readonly policy: Policy | null;
  /** '' while untouched: a stored token is never shown, and stays. */
  readonly token: string;
  readonly tokenStored: boolean;
  readonly dropToken: boolean;
  readonly headers: readonly HeaderLine[];
  readonly clientId: string;
  readonly clientSecret: string;
  readonly secretStored: boolean;
  readonly dropSecret: boolean;
}

const authorizes = (name: string): boolean => name.trim().toLowerCase() === 'authorization';

/** The form of a new server, or of one that exists. */
export function formOf(record: ServerRecord | null): ServerForm {
  const headers = record?.headers ?? [];
  return {
    name: record?.name ?? '',
    about: record?.about ?? '',
    url: record?.url ?? '',
    everyModel: record?.audience === 'all',
    policy: record === null ? 'once' : knownPolicy(record.policy),
    token: '',
    tokenStored: headers.some(({ name }) => authorizes(name)),
    dropToken: false,
    headers: headers
      .filter(({ name }) => !authorizes(name))
      .map(({ name, secret }, line) => ({ line, name, value: '', secret, stored: true })),
    clientId: record?.client?.id ?? '',
    clientSecret: '',
    secretStored: record?.client !== null && record?.client !== undefined && record.client.secret !== null,
    dropSecret: false,
  };
}

/** A token as it was pasted: the word before it is ours to write. */
const bare = (token: string): string => token.trim().replace(/^bearer\s+/iu, '');

function headersOf(form: ServerForm): readonly HeaderDraft[] {
  const token = bare(form.token);
  const kept = form.tokenStored && !form.dropToken;
  const authorization = token === '' ? (kept ? undefined : null) : `Bearer ${token}`;
  return [
    ...(authorization === null ? [] : [{ name: 'Authorization', value: authorization, secret: true }]),
    ...form.headers.map(({ name, value, secret, stored }) => ({
      name: name.trim(),
      value: stored && value === '' ? undefined : value.trim(),
      secret,
    })),
  ];
}

function clientOf(form: ServerForm): ServerDraft['client'] {
  const id = form.clientId.trim();
  if (id === '') return null;
  const typed = form.clientSecret.trim();
  return { id, secret: typed !== '' ? typed : form.secretStored && !form.dropSecret ? undefined : '' };
}

/** The same as `save` takes it. An unnamed server is called by its host; `id` null: a new one. */
export function draftOf(form: ServerForm, id: ServerId | null): ServerDraft {
  const url = form.url.trim();
  return {
    id,
    name: form.name.trim() === '' ? hostOf(url) : form.name.trim(),
    about: form.about,
    url,
    audience: form.everyModel ? 'all' : 'primary',
    policy: form.policy ?? 'always',
    headers: headersOf(form),
    client: clientOf(form),
  };
}

/** Whether two states of a form connect differently: then saving shows how the connection goes. */
export const reconnects = (a: ServerForm, b: ServerForm): boolean =>
  JSON.stringify([a.url.trim(), headersOf(a), clientOf(a)]) !==
  JSON.stringify([b.url.trim(), headersOf(b), clientOf(b)]);
