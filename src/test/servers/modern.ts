/** A server that speaks only protocol 2026-07-28, made with the official package. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { openToAll, pause, serve, textOf } from './http.ts';

export interface Modern {
  readonly url: string;
  /** How often each tool really ran. */
  readonly ran: ReadonlyMap<string, number>;
  /** Requests as they came: HTTP method, JSON-RPC method, header names and values. */
  readonly seen: readonly {
    readonly http: string;
    readonly rpc: string;
    readonly headers: IncomingMessage['headers'];
  }[];
  /** Adds a tool `late` and says that the list changed. */
  change(): void;
  stop(): Promise<void>;
}

/**
 * Tools: `greet {name}` (text and structured content, read-only), `steps {count, ms}` (progress), `confirm {what}` (a form),
 * `visit {}` (a link), `fail {}` (says that it failed).
 * `legacy`: answers the older handshake too, as most servers will for years.
 */
export async function startModern({ legacy = false }: { legacy?: boolean } = {}): Promise<Modern> {
  const { McpServer, createMcpHandler, fromJsonSchema, inputRequired, inputResponse } =
    await import('@modelcontextprotocol/server');
  const ran = new Map<string, number>();
  const seen: { http: string; rpc: string; headers: IncomingMessage['headers'] }[] = [];
  let changed = false;
  const count = (tool: string): void => void ran.set(tool, (ran.get(tool) ?? 0) + 1);
  const object = <T>(properties: Record<string, { type: 'string' | 'number' }>) =>
    fromJsonSchema<T>({ type: 'object', properties, required: Object.keys(properties) });
  const words = (text: string) => ({ content: [{ type: 'text' as const, text }] });

  const handler = createMcpHandler(
    () => {
      const server = new McpServer(
        { name: 'modern', title: 'Modern test server', version: '1.2.3' },
        { capabilities: { tools: { listChanged: true } }, instructions: 'Greet before you ask.' },
      );
      server.registerTool(
        'greet',
        {
          title: 'Greet',
          description: 'Says hello.',
          inputSchema: object<{ name: string }>({ name: { type: 'string' } }),
          outputSchema: object<{ greeting: string }>({ greeting: { type: 'string' } }),
          annotations: { readOnlyHint: true },
        },
        ({ name }) => {
          count('greet');
          return { ...words(`Hello ${name}`), structuredContent: { greeting: `Hello ${name}` } };
        },
      );
      server.registerTool(
        'steps',
        {
          description: 'Counts, and tells how far it is.',
          inputSchema: object<{ count: number; ms: number }>({ count: { type: 'number' }, ms: { type: 'number' } }),
        },
        async ({ count: total, ms }, { mcpReq }) => {
          count('steps');
          const progressToken = mcpReq._meta?.progressToken;
          try {
            for (let progress = 1; progress <= total && !mcpReq.signal.aborted; progress += 1) {
              await pause(ms);
              if (progressToken === undefined) continue;
              await mcpReq.notify({
                method: 'notifications/progress',
                params: { progressToken, progress, total, message: `step ${progress}` },
              });
            }
          } finally {
            if (mcpReq.signal.aborted) count('steps aborted');
          }
          return words(progressToken === undefined ? 'nobody listened' : `counted to ${total}`);
        },
      );
      server.registerTool(
        'confirm',
        { description: 'Asks first.', inputSchema: object<{ what: string }>({ what: { type: 'string' } }) },
        ({ what }, { mcpReq }) => {
          const reply = inputResponse(mcpReq.inputResponses, 'sure');
          if (reply.kind !== 'elicit') {
            return inputRequired({
              inputRequests: {
                sure: inputRequired.elicit({
                  message: `Really ${what}?`,
                  requestedSchema: { type: 'object', properties: { sure: { type: 'boolean' } }, required: ['sure'] },
                }),
              },
            });
          }
          count('confirm');
          return words(`${reply.action} ${JSON.stringify(reply.action === 'accept' ? (reply.content ?? null) : null)}`);
        },
      );
      server.registerTool(
        'visit',
        { description: 'Sends the person to a page.', inputSchema: object<Record<string, never>>({}) },
        (_args, { mcpReq }) => {
          const reply = inputResponse(mcpReq.inputResponses, 'page');
          if (reply.kind !== 'elicit') {
            return inputRequired({
              inputRequests: {
                page: inputRequired.elicitUrl({ message: 'Sign here.', url: 'https://pay.example/form?id=1' }),
              },
            });
          }
          count('visit');
          return words(reply.action);
        },
      );
      server.registerTool('fail', { description: 'Fails.', inputSchema: object<Record<string, never>>({}) }, () => {
        count('fail');
        return { ...words('It is not my day.'), isError: true };
      });
      if (changed) {
        server.registerTool(
          'late',
          { description: 'Came later.', inputSchema: object<Record<string, never>>({}) },
          () => words('late'),
        );
      }
      return server;
    },
    { legacy: legacy ? 'stateless' : 'reject', keepAliveMs: 0 },
  );

  const running = await serve(async (request, response) => {
    if (request.method === 'OPTIONS') return void response.writeHead(204, openToAll).end();
    const body = await textOf(request);
    seen.push({ http: request.method ?? '', rpc: rpcOf(body), headers: request.headers });
    await pass(await handler.fetch(webRequest(request, response, body)), response);
  });
  return {
    url: `${running.origin}/mcp`,
    ran,
    seen,
    change: () => {
      changed = true;
      handler.notify.toolsChanged();
    },
    stop: async () => {
      await handler.close();
      await running.stop();
    },
  };
}

function rpcOf(body: string): string {
  if (body === '') return '';
  const message = JSON.parse(body) as { readonly method?: string };
  return message.method ?? 'response';
}

function webRequest(request: IncomingMessage, response: ServerResponse, body: string): Request {
  const gone = new AbortController();
  response.on('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) if (typeof value === 'string') headers.set(name, value);
  return new Request(`http://${request.headers.host ?? 'local'}${request.url ?? '/'}`, {
    method: request.method ?? 'GET',
    headers,
    signal: gone.signal,
    ...(body === '' ? {} : { body }),
  });
}

async function pass(answer: Response, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, { ...Object.fromEntries(answer.headers), ...openToAll });
  response.flushHeaders();
  for await (const piece of answer.body ?? []) response.write(piece);
  response.end();
}
