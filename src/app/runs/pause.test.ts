import { expect, test } from 'vitest';
import { makePause, noPause } from './pause.ts';

test('B2 the person’s word reaches who waits for it, and the first word counts', async () => {
  const pause = makePause(() => true);
  const waits = pause.wait();
  expect(pause.release('stop')).toBe(true);
  expect(pause.release('continue')).toBe(false);
  expect(await waits).toBe('stop');
});

test('B2 W6 after a reload a word may come before anything waits for it: it is kept', async () => {
  const pause = makePause(() => true);
  expect(pause.release('continue')).toBe(true);
  expect(await pause.wait()).toBe('continue');
});

test('B2 a word where no check-in is asked changes nothing', async () => {
  let asking = false;
  const pause = makePause(() => asking);
  expect(pause.release('stop')).toBe(false);
  asking = true;
  const waits = pause.wait();
  pause.release('continue');
  expect(await waits).toBe('continue');
});

test('V4 the person’s own calls are not asked about', async () => {
  expect(await noPause.wait()).toBe('continue');
});
