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
import { atWork, type Watched } from './atwork.ts';
import { connected, never } from './connect.ts';
import { makeQuestions } from './questions.ts';
import { infoOf } from './shape.ts';
import { makeTraffic, type Traffic } from './traffic.ts';
import { makeTrouble } from './trouble.ts';
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
  const client = new Client(
    { name: 'Sluice', version: __SLUICE_VERSION__ },
    { capabilities: { elicitation: { form: {}, url: {} } }, jsonSchemaValidator: new AjvJsonSchemaValidator() },
  );
  const questions = makeQuestions((asking, gone) => events.asks(asking, gone));
  client.setRequestHandler(ElicitRequestSchema, ({ params }, extra) => questions.ask(params, extra.signal));
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => events.listChanged());

  const work = atWork((why) => events.closed(why));
  const traffic: Traffic = makeTraffic({
    target,
    request: (row) => events.request(row),
    gone: work.gone,
    fail: (id, why) => transport.onmessage?.(work.failing(id, why)),
  });
  const transport = new Transport(new URL(target.url), { fetch: traffic.fetch });
  const trouble = makeTrouble(traffic);
  const opened = await connected(trouble, signal, (until) =>
    client.connect(transport, { signal: until, timeout: never }),
  );
  if (!opened.ok) {
    await client.close().catch(() => undefined);
    return opened;
  }
  const capabilities = client.getServerCapabilities();
  const link = makeLink({
    info: infoOf(client.getServerVersion(), {
      protocol: transport.protocolVersion,
      instructions: client.getInstructions(),
      tellsChanges: capabilities?.tools?.listChanged === true,
    }),
    dialect: 'sdk',
    tools: capabilities?.tools !== undefined,
    questions,
    trouble,
    request: (method, params, stop, onprogress) =>
      work.run(transport, traffic, () =>
        client.request({ method, params }, ResultSchema, {
          signal: stop,
          timeout: never,
          onprogress,
        }),
      ),
    close: async (leaving) => {
      work.quiet();
      if (leaving) traffic.leave();
      const ended = transport.terminateSession().catch(() => undefined);
      await client.close().catch(() => undefined);
      if (!leaving) await ended;
    },
  });
  return { ok: true, value: link };
}

/** Opens a connection the way servers up to 2025-11-25 know it. */
export const openSdk: OpenLink = connect;
