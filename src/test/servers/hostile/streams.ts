/** Behaviours of event streams: silence, resumption, several lines, split characters, questions. */
import { fixtureBase64 } from '../../../../scripts/fixtures.mjs';
import { drained, openToAll, pause } from '../http.ts';
import { answerEvent, event, raw, refuse, result, stream, words, type Exchange } from './exchange.ts';
import { ask, call, finish, listen, toolOf, type Behaviour } from './good.ts';

const onCall = (answer: (exchange: Exchange) => Promise<void> | void): Behaviour => ({
  async call(exchange) {
    exchange.spot.count(toolOf(exchange));
    await answer(exchange);
    return true;
  },
});

const forever = (): Promise<void> => new Promise(() => undefined);

const tokenOf = ({ params }: Exchange): unknown => {
  const meta = params['_meta'];
  return typeof meta === 'object' && meta !== null && 'progressToken' in meta ? meta.progressToken : undefined;
};
const progress = (exchange: Exchange, done: number, total: number): string => {
  const token = tokenOf(exchange);
  if (token === undefined) return ': nobody listens\n\n';
  const params = { progressToken: token as string | number, progress: done, total, message: `step ${done}` };
  return event({ jsonrpc: '2.0', method: 'notifications/progress', params });
};

/** A recorded answer, its id put in the place of the recorded one. */
const recorded = async (exchange: Exchange, name: string): Promise<void> => {
  const text = Buffer.from(await fixtureBase64(`streams/${name}.sse`), 'base64').toString('utf8');
  stream(exchange).end(text.replaceAll('"id":1,', `"id":${JSON.stringify(exchange.message['id'] ?? null)},`));
};

export const streams: Readonly<Record<string, Behaviour>> = {
  /** The call's stream opens, and nothing comes. */
  'hang-post': onCall(async (exchange) => {
    stream(exchange);
    await forever();
  }),
  /** No head, no word. */
  'hang-call': onCall(forever),
  'hang-initialize': { initialize: async () => (await forever(), true) },
  'hang-list': { list: async () => (await forever(), true) },
  'hang-get': { get: async () => (await forever(), true) },
  /** Comments only, every 20 ms: alive, but no progress. */
  pings: onCall(async (exchange) => {
    const open = stream(exchange);
    while (!open.destroyed) {
      open.write(': ping\n\n');
      await pause(20);
    }
  }),
  /** So many steps (10), 50 ms apart, then the answer. */
  progress: onCall(async (exchange) => {
    const open = stream(exchange);
    const total = exchange.amount ?? 10;
    for (let done = 1; done <= total; done += 1) {
      await pause(50);
      open.write(progress(exchange, done, total));
    }
    finish(exchange, words(tokenOf(exchange) === undefined ? 'nobody listened' : `${total} steps`));
  }),
  'endless-progress': onCall(async (exchange) => {
    const open = stream(exchange);
    for (let done = 1; !open.destroyed; done += 1) {
      open.write(progress(exchange, done, 0));
      await pause(30);
    }
  }),
  /** Gives an event id, drops the stream, and answers the GET that brings that id. */
  resume: {
    call(exchange) {
      exchange.spot.count(toolOf(exchange));
      exchange.spot.answers.set('resumed', () => undefined);
      resumable.set(exchange.spot.path, answerEvent(exchange, words('after a break'), 'e2'));
      stream(exchange).end('id: e1\nretry: 10\ndata: \n\n');
      return true;
    },
    get(exchange) {
      const answer = resumable.get(exchange.spot.path);
      if (exchange.request.headers['last-event-id'] !== 'e1' || answer === undefined) return false;
      stream(exchange).write(answer);
      return true;
    },
  },
  /** Gives an event id and drops the stream; the GET that would resume it is refused. */
  'no-resume': {
    call(exchange) {
      exchange.spot.count(toolOf(exchange));
      stream(exchange).end('id: e1\nretry: 10\ndata: \n\n');
      return true;
    },
    get(exchange) {
      if (exchange.request.headers['last-event-id'] === undefined) listen(exchange);
      else raw(exchange, 400, 'text/plain', 'Gone.');
      return true;
    },
  },
  /** The stream ends without an answer and without an event id. */
  'short-post': onCall((exchange) => void stream(exchange).end(': bye\n\n')),
  /** Two `data:` lines in one event (case 47). */
  'two-lines': onCall((exchange) => {
    const id = JSON.stringify(exchange.message['id'] ?? null);
    const head = `event: message\ndata: {"jsonrpc":"2.0","id":${id},\n`;
    stream(exchange).end(`${head}data: "result":{"content":[{"type":"text","text":"two lines"}]}}\n\n`);
  }),
  /** Characters of two, three and four bytes, cut between all their bytes (case 47). */
  'split-utf8': onCall(async (exchange) => {
    const open = stream(exchange);
    for (const byte of Buffer.from(answerEvent(exchange, words('é€😀')), 'utf8')) {
      open.write(Uint8Array.of(byte));
      await pause(1);
    }
    open.end();
  }),
  /** Broken events before the good one. */
  'broken-events': onCall((exchange) => {
    const open = stream(exchange);
    open.write('data: {"jsonrpc":\n\ndata: no json\n\ndata: {"hello":1}\n\nevent: other\ndata: {}\n\n');
    finish(exchange, words('still here'));
  }),
  /** Only a broken event, and the stream stays open. */
  'broken-event': onCall(async (exchange) => {
    stream(exchange).write('data: {"jsonrpc":"2.0","id":1,"result":{{{\n\n');
    await forever();
  }),
  /** One line of so many megabytes (12). */
  'huge-line': onCall((exchange) => finishLarge(exchange, (exchange.amount ?? 12) * 1024 * 1024)),
  /** Answers an id that nobody asked, then the right one. */
  'wrong-id': onCall((exchange) => {
    stream(exchange).write(event({ jsonrpc: '2.0', id: 999, result: words('not yours') }));
    finish(exchange, words('yours'));
  }),
  'recorded-36': onCall((exchange) => recorded(exchange, '36-mcp-deepwiki-crlf-ping')),
  'recorded-37': { list: async (exchange) => (await recorded(exchange, '37-mcp-deepwiki-toolslist'), true) },
  /** Asks with a form, and tells what was answered. */
  elicit: onCall(async (exchange) => {
    stream(exchange);
    const requestedSchema = {
      type: 'object',
      properties: { name: { type: 'string', title: 'Name' } },
      required: ['name'],
    };
    const said = await ask(exchange, 'q1', 'elicitation/create', { message: 'Who are you?', requestedSchema });
    finish(exchange, words(JSON.stringify(said['result'] ?? said['error'] ?? null)));
  }),
  /** Asks outside of any call, on its own stream. */
  nosy: {
    get(exchange) {
      listen(exchange);
      const requestedSchema = { type: 'object', properties: { password: { type: 'string' } } };
      ask(exchange, 'q', 'elicitation/create', { message: 'Your password?', requestedSchema }).catch(() => undefined);
      return true;
    },
  },
  'elicit-link': onCall(async (exchange) => {
    stream(exchange);
    const params = { mode: 'url', message: 'Sign here.', url: 'https://pay.example/form', elicitationId: 'e1' };
    const said = await ask(exchange, 'q1', 'elicitation/create', params);
    finish(exchange, words(JSON.stringify(said['result'] ?? said['error'] ?? null)));
  }),
  /** A hundred questions at once. */
  'elicit-flood': onCall(async (exchange) => {
    stream(exchange);
    const requestedSchema = { type: 'object', properties: { name: { type: 'string' } } };
    const asked = Array.from({ length: 100 }, (_, at) =>
      ask(exchange, `q${at}`, 'elicitation/create', { message: `Question ${at}`, requestedSchema }),
    );
    finish(exchange, words(`${(await Promise.all(asked)).length} answers`));
  }),
  /** Asks for what this client does not offer. */
  sampling: onCall(async (exchange) => {
    stream(exchange);
    const said = await ask(exchange, 'q1', 'sampling/createMessage', { messages: [], maxTokens: 1 });
    finish(exchange, words(JSON.stringify(said['error'] ?? null)));
  }),
  /** Wants a session header that it does not expose to a page (the header is taken away in `hostile.ts`). */
  'no-expose': {
    any(exchange) {
      const { request, method, message } = exchange;
      if (method === '' || method === 'initialize' || message['id'] === undefined) return false;
      if (request.headers['mcp-session-id'] !== undefined) return false;
      refuse(exchange, 400, -32_000, 'Bad Request: Mcp-Session-Id header is required');
      return true;
    },
  },
  /** Counts what ran, as `good` does, over event streams. */
  'sse-good': {
    call(exchange) {
      exchange.spot.count(toolOf(exchange));
      stream(exchange).end(answerEvent(exchange, words('streamed')));
      return true;
    },
  },
  'ping-back': onCall(async (exchange) => {
    stream(exchange);
    const said = await ask(exchange, 'p1', 'ping', {});
    finish(exchange, words(JSON.stringify(said['result'] ?? null)));
  }),
  /** Only the first call hangs. */
  'hang-once': {
    async call(exchange) {
      if (exchange.spot.spent) return (call(exchange), true);
      exchange.spot.spent = true;
      exchange.spot.count(toolOf(exchange));
      await forever();
      return true;
    },
  },
  /** Answers two lists in one array, as before 2025-06-18. */
  batch: {
    list(exchange) {
      const answer = { jsonrpc: '2.0', id: exchange.message['id'] ?? null, result: { tools: [] } };
      raw(exchange, 200, 'application/json', JSON.stringify([answer]));
      return true;
    },
  },
  /** An empty result where content is due. */
  'empty-result': onCall((exchange) => result(exchange, {})),
};

const resumable = new Map<string, string>();

async function finishLarge(exchange: Exchange, bytes: number): Promise<void> {
  const { response } = exchange;
  response.writeHead(200, { ...openToAll, 'content-type': 'text/event-stream' });
  response.write(
    `data: {"jsonrpc":"2.0","id":${JSON.stringify(exchange.message['id'] ?? null)},"result":{"content":[{"type":"text","text":"`,
  );
  const block = 'x'.repeat(1024 * 1024);
  for (let sent = 0; sent < bytes && !response.destroyed; sent += block.length) {
    if (!response.write(block)) await drained(response);
  }
  response.end('"}]}}\n\n');
}
