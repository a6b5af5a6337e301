/** A local OpenAI-compatible endpoint that says what the test scripted, and keeps what it was asked. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { historyFaults, toolFaults } from './history.ts';
import { chunks, type Turn } from './turns.ts';

export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly {
    readonly role: string;
    readonly content?: unknown;
    readonly tool_calls?: readonly { readonly id: string; readonly function: { name: string; arguments: string } }[];
    readonly tool_call_id?: string;
  }[];
  readonly tools?: readonly { readonly function: { readonly name: string; readonly description: string } }[];
  readonly stream?: boolean;
}

/** One request as it came, with when its connection was dropped by the page. */
export interface Asked {
  readonly body: ChatRequest;
  readonly headers: IncomingMessage['headers'];
  /** Resolves if the page drops the connection before the answer's end. */
  readonly aborted: Promise<void>;
}

const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*, authorization, content-type',
  'access-control-allow-methods': 'GET, POST, OPTIONS',
  'access-control-expose-headers': 'retry-after',
};

export class Provider {
  /** Chat requests in the order they came. */
  readonly asked: Asked[] = [];
  /** What a strict endpoint would have refused, and requests for which no turn was left; a test ends by finding none. */
  readonly faults: string[] = [];
  readonly #turns: { model: string | null; turn: Turn }[] = [];
  readonly #waiting: (() => void)[] = [];
  readonly #server: Server;
  #models: readonly string[] = ['scripted-1'];
  #key: string | null = null;

  private constructor() {
    this.#server = createServer((request, response) => {
      this.#serve(request, response).catch((cause: unknown) => response.destroy(cause as Error));
    });
  }

  /** Starts on a free port of 127.0.0.1. */
  static async start(): Promise<Provider> {
    const provider = new Provider();
    await new Promise<void>((resolve) => provider.#server.listen(0, '127.0.0.1', resolve));
    return provider;
  }

  /** What a person types as the base URL. */
  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  /** The ids that `/v1/models` lists. */
  set models(ids: readonly string[]) {
    this.#models = ids;
  }

  /** From now on requests without this key answer 401. */
  set key(key: string) {
    this.#key = key;
  }

  /** Appends turns; those for one model are only given to it. */
  script(turns: readonly Turn[], model: string | null = null): void {
    this.#turns.push(...turns.map((turn) => ({ model, turn })));
  }

  /** The n-th chat request (from 0), waited for if it has not come yet. */
  async request(index: number): Promise<Asked> {
    for (;;) {
      const asked = this.asked[index];
      if (asked) return asked;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'OPTIONS') return void response.writeHead(204, cors).end();
    if (this.#key !== null && request.headers.authorization !== `Bearer ${this.#key}`) {
      return refuse(response, 401, 'Incorrect API key provided');
    }
    const path = new URL(request.url ?? '/', 'http://local').pathname;
    if (path === '/v1/models') {
      return json(response, 200, { object: 'list', data: this.#models.map((id) => ({ id, object: 'model' })) });
    }
    if (path !== '/v1/chat/completions' || request.method !== 'POST') return refuse(response, 404, `No route ${path}`);
    const body = JSON.parse(await text(request)) as ChatRequest;
    if (!this.#models.includes(body.model)) return refuse(response, 404, `The model ${body.model} does not exist`);
    const nth = this.#keep(body, request, response);
    const turn = this.#next(body.model);
    if (!turn) {
      this.faults.push(`request ${nth}: no turn is scripted for it`);
      return refuse(response, 400, 'The script of this test has no turn left');
    }
    await this.#play(turn, body.model, nth, response);
  }

  #keep(body: ChatRequest, request: IncomingMessage, response: ServerResponse): number {
    const nth = this.asked.length;
    const aborted = new Promise<void>((resolve) => {
      response.on('close', () => (response.writableFinished ? undefined : resolve()));
    });
    this.asked.push({ body, headers: request.headers, aborted });
    const faults = [...historyFaults(body.messages), ...toolFaults(body.tools)];
    this.faults.push(...faults.map((fault) => `request ${nth}: ${fault}`));
    for (const wake of this.#waiting.splice(0)) wake();
    return nth;
  }

  #next(model: string): Turn | undefined {
    const at = this.#turns.findIndex((entry) => entry.model === null || entry.model === model);
    return at < 0 ? undefined : this.#turns.splice(at, 1)[0]?.turn;
  }

  async #play(turn: Turn, model: string, nth: number, response: ServerResponse): Promise<void> {
    if ('status' in turn) {
      const wait = turn.retryAfter === undefined ? {} : { 'retry-after': String(turn.retryAfter) };
      return refuse(response, turn.status, turn.message ?? `Scripted ${turn.status}`, wait);
    }
    response.writeHead(200, { ...cors, 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    if ('recorded' in turn) {
      const bytes = Buffer.from(turn.recorded);
      const size = turn.chunk ?? bytes.length;
      for (let at = 0; at < bytes.length; at += size) await flush(response, bytes.subarray(at, at + size));
      return void response.end();
    }
    const parts = 'parts' in turn ? turn : { parts: turn.breaksAfter };
    const answer = { id: `scripted${nth}`, model, created: 1_800_000_000 + nth };
    let left = 'breaksAfter' in turn ? turn.breaksAfter.filter((part) => !('hold' in part)).length + 1 : Infinity;
    for await (const chunk of chunks(parts, answer)) {
      if (response.destroyed) return;
      // Only now: a hold at the end of the parts has been passed.
      if (left-- <= 0) return void response.destroy();
      await flush(response, chunk);
    }
    response.end();
  }
}

/** One write, and a turn of the event loop so that it leaves as a packet of its own. */
async function flush(response: ServerResponse, data: string | Uint8Array): Promise<void> {
  response.write(data);
  await new Promise<void>((resolve) => setImmediate(resolve));
}

async function text(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString('utf8');
}

function json(response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}): void {
  response.writeHead(status, { ...cors, ...headers, 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function refuse(response: ServerResponse, status: number, message: string, headers: Record<string, string> = {}): void {
  json(response, status, { error: { message, type: 'scripted_error', code: null } }, headers);
}
