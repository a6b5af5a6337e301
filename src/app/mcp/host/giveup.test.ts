import { expect, test } from 'vitest';
import { deferred } from './deferred.ts';
import { failing, fakeServer, fakeWorld, record } from './testing/fake.ts';

test('M5 a sign-in that the person gave up ends at once, and what its window still brings is not taken', async () => {
  const server = fakeServer();
  const world = fakeWorld({ a: server });
  const { host } = world;
  host.sync([record('a')]);
  server.open = () => Promise.resolve(failing('sign-in'));
  await host.ready('a', 'c1');
  const window = deferred<{ ok: true; value: void }>();
  world.signIn = () => window.ended;
  const signed = host.signIn('a');
  expect(host.states()[0]?.connection).toEqual({ at: 'signing-in' });
  host.giveUpSignIn('a');
  expect(host.states()[0]?.connection).toMatchObject({ at: 'failed', why: { kind: 'sign-in' } });
  window.end({ ok: true, value: undefined });
  expect(await signed).toMatchObject({ ok: false, fault: { code: 'cancelled' } });
  expect(host.states()[0]?.connection.at).toBe('failed');
  expect(server.links).toHaveLength(0);
  host.giveUpSignIn('a');
  host.giveUpSignIn('nobody');
});
