import { expect, test } from 'vitest';
import { makePace } from './pace.ts';

function paced() {
  const here = { now: 1_000, frames: [] as (() => void)[] };
  const pace = makePace(
    () => here.now,
    (then) => here.frames.push(then),
  );
  /** One drawing that keeps the page busy for so long. */
  const draw = (ms: number): void => {
    pace.drawing();
    here.now += ms;
    here.frames.shift()?.();
  };
  return { here, pace, draw };
}

test('U1 a light conversation is drawn 25 times a second', () => {
  const { pace, draw } = paced();
  expect(pace.wait()).toBe(40);
  draw(5);
  expect(pace.wait()).toBe(40);
});

test('F1 the page rests for twice as long as a drawing kept it busy, and for a quarter of a second at the most', () => {
  const { here, pace, draw } = paced();
  draw(60);
  expect(pace.wait()).toBe(120);
  draw(900);
  expect(pace.wait()).toBe(250);
  // After a pause nothing is waited for but the next few words.
  here.now += 10_000;
  expect(pace.wait()).toBe(40);
});

test('F1 a page that shows no frames is drawn at the pace it had, and asks for one frame only', () => {
  const { here, pace } = paced();
  for (let at = 0; at < 5; at += 1) {
    pace.drawing();
    here.now += 1_000;
    expect(pace.wait()).toBe(40);
  }
  expect(here.frames).toHaveLength(1);
});
