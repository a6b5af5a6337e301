import { expect, test } from 'vitest';
import { serverRecord } from '../../../storage/testing/fresh.ts';
import { fakeHost, type FakeHost } from '../testing/host.ts';
import { makeHosting, type Hosted } from './hosting.ts';

/** A hosting whose host comes when the test lets it. */
function late() {
  const host: FakeHost = fakeHost();
  let come: (hosted: Hosted) => void = () => undefined;
  let fail_: (error: Error) => void = () => undefined;
  let opened = 0;
  const hosting = makeHosting(
    () => {
      opened += 1;
      return new Promise((resolve, reject) => {
        come = resolve;
        fail_ = reject;
      });
    },
    (hosted) => hosted.host.sync([serverRecord('s1')]),
  );
  return {
    host,
    hosting,
    opened: () => opened,
    come: () => come({ host, signIns: host.signIns }),
    break: () => fail_(new Error('chunk 7')),
  };
}

test('M1 the host is loaded once however many need it, and is told what there is before anybody uses it', async () => {
  const on = late();
  const calls = [on.hosting.hands.ready('s1', 'c1'), on.hosting.hands.ready('s1', 'c2'), on.hosting.need()];
  expect(on.opened()).toBe(1);
  on.come();
  expect((await Promise.all(calls)).map((one) => one.ok)).toEqual([true, true, true]);
  expect(on.hosting.now()?.host).toBe(on.host);
  expect([...on.hosting.states.value.keys()]).toEqual(['s1']);
});

test('V8 a call that is stopped while the host is still being loaded never reaches its server', async () => {
  const on = late();
  const [stopped, other] = [
    on.hosting.hands.run('c1', 's1', 'x', {}, () => undefined),
    on.hosting.hands.ready('s1', 'c2'),
  ];
  on.hosting.hands.cancel('c1');
  on.come();
  expect(await stopped).toMatchObject({ ok: false, fault: { code: 'cancelled' } });
  expect((await other).ok).toBe(true);
  expect(on.host.ran).toEqual([]);
});

test('M6 a host that cannot be loaded is a fault that says what to do, and the next need tries again', async () => {
  const on = late();
  const first = on.hosting.hands.ready('s1', 'c1');
  on.break();
  expect(await first).toMatchObject({ ok: false, fault: { code: 'not-reachable' } });
  expect((await first).ok ? '' : JSON.stringify(await first)).toContain('reload Sluice');
  const second = on.hosting.hands.ready('s1', 'c1');
  expect(on.opened()).toBe(2);
  on.come();
  expect((await second).ok).toBe(true);
});
