/** What every test server of this folder stands on: a free port of 127.0.0.1, CORS, bodies, an end. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that a test started. It does not keep the process alive. */
export interface Running {
  /** Without a path and without a slash at its end. */
  readonly origin: string;
  stop(): Promise<void>;
}

/** What an MCP server must allow and expose for a page to use it. */
export const openToAll = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, DELETE, OPTIONS',
  'access-control-allow-headers':
    'authorization, content-type, accept, mcp-protocol-version, mcp-session-id, last-event-id, mcp-method, mcp-name, x-test-key',
  'access-control-expose-headers': 'Mcp-Session-Id, WWW-Authenticate',
  // One preflight for many requests: 64 pages are slow enough on a busy machine.
  'access-control-max-age': '600',
} as const;

export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;

/** Serves until stopped; a handler that throws drops its connection. */
export async function serve(handler: Handler, port = 0): Promise<Running> {
  const server = createServer((request, response) => {
    Promise.resolve()
      .then(() => handler(request, response))
      .catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  server.unref();
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString('utf8');
}

export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });

/** Until more can be written, or the other side is gone. */
export const drained = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const go = (): void => {
      response.off('drain', go).off('close', go);
      resolve();
    };
    response.on('drain', go).on('close', go);
  });
