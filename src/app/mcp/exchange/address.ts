/** Where a server of a file is reached, or why a browser cannot reach it (row M8). */
import type { Entry } from './shape.ts';

/** How an entry is reached, or why it cannot be from a page (row M8). */
export type Reached =
  | { readonly url: string; readonly headers: readonly (readonly [string, string])[]; readonly note: string }
  | { readonly why: string };

const program =
  'It runs a program on your computer, which a browser cannot. A gateway such as supergateway can serve it at an address to add.';
const oldSse = 'It speaks the older SSE transport, which Sluice does not speak.';

const kindOf = (entry: Entry): string => (entry.type ?? entry.transport ?? '').toLowerCase().replaceAll(/[^a-z]/g, '');
const known: ReadonlySet<string> = new Set([
  '',
  'http',
  'https',
  'streamablehttp',
  'remote',
  'url',
  'sse',
  'stdio',
  'local',
]);

/** `Name: value`, as curl writes headers. */
function headerLine(line: string): readonly (readonly [string, string])[] {
  const at = line.indexOf(':');
  return at <= 0 ? [] : [[line.slice(0, at).trim(), line.slice(at + 1).trim()]];
}

/** A command that only bridges to a remote server, `npx mcp-remote URL --header "K: V"`: then the browser needs no bridge. */
function bridged(words: readonly string[]): Reached | null {
  const at = words.findIndex((word) => /(^|[/\\])mcp-remote(@[^/\\]*)?$/.test(word));
  if (at < 0) return null;
  const rest = words.slice(at + 1);
  const url = rest.find((word) => /^(https?:\/\/|\$\{)/.test(word));
  if (url === undefined) return { why: 'It bridges to a remote server with mcp-remote, but names no address.' };
  if (rest.some((word, n) => word === 'sse-only' && rest[n - 1] === '--transport')) return { why: oldSse };
  const headers = rest.flatMap((word, n) =>
    word === '--header' ? headerLine(rest[n + 1] ?? '') : word.startsWith('--header=') ? headerLine(word.slice(9)) : [],
  );
  return { url, headers, note: 'reached directly instead of through mcp-remote' };
}

/** Reads where an entry's server is. */
export function reach(entry: Entry): Reached {
  const url = [entry.url, entry.serverUrl, entry.httpUrl].find((one) => (one ?? '') !== '') ?? null;
  const command = [entry.command ?? []].flat();
  const kind = kindOf(entry);
  if (url !== null && command.length > 0)
    return { why: 'It has an address and a command: only one of them can be meant.' };
  if (command.length > 0) {
    const words = [...(command.length === 1 ? (command[0] ?? '').split(/\s+/) : command), ...(entry.args ?? [])];
    return bridged(words) ?? { why: program };
  }
  if (kind === 'stdio' || kind === 'local') return { why: program };
  if (url === null) return { why: 'It has neither an address nor a command.' };
  if (kind === 'sse') return { why: oldSse };
  if (!known.has(kind))
    return { why: `It speaks “${(entry.type ?? entry.transport ?? '').slice(0, 60)}”, which Sluice does not.` };
  const looksOld = kind === '' && /\/sse\/?$/.test(url.replace(/[?#].*$/s, ''));
  return {
    url,
    headers: Object.entries(entry.headers ?? {}),
    note: looksOld ? 'its address looks like the older SSE transport’s and may not answer' : '',
  };
}
