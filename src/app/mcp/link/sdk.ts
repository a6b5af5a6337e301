/** A connection through @modelcontextprotocol/sdk, which speaks the protocol's versions up to 2025-11-25 (row M1). */
import '../../models/zod.ts';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  ElicitRequestSchema,
  ResultSchema,
  ToolListChangedNotificationSchema,
  type JSONRPCMessage,
} from '@modelcontextprotocol/sdk/types.js';
import type { Json } from '../../../core/json.ts';
import type { Link, LinkEvents, OpenLink, Reply, Target } from '../link.ts';
import type { Watched } from './atwork.ts';
import { never } from './connect.ts';
import { done } from './failure.ts';
import { begin, offered, ourselves } from './opening.ts';
import { makeQuestions } from './questions.ts';
import { infoOf } from './shape.ts';
import { AjvJsonSchemaValidator } from './unvalidated.ts';
import { makeLink } from './wire.ts';

/** Tells the id of each request at the moment it is made, so that its streams can be dropped with it. */
class Transport extends StreamableHTTPClientTransport implements Watched {
  made: ((id: Json) => void) | null = null;

  override send(...[message, options]: Parameters<StreamableHTTPClientTransport['send']>): Promise<void> {
    const one = message as JSONRPCMessage;
    if ('method' in one && 'id' in one) this.made?.(one.id);
    return super.send(message, options);
  }
}

async function connect(target: Target, events: LinkEvents, signal: AbortSignal): Promise<Reply<Link>> {
  const client = new Client(ourselves, { capabilities: offered, jsonSchemaValidator: new AjvJsonSchemaValidator() });
  const questions = makeQuestions((asking, gone) => events.asks(asking, gone));
  client.setRequestHandler(ElicitRequestSchema, ({ params }, extra) => questions.ask(params, extra.signal));
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => events.listChanged());

  const opened = await begin<Transport>(client, (url, fetch) => new Transport(url, { fetch }), target, events, signal);
  if (!opened.ok) return opened;
  const begun = opened.value;
  const capabilities = client.getServerCapabilities();
  const link = makeLink({
    info: infoOf(client.getServerVersion(), {
      protocol: begun.transport.protocolVersion,
      instructions: client.getInstructions(),
      tellsChanges: capabilities?.tools?.listChanged === true,
    }),
    dialect: 'sdk',
    tools: capabilities?.tools !== undefined,
    questions,
    trouble: begun.trouble,
    request: (method, params, stop, onprogress) =>
      begun.run(() => client.request({ method, params }, ResultSchema, { signal: stop, timeout: never, onprogress })),
    close: begun.close,
  });
  return done(link);
}

/** Opens a connection the way servers up to 2025-11-25 know it. */
export const openSdk: OpenLink = connect;
