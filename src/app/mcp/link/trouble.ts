/** What an error of either library means, told by its shape: their classes are no part of this page's contracts. */
import { isObject, type Json } from '../../../core/json.ts';
import type { LinkFailure } from '../link.ts';
import { Failed, failure, rpcFailure } from './failure.ts';
import type { Traffic } from './traffic.ts';

/** Reads an error; `call`: it came of a tool call, which may have run. */
export type Trouble = (cause: unknown, call: boolean) => { readonly why: LinkFailure; readonly data: Json };

const property = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && name in value ? Reflect.get(value, name) : undefined;

/** The failure that `traffic` threw, wherever the library put it. */
function carried(cause: unknown, depth = 4): LinkFailure | null {
  if (cause instanceof Failed) return cause.failure;
  if (depth === 0 || typeof cause !== 'object' || cause === null) return null;
  return carried(property(cause, 'cause'), depth - 1) ?? carried(property(cause, 'data'), depth - 1);
}

/** The library puts this before a server's own words. */
const prefix = /^MCP error -?\d+: /u;
const closing = /^Connection closed$/u;
const version = /protocol version|version negotiation|ERA_NEGOTIATION/iu;

/** For one connection, whose traffic knows more than the library's error. */
export function makeTrouble(traffic: Pick<Traffic, 'owners' | 'inSession'>): Trouble {
  return (cause, call) => {
    const ran = call ? 'unknown' : 'no';
    const data = property(cause, 'data');
    const json: Json = isObject(data) ? data : null;
    const known = carried(cause) ?? traffic.owners.behind(data);
    if (known !== null) return { why: known, data: json };
    const code = property(cause, 'code');
    const words = cause instanceof Error ? cause.message.replace(prefix, '') : String(cause);
    if (closing.test(words)) return { why: failure('closed', 'The connection was closed.', { ran }), data: null };
    if (typeof code === 'number') {
      const session = traffic.inSession();
      return { why: rpcFailure({ code, message: words, data: json }, { session, call }), data: json };
    }
    const named = typeof code === 'string' ? `${code} ${words}` : words;
    if (!call && version.test(named)) return { why: failure('version', words), data: json };
    // What is left is an answer that the library could not read.
    const short =
      cause instanceof Error && cause.name.includes('Zod') ? 'It has not the shape that MCP gives it.' : words;
    return { why: failure('not-mcp', short, { ran }), data: json };
  };
}
