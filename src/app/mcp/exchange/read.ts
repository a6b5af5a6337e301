/** A list of servers from another program, as a preview of what importing it would do (row M8). Nothing is done here. */
import { limits } from '../../../core/limits.ts';
import { fail, ok, type Outcome } from '../../../core/outcome.ts';
import { knownPolicy, policyWords, type ServerRecord } from '../../../core/server.ts';
import type { HeaderDraft, ImportPreview, ServerDraft } from '../../../core/serverdraft.ts';
import { setByUs } from '../setbyus.ts';
import { reach } from './address.ts';
import { changes } from './changes.ts';
import { placeholdersOf, resolved, wanted } from './placeholders.ts';
import { findServers, readEntry, type Entry, type Found } from './shape.ts';
import { readText } from './text.ts';

/** What reading needs to know of the page. */
export interface ImportDeps {
  /** The servers that are there, with opened header values. */
  readonly servers: readonly {
    readonly record: ServerRecord;
    readonly headers: readonly (readonly [string, string])[];
  }[];
  /** A server's address in its normal form, or why it is none. */
  url(text: string): Outcome<string>;
  /** Why a header cannot be sent, or null. */
  header(name: string, value: string): string | null;
}

type Row = ImportPreview['rows'][number];
const skip = (key: string, why: string): Row => ({
  key,
  what: 'skip',
  why: `${why.charAt(0).toUpperCase()}${why.slice(1)}${/[.!?]$/.test(why) ? '' : '.'}`,
  draft: null,
  enabled: false,
  missing: [],
});

/** The stated policy: none is `once`; one that is not known asks every time, and that is said (row G11). */
function policyOf(entry: Entry): {
  readonly policy: ServerDraft['policy'];
  readonly note: string;
  readonly said: boolean;
} {
  const text = entry.approvalPolicy ?? entry.approval_policy ?? null;
  const policy = knownPolicy(text);
  return policy === null
    ? {
        policy: 'always',
        note: `“${(text ?? '').slice(0, 60)}” is no policy Sluice knows: it will ask every time`,
        said: true,
      }
    : { policy, note: '', said: text !== null };
}

const enabledOf = (entry: Entry): boolean | null =>
  entry.isActive ?? entry.is_active ?? entry.enabled ?? (entry.disabled == null ? null : !entry.disabled);

function headersOf(entry: Entry, given: readonly (readonly [string, string])[], found: Found): HeaderDraft[] {
  const open = entry.secretHeaders?.map((name) => name.toLowerCase());
  return given.map(([name, value]) => ({
    name: name.trim(),
    value: resolved(value, entry.env ?? {}, found.inputs).trim(),
    secret: open === undefined || open.includes(name.trim().toLowerCase()),
  }));
}

function readRow(key: string, raw: unknown, found: Found, deps: ImportDeps, seen: Map<string, string>): Row {
  const entry = readEntry(raw);
  if (typeof entry === 'string') return skip(key, entry);
  const reached = reach(entry);
  if ('why' in reached) return skip(key, reached.why);
  const address = resolved(reached.url.trim(), entry.env ?? {}, found.inputs);
  const inUrl = placeholdersOf(address);
  const url = inUrl.length > 0 ? ok(address) : deps.url(address);
  if (!url.ok) return skip(key, url.fault.message);
  const first = seen.get(url.value);
  if (first !== undefined) return skip(key, `It has the same address as “${first}”.`);
  const kept = reached.headers.filter(([name]) => !setByUs(name));
  const dropped = reached.headers.filter(([name]) => setByUs(name)).map(([name]) => name.trim().slice(0, 60));
  const headers = headersOf(entry, kept, found);
  const names = headers.map((one) => one.name.toLowerCase());
  if (new Set(names).size < names.length) return skip(key, 'one of its headers stands there twice');
  const wrong = headers.map((one) => deps.header(one.name, one.value ?? '')).find((one) => one !== null) ?? null;
  if (wrong !== null) return skip(key, wrong);
  seen.set(url.value, key);
  const { policy, note, said } = policyOf(entry);
  const missing = [
    ...inUrl.map((text) => wanted(text, found.inputs, false)),
    ...[...new Set(headers.flatMap((one) => placeholdersOf(one.value ?? '')))]
      .filter((text) => !inUrl.includes(text))
      .map((text) => wanted(text, found.inputs, true)),
  ];
  const draft: ServerDraft = {
    id: null,
    name: (entry.name ?? entry.title ?? '') === '' ? key : (entry.name ?? entry.title ?? key),
    about: entry.description ?? '',
    url: url.value,
    audience: entry.offerToEveryModel === true ? 'all' : 'primary',
    policy,
    headers,
    client: null,
  };
  const without = dropped.length === 0 ? '' : `without the header ${dropped.join(', ')}, which is set by itself`;
  const notes = [reached.note, note, without].filter((one) => one !== '');
  const there = deps.servers.find((one) => one.record.url === url.value);
  if (there !== undefined)
    return changes(key, there, {
      draft,
      missing,
      notes,
      enabled: enabledOf(entry),
      policySaid: said,
      audienceSaid: entry.offerToEveryModel != null,
    });
  const enabled = enabledOf(entry) ?? true;
  const words = [policyWords[policy].short, ...(enabled ? [] : ['disabled']), ...notes];
  return { key, what: 'add', why: `${words.join('; ')}.`, draft, enabled, missing };
}

/** Reads a file's text. Fails with `bad-arguments` where there is no list of servers in it. */
export async function readImport(text: string, deps: ImportDeps): Promise<Outcome<ImportPreview>> {
  const read = await readText(text);
  if (!read.ok) return read;
  const found = findServers(read.value.value);
  if (found === null)
    return fail(
      'bad-arguments',
      'No servers are in it: there should be “mcpServers” (5ire, Claude Desktop, Cursor) or “servers” (VS Code).',
    );
  const seen = new Map<string, string>();
  const most = limits.exchange.servers;
  const rows = found.servers.slice(0, most).map(([key, raw]) => readRow(key.slice(0, 200), raw, found, deps, seen));
  const more = found.servers.length - most;
  return ok({
    format: `${read.value.format}, ${found.format}`,
    rows: more > 0 ? [...rows, skip(`${more} more`, `Only the first ${most} servers of a file are read.`)] : rows,
  });
}
