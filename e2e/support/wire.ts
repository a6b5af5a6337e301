/** What the page sends to an MCP server, seen on the wire: proves that nothing ran twice and little was asked. */
import type { Page } from '@playwright/test';

export class Wire {
  /** JSON-RPC methods in the order they left, a call with its tool: `tools/call echo`; of requests without a body the HTTP method. */
  readonly sent: string[] = [];

  constructor(page: Page, url: string) {
    page.context().on('request', (request) => {
      if (request.url() !== url) return;
      const body = request.postData();
      if (body === null) return void this.sent.push(request.method());
      const { method = 'answer', params } = JSON.parse(body) as { method?: string; params?: { name?: string } };
      this.sent.push(method === 'tools/call' ? `${method} ${params?.name ?? ''}` : method);
    });
  }

  /** How often this left so far. */
  count(what: string): number {
    return this.sent.filter((one) => one === what).length;
  }
}
