/** One request to the hostile server with the ways to answer it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Json, JsonObject } from '../../../core/json.ts';
import { openToAll } from '../http.ts';
import type { Spot } from './spot.ts';

export interface Exchange {
  readonly spot: Spot;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The JSON-RPC message; {} where there is none. */
  readonly message: JsonObject;
  readonly method: string;
  readonly params: JsonObject;
  /** Number after `:` in the behaviour's name (`late:500`), or null. */
  readonly amount: number | null;
}

const head = (type: string) => ({ ...openToAll, 'content-type': type });

export function json({ response }: Exchange, status: number, body: Json, more: Record<string, string> = {}): void {
  response.writeHead(status, { ...head('application/json'), ...more }).end(JSON.stringify(body));
}

export function result(exchange: Exchange, value: Json, more: Record<string, string> = {}): void {
  json(exchange, 200, { jsonrpc: '2.0', id: exchange.message['id'] ?? null, result: value }, more);
}

export function refuse(exchange: Exchange, status: number, code: number, message: string): void {
  json(exchange, status, { jsonrpc: '2.0', id: exchange.message['id'] ?? null, error: { code, message } });
}

/** Any body under any type. */
export function raw({ response }: Exchange, status: number, type: string, body: string): void {
  response.writeHead(status, head(type)).end(body);
}

/** Begins an event stream whose head is on its way at once. */
export function stream({ response }: Exchange): ServerResponse {
  response.writeHead(200, { ...head('text/event-stream'), 'cache-control': 'no-cache' });
  response.flushHeaders();
  return response;
}

/** One event with a message in one `data:` line. */
export const event = (message: Json, id?: string): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: message\ndata: ${JSON.stringify(message)}\n\n`;

/** The answer to the request of this exchange, as one event. */
export const answerEvent = ({ message }: Exchange, value: Json, id?: string): string =>
  event({ jsonrpc: '2.0', id: message['id'] ?? null, result: value }, id);

export const words = (text: string): JsonObject => ({ content: [{ type: 'text', text }] });
