import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mcpTool } from '../test/core/make.ts';
import { finish, want, type Reply } from '../test/core/script.ts';
import { settled, sideBySide } from '../test/core/side.ts';
import { fakeWorld, type Fake } from '../test/core/world.ts';
import type { CallView } from './conversation.ts';
import { fingerprint } from './decide.ts';
import type { Said } from './world.ts';

/** What happens next while models wait: a card is answered, the check-in is, a call is stopped, a rule wakes everything. */
const step = fc.record({
  is: fc.constantFrom('yes', 'yes', 'no', 'edit', 'stop call', 'stop model', 'continue', 'stop', 'wake', 'wait'),
  which: fc.nat(20),
});
const turn = fc.array(fc.constantFrom('x', 'x', 'y', 'z'), { minLength: 1, maxLength: 3 });
const script = fc.array(turn, { minLength: 1, maxLength: 3 });

const played = fc.record({
  scripts: fc.array(script, { minLength: 1, maxLength: 4 }),
  steps: fc.array(step, { maxLength: 30 }),
  soft: fc.integer({ min: 1, max: 10 }),
  more: fc.integer({ min: 0, max: 6 }),
  policy: fc.constantFrom('always', 'never', 'once'),
});

const callsIn = (world: Fake): CallView[] =>
  [...world.thread().answers.values()].flatMap((answer) =>
    answer.parts.flatMap((part) => (part.is === 'call' ? [part.view] : [])),
  );

function stopCall(world: Fake, call: string): void {
  world.stopOf(call);
  world.stops.get(call)?.request();
}

function take(world: Fake, stops: readonly { request(): void }[], one: { is: string; which: number }): void {
  const cards = world.waiting();
  const card = cards[one.which % Math.max(1, cards.length)];
  const said: Record<string, Said> = {
    yes: { is: 'yes', offer: card?.ask.offers[0] ?? { is: 'once' } },
    no: { is: 'no', reason: '' },
    edit: { is: 'edit', args: { q: 'edited' } },
  };
  const word = said[one.is];
  if (word !== undefined) card?.answer(word);
  const calls = callsIn(world);
  if (one.is === 'stop call') stopCall(world, calls[one.which % Math.max(1, calls.length)]?.call.id ?? '');
  if (one.is === 'stop model') stops[one.which % stops.length]?.request();
  if (one.is === 'continue' || one.is === 'stop') world.release(one.is);
  if (one.is === 'wake') world.wake();
}

test('A5 B1 B2 B3 models that call, share and stop in any order: nothing runs twice, too often, or after Stop', async () => {
  await fc.assert(
    fc.asyncProperty(played, async ({ scripts, steps, soft, more, policy }) => {
      const ceiling = soft + more;
      const world = fakeWorld({ tools: [mcpTool()], audience: 'all', policy, budget: { soft, ceiling } });
      const asTurn = (words: readonly string[]): Reply => [
        ...words.map((q) => want('mcp__Docs__search', { q })),
        finish(),
      ];
      /** Calls under way, by what they do, and whose they are. */
      const running = new Map<string, string[]>();
      let twice = 0;
      world.hooks.hands = async (call, tool) => {
        const key = fingerprint(tool, call.name, call.args);
        const mine = call.model?.model ?? '';
        const now = running.get(key) ?? [];
        // Two same calls of one model may run side by side; another model's would have shared one of them.
        if (now.some((other) => other !== mine)) twice += 1;
        running.set(key, [...now, mine]);
        for (let at = 0; at < 5; at += 1) await Promise.resolve();
        running.set(key, (running.get(key) ?? []).toSpliced((running.get(key) ?? []).indexOf(mine), 1));
        return { ok: true, value: { text: key, summary: '' } };
      };
      const { ended, stops } = await sideBySide(
        world,
        scripts.map((turns) => turns.map(asTurn)),
      );
      const over = { is: false };
      const watch = async (): Promise<void> => {
        await ended;
        over.is = true;
      };
      void watch();
      for (const one of steps) {
        await settled();
        take(world, stops, one);
      }
      // Whatever is left is answered, so that the answer ends.
      for (let at = 0; at < 200 && !over.is; at += 1) {
        await settled();
        world.release('continue');
        for (const card of world.waiting()) card.answer({ is: 'no', reason: '' });
      }
      expect(over.is).toBe(true);

      const seqOf = (fits: (event: Fake['log'][number]) => boolean) => world.log.find(fits)?.seq ?? Infinity;
      const asked = seqOf((event) => event.kind === 'paused' && event.reached === 'soft');
      const released = seqOf((event) => event.kind === 'released');
      const stopped = seqOf((event) => event.kind === 'released' && event.how === 'stop');
      const started = world.log.filter((event) => event.kind === 'started');
      expect(started.filter(({ seq }) => seq < asked).length).toBeLessThanOrEqual(soft);
      expect(started.filter(({ seq }) => seq > asked && seq < released)).toEqual([]);
      expect(started.filter(({ seq }) => seq > stopped)).toEqual([]);
      expect(world.performed.length).toBeLessThanOrEqual(ceiling);
      expect(world.log.filter((event) => event.kind === 'paused' && event.reached === 'soft').length).toBeLessThan(2);
      expect(twice).toBe(0);
      for (const { call } of callsIn(world)) {
        expect(['done', 'rejected', 'stopped']).toContain(call.at);
        const ends = world.log.filter(
          (event) =>
            'call' in event &&
            event.call === call.id &&
            (event.kind === 'ended' ||
              event.kind === 'dropped' ||
              (event.kind === 'decided' && event.verdict === 'no')),
        );
        expect(ends).toHaveLength(1);
        if (call.at !== 'done' || call.from === undefined) continue;
        const leader = callsIn(world).find((view) => view.call.id === call.from);
        expect(leader?.call.at).toBe('done');
        expect(leader?.call.model?.model).not.toBe(call.model?.model);
        expect(world.performed.some(({ id }) => id === call.id)).toBe(false);
      }
    }),
    { numRuns: process.env['SLUICE_FULL'] === '1' ? 2_000 : 60, seed: 42 },
  );
}, 180_000);
