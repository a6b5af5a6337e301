/**
 * A hostile MCP server: `/<behaviour>/<anything>` behaves as its name says (see `hostile/`), each address with sessions and
 * counts of its own. `/control` tells what really ran, so that "never tried again" can be proved.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isObject, type Json } from '../../core/json.ts';
import { answers } from './hostile/answers.ts';
import { behave, type Behaviour } from './hostile/good.ts';
import { lists } from './hostile/lists.ts';
import { Spot, type Tally } from './hostile/spot.ts';
import { streams } from './hostile/streams.ts';
import { openToAll, serve, textOf } from './http.ts';

/** What is wrong with the headers, where it is those: a change of each answer's and of the preflight's. */
const headers: Readonly<Record<string, Readonly<Record<string, string | null>>>> = {
  'no-cors': {
    'access-control-allow-origin': null,
    'access-control-allow-headers': null,
    'access-control-allow-methods': null,
    'access-control-expose-headers': null,
  },
  /** Lets in the handshake, and blocks what follows it (case 45). */
  'cors-content-type': { 'access-control-allow-headers': 'content-type' },
  'cors-no-session': { 'access-control-allow-headers': 'content-type, mcp-protocol-version' },
  'no-expose': { 'access-control-expose-headers': 'WWW-Authenticate' },
  'cors-no-delete': { 'access-control-allow-methods': 'GET, POST, OPTIONS' },
  /** A sign-in whose challenge a page cannot read. */
  'sign-in-hidden': { 'access-control-expose-headers': 'Mcp-Session-Id' },
};

const behaviours: Readonly<Record<string, Behaviour>> = {
  'no-cors': {},
  'cors-content-type': {},
  'cors-no-session': {},
  'cors-no-delete': {},
  'sign-in-hidden': answers['sign-in'] ?? {},
  ...answers,
  ...lists,
  ...streams,
};

export interface Hostile {
  readonly origin: string;
  /** A fresh address of a behaviour, `late:500` with its number. Throws where there is no such behaviour. */
  at(behaviour: string): string;
  tally(url: string): Tally;
  /** Raises the version of the tools of an address (`changing`) and tells everyone who listens. */
  change(url: string): void;
  /** Forgets the sessions of an address. */
  forget(url: string): void;
  /** Drops the open GET streams of an address. */
  drop(url: string): void;
  /** Both, and answers 404 for every session of before: the server was restarted. */
  vanish(url: string): void;
  stop(): Promise<void>;
}

/** Starts it on a free port. Over HTTP: `GET /control?at=<path>`; `POST /control/{change,forget,drop,vanish}?at=<path>`. */
export async function startHostile(): Promise<Hostile> {
  const spots = new Map<string, Spot>();
  const spotAt = (path: string): Spot => {
    const spot = spots.get(path) ?? new Spot(path);
    spots.set(path, spot);
    return spot;
  };
  const control = (path: string, what: string): Tally => {
    const spot = spotAt(path);
    if (what === 'change') spot.version += 1;
    if (what === 'change') spot.tellChange();
    if (what === 'vanish') spot.vanished = true;
    if (what === 'forget' || what === 'vanish') spot.sessions.clear();
    if (what === 'drop' || what === 'vanish') for (const listener of spot.listeners) listener.destroy();
    return spot.tally();
  };
  let next = 0;

  const running = await serve(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://local');
    const [, name = '', what = ''] = url.pathname.split('/');
    if (name === 'control') {
      const tally = control(url.searchParams.get('at') ?? '', what);
      response.writeHead(200, { ...openToAll, 'content-type': 'application/json' }).end(JSON.stringify(tally));
      return;
    }
    await visit(spotAt(url.pathname), name, request, response);
  });
  const pathOf = (url: string): string => new URL(url).pathname;
  return {
    origin: running.origin,
    at(behaviour) {
      if (!Object.hasOwn(behaviours, plain(behaviour))) throw new Error(`The hostile server knows no "${behaviour}".`);
      next += 1;
      return `${running.origin}/${behaviour}/${next}`;
    },
    tally: (url) => spotAt(pathOf(url)).tally(),
    change: (url) => void control(pathOf(url), 'change'),
    forget: (url) => void control(pathOf(url), 'forget'),
    drop: (url) => void control(pathOf(url), 'drop'),
    vanish: (url) => void control(pathOf(url), 'vanish'),
    stop: running.stop,
  };
}

const plain = (name: string): string => name.split(':')[0] ?? '';

async function visit(spot: Spot, name: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const changed = headers[plain(name)] ?? {};
  alter(response, changed);
  if (request.method === 'OPTIONS') return void response.writeHead(204, openToAll).end();
  const behaviour = behaviours[plain(name)];
  if (behaviour === undefined) return void response.writeHead(404, openToAll).end('No such behaviour');
  const body = await textOf(request);
  const parsed = body === '' ? {} : (JSON.parse(body) as Json);
  const message = isObject(parsed) ? parsed : {};
  const params = isObject(message['params']) ? message['params'] : {};
  const method = typeof message['method'] === 'string' ? message['method'] : '';
  spot.seen.push({
    http: request.method ?? '',
    rpc: method === '' && body !== '' ? 'response' : method,
    tool: typeof params['name'] === 'string' ? params['name'] : null,
    headers: request.headers,
    body: parsed,
  });
  const number = Number(name.split(':')[1] ?? Number.NaN);
  const amount = Number.isNaN(number) ? null : number;
  await behave({ spot, request, response, message, method, params, amount }, behaviour);
}

/** Changes the headers of whatever is answered. */
function alter(response: ServerResponse, changed: Readonly<Record<string, string | null>>): void {
  if (Object.keys(changed).length === 0) return;
  const write = response.writeHead.bind(response) as (
    status: number,
    headers: Record<string, string>,
  ) => ServerResponse;
  const altered = (status: number, given: Record<string, string> = {}): ServerResponse => {
    const all = { ...given, ...Object.fromEntries(Object.entries(changed).filter(([name]) => name in given)) };
    const kept = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null);
    return write(status, Object.fromEntries(kept));
  };
  response.writeHead = altered as typeof response.writeHead;
}
