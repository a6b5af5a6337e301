/** What a server asks in the middle of a call (row M7): only while a call is under way, and ended with the last one. */
import { isObject, type Json, type JsonObject } from '../../../core/json.ts';
import { limits } from '../../../core/limits.ts';
import type { Asking, LinkEvents } from '../link.ts';
import type { Deadline } from './deadline.ts';

/** An answer in the form both libraries send. */
export interface Elicited {
  [key: string]: unknown;
  action: 'accept' | 'decline' | 'cancel';
  content?: Record<string, string | number | boolean | string[]>;
}

/** A connection's questions; `asks` puts them to the person. */
export interface Questions {
  /** Answers `cancel` to what is no question of a call of ours. */
  ask(params: unknown, signal: AbortSignal): Promise<Elicited>;
  /** The pages that a server wants visited before it takes a call up. */
  visit(error: Json): Promise<void>;
  begin(deadline: Deadline): void;
  end(deadline: Deadline): void;
}

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

/** The question in `elicitation/create`'s params, or null where it is none that we know. */
export function askingOf(params: unknown): Asking | null {
  if (!isObject(params)) return null;
  const message = text(params['message']).slice(0, limits.mcp.message);
  if (params['mode'] === 'url') return { is: 'link', message, url: text(params['url']) };
  const schema = params['requestedSchema'];
  return isObject(schema) ? { is: 'form', message, schema } : null;
}

const isField = (value: Json): boolean =>
  ['string', 'number', 'boolean'].includes(typeof value) ||
  (Array.isArray(value) && value.every((one: Json) => typeof one === 'string'));

/** Only what a form can hold goes back. */
const fieldsOf = (content: JsonObject): NonNullable<Elicited['content']> =>
  Object.fromEntries(Object.entries(content).filter(([, value]) => isField(value))) as NonNullable<Elicited['content']>;

/** For one connection; without a call under way nobody is asked. */
export function makeQuestions(asks: LinkEvents['asks']): Questions {
  const calls = new Set<Deadline>();
  let over = new AbortController();

  async function ask(params: unknown, signal: AbortSignal): Promise<Elicited> {
    const asking = askingOf(params);
    if (asking === null || calls.size === 0) return { action: 'cancel' };
    const asked = [...calls];
    for (const call of asked) call.pause(true);
    try {
      const reply = await asks(asking, AbortSignal.any([signal, over.signal]));
      if (reply.is !== 'accept') return { action: reply.is };
      return { action: 'accept', ...(asking.is === 'form' ? { content: fieldsOf(reply.content) } : {}) };
    } finally {
      for (const call of asked) call.pause(false);
    }
  }

  return {
    ask,
    async visit(data) {
      const wanted = isObject(data) && Array.isArray(data['elicitations']) ? data['elicitations'] : [];
      const pages = wanted.slice(0, limits.mcp.elicitations).filter((one: Json) => isObject(one));
      await Promise.all(pages.map((one: JsonObject) => ask({ ...one, mode: 'url' }, over.signal)));
    },
    begin: (call) => void calls.add(call),
    end(call) {
      calls.delete(call);
      if (calls.size > 0) return;
      over.abort();
      over = new AbortController();
    },
  };
}
