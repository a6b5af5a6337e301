/** A server that answers, but lets no page in: no CORS headers at all. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export class Refuser {
  readonly #server: Server = createServer((_request, response) => void response.writeHead(200).end('{}'));

  /** Starts on a free port of 127.0.0.1. */
  static async start(): Promise<Refuser> {
    const refuser = new Refuser();
    await new Promise<void>((resolve) => refuser.#server.listen(0, '127.0.0.1', resolve));
    return refuser;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}
