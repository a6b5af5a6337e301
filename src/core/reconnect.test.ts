import { describe, expect, test } from 'vitest';
import { chat, states, told } from '../test/core/run.ts';
import { finish, want } from '../test/core/script.ts';
import { fakeWorld } from '../test/core/world.ts';
import type { Said } from './world.ts';

const edit = (path = 'src/a.ts') => want('file_edit', { path, old_text: 'a', new_text: 'b' });
const once: Said = { is: 'yes', offer: { is: 'once' } };

describe('the folder must be reconnected', () => {
  test('P1 a call that needs it waits for the click and says so, then goes on as if nothing had been', async () => {
    const world = fakeWorld({ away: true, hooks: { person: () => once } });
    world.hooks.wrote = (event) => {
      if (event.kind !== 'held') return;
      world.holds.away = false;
      void Promise.resolve().then(world.wake);
    };
    await chat(world, [[edit(), want('file_read', { path: 'b' }), finish()]]);
    expect(told(world)).toContain('held for folder');
    expect(states(world)).toEqual(['done', 'done']);
  });

  test('P1 held calls are logged once however often they are looked at, and Deny closes them without the click', async () => {
    const world = fakeWorld({ away: true });
    const held = new Promise<void>((resolve) => {
      world.hooks.wrote = (event) => void (event.kind === 'held' && resolve());
    });
    const ended = chat(world, [[edit(), finish()]]);
    await held;
    await Promise.resolve();
    world.wake();
    for (let turns = 0; turns < 20; turns += 1) await Promise.resolve();
    expect(states(world)).toEqual(['held']);
    world.settings.set('file_edit', 'deny');
    world.wake();
    await ended;
    expect(told(world)).toEqual(['proposed', 'held for folder', 'no by rule (G3)']);
  });

  test('P1 a grant that lapses under the write is waited for, and the yes still stands for the same plan', async () => {
    let cards = 0;
    const world = fakeWorld({ hooks: { person: () => ((cards += 1) > 0 ? once : null) } });
    world.hooks.wrote = (event) => {
      if (event.kind === 'started')
        world.holds.away = cards === 1 && told(world).filter((word) => word === 'started').length === 1;
      if (event.kind !== 'held') return;
      world.holds.away = false;
      void Promise.resolve().then(world.wake);
    };
    await chat(world, [[edit(), finish()]]);
    expect(told(world)).toEqual([
      'proposed',
      'waiting (G10)',
      'yes by person (G10)',
      'started',
      'held for folder',
      'yes by person (G10)',
      'started',
      'ended',
    ]);
    expect(cards).toBe(1);
  });

  test('P1 a card that waited when the folder lapsed is a card again afterwards', async () => {
    const world = fakeWorld();
    world.hooks.wrote = (event) => {
      if (event.kind !== 'held') return;
      world.holds.away = false;
      void Promise.resolve().then(world.wake);
    };
    const ended = chat(world, [[edit(), finish()]]);
    await world.card();
    world.holds.away = true;
    world.wake();
    const renewed = await world.card();
    expect(states(world)).toEqual(['waiting']);
    renewed.answer(once);
    await ended;
    expect(told(world).slice(0, 4)).toEqual(['proposed', 'waiting (G10)', 'held for folder', 'waiting (G10)']);
    expect(states(world)).toEqual(['done']);
  });

  test('T4 a Deny that comes while the hold is being written down is not missed', async () => {
    const world = fakeWorld({ away: true });
    world.hooks.wrote = (event) => void (event.kind === 'held' && world.settings.set('file_edit', 'deny'));
    await chat(world, [[edit(), finish()]]);
    expect(told(world)).toEqual(['proposed', 'held for folder', 'no by rule (G3)']);
  });

  test('T1 a tool that is not offered is rejected without a look at the disk', async () => {
    const world = fakeWorld({ project: false, away: true });
    await chat(world, [[edit(), finish()]]);
    expect(world.surveyed).toEqual([]);
    expect(told(world)).toEqual(['proposed', 'no by rule (G1)']);
  });
});
