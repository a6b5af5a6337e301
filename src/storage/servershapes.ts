/** What a sound record about an MCP server looks like. */
import type { PinRecord, Roster, ServerRecord, SignInRecord } from '../core/server.ts';
import { bytes, count, either, flag, list, maybe, object, oneOf, orNull, shape, text } from './shape.ts';

const sealed = shape({ iv: bytes, bytes });

/** Parts of a result beside its text and images (`ResultPiece`). */
export const pieces = list(
  either(
    shape({ is: oneOf('audio'), mime: text, base64: text }),
    shape({ is: oneOf('link'), uri: text, name: text, about: text, mime: text }),
    shape({ is: oneOf('resource'), uri: text, mime: text, text: orNull(text), base64: orNull(text) }),
  ),
);

const server = shape({
  id: text,
  name: text,
  about: text,
  url: text,
  enabled: flag,
  audience: oneOf('all', 'primary'),
  // Any text: a policy nobody knows is asked (row G11), and the server is not lost for it.
  policy: orNull(text),
  headers: list(shape({ name: text, value: sealed, secret: flag })),
  client: orNull(shape({ id: text, secret: orNull(sealed) })),
  made: count,
});
/** A sound record; its policy may be any text. */
export const isServer = (value: unknown): value is ServerRecord => server(value);

const tool = shape({
  key: text,
  name: text,
  label: text,
  description: text,
  schema: object,
  effect: oneOf('read', 'write'),
  source: shape({ from: oneOf('mcp'), server: text }),
  readOnlyHint: orNull(flag),
  result: maybe(object),
  hints: maybe(object),
});
const info = shape({
  name: text,
  title: orNull(text),
  version: text,
  protocol: text,
  instructions: orNull(text),
  tellsChanges: flag,
});
const roster = shape({
  id: text,
  tools: list(tool),
  left: list(text),
  info: orNull(info),
  dialect: oneOf('sdk', 'client'),
  at: count,
});
/** A sound list of tools. */
export const isRoster = (value: unknown): value is Roster => roster(value);

const pin = shape({ id: text, server: text, text, at: count });
/** A sound pin. */
export const isPin = (value: unknown): value is PinRecord => pin(value);

const signIn = shape({ id: text, sealed });
/** A sound sealed sign-in. */
export const isSignIn = (value: unknown): value is SignInRecord => signIn(value);
