/**
 * A connection through @modelcontextprotocol/client, for servers that speak only protocol 2026-07-28 (row M1). It asks the
 * server which it speaks, and falls back to the older handshake by itself. Loaded when it is first needed.
 */
import '../../models/zod.ts';
import { Client, StreamableHTTPClientTransport, type JSONRPCMessage } from '@modelcontextprotocol/client';
import { isObject, type Json } from '../../../core/json.ts';
import { limits } from '../../../core/limits.ts';
import type { Link, LinkEvents, OpenLink, Reply, Target } from '../link.ts';
import type { Watched } from './atwork.ts';
import { never } from './connect.ts';
import { done } from './failure.ts';
import { keepListening } from './listening.ts';
import { begin, offered, ourselves } from './opening.ts';
import { makeQuestions } from './questions.ts';
import { infoOf } from './shape.ts';
import { AjvJsonSchemaValidator } from './unvalidated.ts';
import { makeLink } from './wire.ts';

/**
 * Tells the id of each request, and takes lists of tools out of answers before the library judges them: one odd tool would
 * cost it the whole list.
 */
class Transport extends StreamableHTTPClientTransport implements Watched {
  made: ((id: Json) => void) | null = null;
  readonly lists = new Map<Json, readonly Json[]>();

  override send(...[message, options]: Parameters<StreamableHTTPClientTransport['send']>): Promise<void> {
    const one = message as JSONRPCMessage;
    if ('method' in one && 'id' in one) this.made?.(one.id);
    return super.send(message, options);
  }

  /** Called once the library listens. */
  takeLists(): void {
    const { onmessage } = this;
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the library's transport has no other way
    this.onmessage = (message, ...more) => {
      const result = 'result' in message ? (message.result as Json) : null;
      if (!('id' in message) || !isObject(result) || !Array.isArray(result['tools']))
        return onmessage?.(message, ...more);
      this.lists.set(message.id ?? null, result['tools']);
      onmessage?.({ ...message, result: { ...result, tools: [] } }, ...more);
    };
  }
}

/** Any result; what is in it is read by hand. */
const anything = {
  '~standard': { version: 1, vendor: 'sluice', validate: (value: unknown) => ({ value: value as Json }) },
} as const;

async function connect(target: Target, events: LinkEvents, signal: AbortSignal): Promise<Reply<Link>> {
  const client = new Client(ourselves, {
    capabilities: offered,
    jsonSchemaValidator: new AjvJsonSchemaValidator(),
    versionNegotiation: { mode: 'auto', probe: { timeoutMs: limits.mcp.connectMs } },
  });
  const questions = makeQuestions((asking, gone) => events.asks(asking, gone));
  client.setRequestHandler('elicitation/create', ({ params }, { mcpReq }) => questions.ask(params, mcpReq.signal));
  client.setNotificationHandler('notifications/tools/list_changed', () => events.listChanged());

  const opened = await begin<Transport>(client, (url, fetch) => new Transport(url, { fetch }), target, events, signal);
  if (!opened.ok) return opened;
  const begun = opened.value;
  const { transport } = begun;
  transport.takeLists();
  const capabilities = client.getServerCapabilities();
  const tellsChanges = capabilities?.tools?.listChanged === true;
  const listening = new AbortController();
  if (tellsChanges && client.getProtocolEra() === 'modern')
    keepListening(client, () => events.listChanged(), listening.signal).catch(() => undefined);

  const link = makeLink({
    info: infoOf(client.getServerVersion(), {
      protocol: client.getNegotiatedProtocolVersion(),
      instructions: client.getInstructions(),
      tellsChanges,
    }),
    dialect: 'client',
    tools: capabilities?.tools !== undefined,
    questions,
    trouble: begun.trouble,
    request: async (method, params, stop, onprogress) => {
      let id: Json = null;
      const told = { signal: stop, timeout: never, onprogress };
      const make = (): Promise<unknown> =>
        client.request({ method, params } as Parameters<typeof client.request>[0], anything, told);
      const result = await begun.run(make, (seen) => void (id = seen));
      const tools = transport.lists.get(id);
      transport.lists.delete(id);
      return tools !== undefined && isObject(result) ? { ...result, tools } : result;
    },
    close: (leaving) => {
      begun.quiet();
      listening.abort();
      return begun.close(leaving);
    },
  });
  return done(link);
}

/** Opens a connection to a server of protocol 2026-07-28, or an older one. */
export const openClient: OpenLink = connect;
