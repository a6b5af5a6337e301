/** A clock that a test holds: a timer runs out when it says so. */
import type { Timer } from '../../core/world.ts';

export interface FakeTimer {
  readonly ms: number;
  fire(): void;
}

export function fakeTimer(running: Set<FakeTimer>, ms: number): Timer {
  let fire: () => void = () => undefined;
  const done = new Promise<void>((resolve) => {
    fire = resolve;
  });
  const timer = {
    ms,
    fire() {
      running.delete(timer);
      fire();
    },
  };
  running.add(timer);
  return { done, clear: () => void running.delete(timer) };
}
