import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../core/json.ts';
import { mcpTool } from '../../test/core/make.ts';
import { misfit } from '../tools/misfit.ts';
import { schemaHands } from './schemas.ts';

/** Each level asks twice for the one below: 2^40 steps. */
const exponential: JsonObject = {
  $defs: Object.fromEntries(
    Array.from({ length: 40 }, (_, at): [string, Json] => [
      `d${at}`,
      at === 0 ? {} : { allOf: [{ $ref: `#/$defs/d${at - 1}` }, { $ref: `#/$defs/d${at - 1}` }] },
    ]),
  ),
  $ref: '#/$defs/d39',
};
const catastrophic: JsonObject = { properties: { a: { type: 'string', pattern: '^(a+)+$' } } };
const stuck = { a: `${'a'.repeat(60)}!` };

test('M1 a schema that takes for ever counts as fitting, says so, and the next one is checked as if nothing had been', async () => {
  const hands = schemaHands(200);
  const said = await Promise.all([
    hands.fit(exponential, {}),
    hands.fit({ type: 'object' }, {}),
    hands.fit(catastrophic, stuck),
    hands.fit({ type: 'object' }, 'no'),
    hands.fit(exponential, {}),
  ]);
  expect(said).toMatchObject([
    { is: 'unchecked', why: 'it could not be checked in time' },
    { is: 'fits' },
    { is: 'unchecked', why: 'it could not be checked in time' },
    { is: 'misfit' },
    { is: 'unchecked', why: 'it could not be checked in time before' },
  ]);
});

test('M1 the page goes on while a schema is being checked', async () => {
  const hands = schemaHands(300);
  let ended = false;
  const check = hands.fit(exponential, {}).finally(() => {
    ended = true;
  });
  // A page that hangs would answer no message before the check ends.
  const { port1, port2 } = new MessageChannel();
  let turns = 0;
  port2.addEventListener('message', () => {
    turns += 1;
    if (!ended) port1.postMessage(null);
  });
  port2.start();
  port1.postMessage(null);
  await check;
  expect(turns).toBeGreaterThan(10);
});

test('V8 arguments of a server’s tool are checked against its schema, whatever the schema is', async () => {
  const tool = (schema: JsonObject) => ({ ...mcpTool(), schema });
  const plain: JsonObject = { type: 'object', properties: { q: { type: 'string' } }, required: ['q'] };
  expect(await misfit(tool(plain), { q: 'x' })).toBeNull();
  expect(await misfit(tool(plain), { q: 1 })).toContain('The arguments are: q.');
  // Nobody can tell: the server will say.
  expect(await misfit(tool({ $ref: '#/nowhere' }), { q: 1 })).toBeNull();
  expect(await misfit(tool({ properties: [] }), { q: 1 })).toBeNull();
  expect(await misfit(tool(catastrophic), stuck)).toBeNull();
  expect(await misfit(tool(plain), {})).toContain('"q"');
});

test('V8 the words for a hundred thousand misfits are few', async () => {
  const schema: JsonObject = { additionalProperties: false };
  const args = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`x${at}`, at]));
  const said = await misfit({ ...mcpTool(), schema }, args);
  expect(said).toContain('x0');
  expect(said?.length).toBeLessThan(2_000);
});
