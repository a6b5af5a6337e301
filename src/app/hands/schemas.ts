import { limits } from '../../core/limits.ts';
import type { Json, JsonObject } from '../../core/json.ts';
import { ok } from '../../core/outcome.ts';
import type { Fit, Schemas } from '../../core/ports.ts';
import url from '../../workers/schema/schema.worker.ts?worker&url';
import { startHands } from './worker.ts';

/** Starting the worker on a busy machine is no fault of the schema. */
const startMs = 20_000;

const timeUp = (ms: number): { readonly up: Promise<'up'>; stop(): void } => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const up = new Promise<'up'>((resolve) => {
    timer = setTimeout(() => resolve('up'), ms);
  });
  return { up, stop: () => clearTimeout(timer) };
};

async function within<T>(ms: number, work: Promise<T>): Promise<T | 'up'> {
  const limit = timeUp(ms);
  try {
    return await Promise.race([work, limit.up]);
  } finally {
    limit.stop();
  }
}

/** Checks values against schemas from outside (rows V8, M1), one at a time, each within a second: a schema can hang nothing. */
export interface SchemaHands {
  fit(schema: JsonObject, value: Json): Promise<Fit>;
}

/** A schema worker of one's own; `limitMs`: how long one check may take. */
export function schemaHands(limitMs: number = limits.mcp.schemaMs): SchemaHands {
  const hands = startHands<Schemas>(url, 'schema');
  let last: Promise<unknown> = Promise.resolve();
  /** A schema that took too long once costs that once: a call is looked at several times on its way. */
  const endless = new WeakSet<JsonObject>();

  async function check(schema: JsonObject, value: Json): Promise<Fit> {
    if (endless.has(schema)) return { is: 'unchecked', why: 'it could not be checked in time before' };
    const begun = await within(
      startMs,
      hands.use(async (remote) => ok(await remote.ready())),
    );
    if (begun === 'up' || !begun.ok) {
      hands.end();
      return { is: 'unchecked', why: 'the schema worker could not be started' };
    }
    const said = await within(
      limitMs,
      hands.use(async (remote) => ok(await remote.fit(schema, value))),
    );
    if (said !== 'up') return said.ok ? said.value : { is: 'unchecked', why: said.fault.message };
    hands.end();
    endless.add(schema);
    return { is: 'unchecked', why: 'it could not be checked in time' };
  }

  return {
    fit(schema, value) {
      const mine = last.then(() => check(schema, value));
      last = mine;
      return mine;
    },
  };
}

let shared: SchemaHands | null = null;

/** The page's one schema worker, started when first needed. */
export function fit(schema: JsonObject, value: Json): Promise<Fit> {
  shared ??= schemaHands();
  return shared.fit(schema, value);
}
