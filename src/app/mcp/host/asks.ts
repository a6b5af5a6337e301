import type { ServerId } from '../../../core/ids.ts';
import { tooDeep } from '../../../core/json.ts';
import { limits } from '../../../core/limits.ts';
import type { Fit } from '../../../core/ports.ts';
import type { Elicitation, ElicitationReply } from '../../../core/server.ts';
import type { HostDeps } from '../hostcontract.ts';
import type { Asking } from '../link.ts';

/** What servers ask the person in the middle of their calls (row M7). */
export interface Asks {
  list(): readonly Elicitation[];
  /** Puts a question to the person. `owner` is the connection it came by: it is dropped with it. Answers `cancel` where it cannot be put. */
  put(server: ServerId, owner: object, asking: Asking, signal: AbortSignal): Promise<ElicitationReply>;
  answer(id: string, reply: ElicitationReply): Promise<void>;
  drop(owner: object): void;
}

interface Open {
  shown: Elicitation;
  readonly owner: object;
  /** What the person sent is being checked. */
  checking: boolean;
  end(reply: ElicitationReply): void;
}

const cancel: ElicitationReply = { is: 'cancel' };

/** Why a question cannot be put to the person, or null. */
export function improper(asking: Asking): string | null {
  if (asking.is === 'form') {
    if (tooDeep(asking.schema, limits.mcp.schemaDepth)) return 'its form is nested too deeply';
    return JSON.stringify(asking.schema).length > limits.mcp.tool ? 'its form is too long' : null;
  }
  const url = URL.parse(asking.url);
  if (url === null || asking.url.length > limits.mcp.message) return 'it asked to open something that is no address';
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return `it asked to open an address that begins with ${url.protocol.slice(0, 20)}`;
  return url.username === '' && url.password === '' ? null : 'it asked to open an address with a password in it';
}

export function makeAsks(deps: Pick<HostDeps, 'id' | 'fit'>, changed: () => void): Asks {
  const open = new Map<string, Open>();

  function settle(one: Open, reply: ElicitationReply): void {
    if (!open.delete(one.shown.id)) return;
    one.end(reply);
    changed();
  }

  return {
    list: () => [...open.values()].map((one) => one.shown),
    put(server, owner, asking, signal) {
      const waiting = [...open.values()].filter((one) => one.shown.server === server).length;
      if (signal.aborted || waiting >= limits.mcp.elicitations || improper(asking) !== null)
        return Promise.resolve(cancel);
      const id = deps.id();
      const words = asking.message;
      const message = words.length > limits.mcp.message ? `${words.slice(0, limits.mcp.message)}…` : words;
      const shown: Elicitation =
        asking.is === 'form'
          ? { id, server, message, is: 'form', schema: asking.schema }
          : { id, server, message, is: 'link', url: asking.url };
      return new Promise((resolve) => {
        const one: Open = { shown, owner, checking: false, end: resolve };
        open.set(id, one);
        signal.addEventListener('abort', () => settle(one, cancel), { once: true });
        changed();
      });
    },
    async answer(id, reply) {
      const one = open.get(id);
      if (one === undefined || one.checking) return;
      const { shown } = one;
      if (reply.is !== 'accept') return settle(one, reply);
      if (shown.is === 'link') return settle(one, { is: 'accept', content: {} });
      one.checking = true;
      const fit = await deps
        .fit(shown.schema, reply.content)
        .catch((): Fit => ({ is: 'unchecked', why: 'the check failed' }));
      one.checking = false;
      // What cannot be checked is sent: the server will say what it thinks of it.
      if (fit.is !== 'misfit') return settle(one, reply);
      if (!open.has(id)) return;
      one.shown = { ...shown, wrong: fit.why };
      changed();
    },
    drop(owner) {
      for (const one of open.values()) if (one.owner === owner) settle(one, cancel);
    },
  };
}
