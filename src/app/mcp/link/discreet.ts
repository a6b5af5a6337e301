/** Keeps the person's header values out of what is told of a connection (row X5): some servers repeat what they were sent. */
import type { RequestRow } from '../../../core/server.ts';
import type { Link, LinkEvents, LinkFailure, OpenLink, Reply, Target } from '../link.ts';

/** Shorter ones are words like any other. */
const leastChars = 6;

/** A token of a sign-in, which is not known here, is told by the word before it. */
const bearer = /(bearer\s+)[\w.~+/=-]{8,}/giu;

/** What must not be said: each value, and its parts, of which the key alone may be repeated. */
function secretsOf(target: Target): readonly string[] {
  const parts = target.headers.flatMap(([, value]) => [value, ...value.split(/\s+/u)]);
  return [...new Set(parts)]
    .filter((part) => part.length >= leastChars && part.toLowerCase() !== 'bearer')
    .toSorted((a, b) => b.length - a.length);
}

/** Opens a connection whose failures and requests name no header's value. What a tool returns stays as it is. */
export const discreetly =
  (open: OpenLink): OpenLink =>
  async (target, events, signal) => {
    const secrets = secretsOf(target);
    const clean = (text: string): string =>
      secrets.reduce((rest, secret) => rest.replaceAll(secret, '•••'), text.replaceAll(bearer, '$1•••'));
    const failure = (why: LinkFailure): LinkFailure => ({ ...why, message: clean(why.message) });
    const reply = <T>(one: Reply<T>): Reply<T> => (one.ok ? one : { ok: false, failure: failure(one.failure) });
    const told: LinkEvents = {
      listChanged: () => events.listChanged(),
      asks: (asking, stop) => events.asks(asking, stop),
      closed: (why) => events.closed(failure(why)),
      request: (row: RequestRow) => events.request(row.fault === null ? row : { ...row, fault: clean(row.fault) }),
    };
    const opened = reply(await open(target, told, signal));
    if (!opened.ok) return opened;
    const { value: link } = opened;
    const value: Link = {
      info: link.info,
      dialect: link.dialect,
      list: async (cursor, stop) => reply(await link.list(cursor, stop)),
      call: async (tool, args, options) => reply(await link.call(tool, args, options)),
      close: (leaving) => link.close(leaving),
    };
    return { ok: true, value };
  };
