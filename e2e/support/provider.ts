/**
 * A local endpoint that says what the test scripted, over any of the four wires (OpenAI's chat and Responses, Anthropic,
 * Google), and keeps what it was asked.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { frames, type Wire } from './frames.ts';
import { requestFaults, routeOf } from './routes.ts';
import type { Turn } from './turns.ts';

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
  readonly wire: Wire;
  readonly model: string;
  /** In the shape of its wire; of the others than `chat` only `model`, `stream` and the like are as typed. */
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

  /** What a person types as the base URL: OpenAI (both wires) and Anthropic. */
  get baseUrl(): string {
    return `${this.#origin}/v1`;
  }

  /** The same for Google. */
  get googleUrl(): string {
    return `${this.#origin}/v1beta`;
  }

  get #origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
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
    const { authorization, 'x-api-key': own, 'x-goog-api-key': google } = request.headers;
    const key = own ?? google ?? authorization?.replace(/^Bearer /u, '');
    if (this.#key !== null && key !== this.#key) return refuse(response, 401, 'Incorrect API key provided');
    const { pathname } = new URL(request.url ?? '/', 'http://local');
    if (request.method === 'GET' && pathname === '/v1/models') {
      const data = this.#models.map((id) => ({ id, object: 'model', type: 'model', display_name: id }));
      return json(response, 200, { object: 'list', data, has_more: false });
    }
    if (request.method === 'GET' && pathname === '/v1beta/models') {
      const methods = { supportedGenerationMethods: ['generateContent'], inputTokenLimit: 1_000_000 };
      return json(response, 200, { models: this.#models.map((id) => ({ name: `models/${id}`, ...methods })) });
    }
    const route = routeOf(pathname);
    if (route === null || request.method !== 'POST') return refuse(response, 404, `No route ${pathname}`);
    const body = JSON.parse(await text(request)) as ChatRequest;
    const model = route.model ?? body.model;
    if (!this.#models.includes(model)) return refuse(response, 404, `The model ${model} does not exist`);
    const nth = this.#keep({ wire: route.wire, model, body }, request, response);
    const turn = this.#next(model);
    if (!turn) {
      this.faults.push(`request ${nth}: no turn is scripted for it`);
      return refuse(response, 400, 'The script of this test has no turn left');
    }
    await this.#play(turn, { wire: route.wire, model }, nth, response);
  }

  #keep(asked: Pick<Asked, 'wire' | 'model' | 'body'>, request: IncomingMessage, response: ServerResponse): number {
    const nth = this.asked.length;
    const aborted = new Promise<void>((resolve) => {
      response.on('close', () => (response.writableFinished ? undefined : resolve()));
    });
    this.asked.push({ ...asked, headers: request.headers, aborted });
    const faults = requestFaults(asked.wire, asked.body);
    this.faults.push(...faults.map((fault) => `request ${nth}: ${fault}`));
    for (const wake of this.#waiting.splice(0)) wake();
    return nth;
  }

  #next(model: string): Turn | undefined {
    const at = this.#turns.findIndex((entry) => entry.model === null || entry.model === model);
    return at < 0 ? undefined : this.#turns.splice(at, 1)[0]?.turn;
  }

  async #play(
    turn: Turn,
    { wire, model }: Pick<Asked, 'wire' | 'model'>,
    nth: number,
    response: ServerResponse,
  ): Promise<void> {
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
    for await (const chunk of frames(wire, parts, answer)) {
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
  // Anthropic's errors say their type outside as well.
  json(response, status, { type: 'error', error: { message, type: 'scripted_error', code: null } }, headers);
}
