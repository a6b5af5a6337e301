/** What a sound record of each kind looks like. */
import type { ChatId } from '../core/ids.ts';
import { isObject } from '../core/json.ts';
import type { Happening, LogEvent } from '../core/log.ts';
import type { ChatRecord, ProjectRecord, ProviderRecord } from '../core/records.ts';
import { pieces } from './servershapes.ts';
import {
  anything,
  bytes,
  count,
  either,
  flag,
  list,
  maybe,
  object,
  oneOf,
  orNull,
  shape,
  text,
  type Check,
} from './shape.ts';

const modelRef = shape({ provider: text, model: text, name: text });
const model = orNull(modelRef);
const fault = shape({ code: text, message: text });
const why = shape({ row: text, rule: text, where: text, until: text });
const content = orNull(shape({ size: count, hash: text }));
const plan = orNull(
  shape({
    kind: oneOf('create', 'replace', 'edit', 'delete', 'rename'),
    path: text,
    to: orNull(text),
    entry: oneOf('file', 'folder', 'none'),
    before: content,
    after: content,
    lines: orNull(shape({ removed: count, added: count })),
    action: text,
  }),
);
const result = shape({
  text,
  summary: text,
  data: maybe(anything),
  images: maybe(list(shape({ mime: text, base64: text }))),
  pieces: maybe(pieces),
  kept: maybe(flag),
});
const outcome = either(shape({ ok: oneOf(true), value: result }), shape({ ok: oneOf(false), fault }));
const usage = shape({ input: orNull(count), output: orNull(count) });
const part = shape({ part: text, text, done: flag, void: maybe(flag) });

/** A kind that is missing here does not compile. */
const attached = list(shape({ id: text, name: text, mime: text, size: count }));
const happenings: Readonly<Record<Happening['kind'], Check>> = {
  asked: shape({
    id: text,
    text,
    attached,
    after: orNull(text),
  }),
  began: shape({
    to: orNull(text),
    project: orNull(text),
    after: orNull(text),
    system: text,
    peers: maybe(list(modelRef)),
  }),
  joined: shape({ system: text, basis: maybe(oneOf('answers', 'own')), share: maybe(orNull(count)) }),
  left: shape({ as: oneOf('done', 'stopped', 'failed', 'timed-out', 'interrupted'), fault: orNull(fault) }),
  text: part,
  reasoning: part,
  proposed: shape({
    call: text,
    parent: orNull(text),
    name: text,
    label: text,
    tool: orNull(text),
    args: orNull(object),
    raw: text,
    server: maybe(orNull(text)),
  }),
  held: shape({ call: text, for: oneOf('folder', 'plan', 'budget', 'shared') }),
  waiting: shape({ call: text, why, plan }),
  decided: shape({
    call: text,
    verdict: oneOf('yes', 'no', 'edit'),
    by: oneOf('rule', 'person'),
    why,
    edited: maybe(object),
    reason: maybe(text),
    remembered: maybe(orNull(text)),
  }),
  started: shape({ call: text, plan }),
  ended: shape({ call: text, outcome, ms: count, from: maybe(text) }),
  dropped: shape({ call: text, ran: oneOf('no', 'unknown'), fault }),
  reverted: shape({ call: text, summary: text }),
  usage: shape({ usage }),
  turn: shape({ reason: text, cut: flag, fault: orNull(fault), ms: count, firstMs: orNull(count) }),
  paused: shape({ reached: oneOf('soft', 'ceiling') }),
  released: shape({ how: oneOf('continue', 'stop') }),
  summarised: shape({ text }),
  reopened: shape({}),
  job: shape({ name: text, state: text }),
  notice: shape({ text }),
  chose: shape({ leaf: text }),
  closed: shape({ as: oneOf('done', 'stopped', 'failed', 'interrupted'), fault: orNull(fault) }),
};

const meta = shape({
  chat: text,
  seq: count,
  at: count,
  answer: orNull(text),
  model,
  phase: oneOf('solo', 'dispatch', 'synthesis', 'console'),
  turn: count,
});

const isKind = (kind: unknown): kind is Happening['kind'] =>
  typeof kind === 'string' && Object.hasOwn(happenings, kind);

/** A sound event that lies where it belongs. */
export function isEvent(value: unknown, chat: ChatId, seq: number): value is LogEvent {
  if (!isObject(value) || !meta(value) || value['chat'] !== chat || value['seq'] !== seq) return false;
  const kind = value['kind'];
  return isKind(kind) && happenings[kind](value);
}

const unsent = shape({ text, attached });
const chat = shape({
  id: text,
  title: text,
  renamed: flag,
  project: orNull(text),
  model,
  made: count,
  touched: count,
  // An answer nobody understands is for the gate to refuse (row G11), not a reason to lose the chat.
  consents: anything,
  peers: maybe(list(modelRef)),
  without: maybe(list(oneOf('agents', 'instructions'))),
  unsent: (value) => value === undefined || value === null || unsent(value),
});
export const isChat = (value: unknown): value is ChatRecord => chat(value);

const project = shape({
  id: text,
  name: text,
  kind: oneOf('folder', 'browser', 'sample'),
  folder: orNull(shape({ kind: oneOf('directory'), name: text })),
  made: count,
});
export const isProject = (value: unknown): value is ProjectRecord => project(value);

const provider = shape({
  id: text,
  name: text,
  kind: oneOf('demo', 'openai-compatible', 'anthropic', 'openai', 'google', 'browser'),
  baseUrl: text,
  key: orNull(shape({ iv: bytes, bytes })),
  models: list(text),
  made: count,
});
export const isProvider = (value: unknown): value is ProviderRecord => provider(value);
