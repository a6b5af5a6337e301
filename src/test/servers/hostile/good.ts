/** A server that does everything right: what each behaviour changes one thing of. */
import { randomUUID } from 'node:crypto';
import { isObject, type Json, type JsonObject } from '../../../core/json.ts';
import { answerEvent, event, refuse, result, stream, words, type Exchange } from './exchange.ts';

/** What a behaviour may put in the place of the good answer; one that returns false leaves it to the good one. */
export interface Behaviour {
  /** Before anything else, whatever came. */
  readonly any?: (exchange: Exchange) => Promise<boolean> | boolean;
  readonly initialize?: (exchange: Exchange) => Promise<boolean> | boolean;
  readonly list?: (exchange: Exchange) => Promise<boolean> | boolean;
  readonly call?: (exchange: Exchange) => Promise<boolean> | boolean;
  readonly get?: (exchange: Exchange) => Promise<boolean> | boolean;
  /** Tools listed in place of the usual ones. */
  readonly tools?: (exchange: Exchange) => readonly Json[];
}

export const tool = (name: string, more: JsonObject = {}): JsonObject => ({
  name,
  description: `Does ${name}.`,
  inputSchema: { type: 'object', properties: {} },
  ...more,
});

const usual = (): readonly Json[] => [
  tool('echo', {
    description: 'Says it back.',
    inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
    annotations: { readOnlyHint: true },
  }),
  tool('act', { description: 'Does something, and says how often it did so far.' }),
];

export const toolOf = ({ params }: Exchange): string => (typeof params['name'] === 'string' ? params['name'] : '');

export function initialize(exchange: Exchange, more: JsonObject = {}, session = true): void {
  const id = randomUUID();
  if (session) exchange.spot.sessions.add(id);
  exchange.spot.initialized += 1;
  const value = {
    protocolVersion: exchange.params['protocolVersion'] ?? '2025-11-25',
    capabilities: { tools: { listChanged: true } },
    serverInfo: { name: 'hostile', version: '0.0.1' },
    ...more,
  };
  result(exchange, value, session ? { 'mcp-session-id': id } : {});
}

export function call(exchange: Exchange): void {
  const name = toolOf(exchange);
  const times = exchange.spot.count(name);
  const args = isObject(exchange.params['arguments']) ? exchange.params['arguments'] : {};
  result(exchange, words(name === 'echo' ? String(args['text']) : `${name} ${times}`));
}

export function listen(exchange: Exchange): void {
  const { listeners } = exchange.spot;
  const open = stream(exchange);
  listeners.add(open);
  open.on('close', () => listeners.delete(open));
}

/** Asks the client something on the stream of this exchange, and waits for its answer. */
export function ask(exchange: Exchange, kind: string, method: string, params: JsonObject): Promise<JsonObject> {
  const id = `${kind}-${randomUUID()}`;
  exchange.response.write(event({ jsonrpc: '2.0', id, method, params }));
  return new Promise((resolve) => exchange.spot.answers.set(id, resolve));
}

/** Ends an open stream with the answer. */
export const finish = (exchange: Exchange, value: Json): void =>
  void exchange.response.end(answerEvent(exchange, value));

/** True where the session of this request is gone or was never there. */
export const stale = ({ request, spot }: Exchange): boolean => {
  const id = request.headers['mcp-session-id'];
  return typeof id !== 'string' || !spot.sessions.has(id);
};

const steps: Readonly<Record<string, 'initialize' | 'list' | 'call'>> = {
  initialize: 'initialize',
  'tools/list': 'list',
  'tools/call': 'call',
};

export async function behave(exchange: Exchange, behaviour: Behaviour): Promise<void> {
  const { request, response, spot, message, method } = exchange;
  if (spot.vanished && method !== 'initialize' && stale(exchange))
    return refuse(exchange, 404, -32_001, 'Session not found');
  if ((await behaviour.any?.(exchange)) === true) return;
  if (request.method === 'GET') {
    if ((await behaviour.get?.(exchange)) !== true) listen(exchange);
    return;
  }
  if (request.method === 'DELETE') {
    spot.sessions.delete(String(request.headers['mcp-session-id']));
    return result(exchange, {});
  }
  if (method === '') {
    spot.answers.get(String(message['id']))?.(message);
    return void response.writeHead(202, { 'access-control-allow-origin': '*' }).end();
  }
  if (!('id' in message)) return void response.writeHead(202, { 'access-control-allow-origin': '*' }).end();
  const step = steps[method];
  if (step === 'list') spot.lists += 1;
  if (step !== undefined && (await behaviour[step]?.(exchange)) === true) return;
  if (step === 'initialize') return initialize(exchange);
  if (step === 'list') return result(exchange, { tools: (behaviour.tools ?? usual)(exchange) });
  if (step === 'call') return call(exchange);
  if (method === 'ping') return result(exchange, {});
  refuse(exchange, 200, -32_601, `Method not found: ${method}`);
}
