import { afterEach, expect, test, vi } from 'vitest';
import type { ModelEvent } from '../../core/model.ts';
import { demoModel } from '../demo/provider.ts';
import { begin } from './testing/served.ts';
import { stage } from './testing/stage.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('U6 a drawing whose timer never came is made up for by the next change, so that no screen stands still for good', async () => {
  const here = await stage();
  const later: ((event: ModelEvent) => void)[] = [];
  const next = () => new Promise<ModelEvent>((resolve) => later.push(resolve));
  const says = (delta: string): ModelEvent => ({ is: 'text', delta });
  here.scripts.set(demoModel.model, [[says('one '), next(), next(), next(), next()]]);

  const real = globalThis.setTimeout;
  const lost: unknown[] = [];
  // What redraws takes 40 ms; everything else keeps its time.
  vi.stubGlobal('setTimeout', (...asked: Parameters<typeof setTimeout>) =>
    asked[1] === 40 ? lost.push(asked) : real(...asked),
  );
  const start = Date.now();
  const clock = vi.spyOn(Date, 'now').mockReturnValue(start);
  const chat = begin(here);
  chat.send('Tell me');
  await expect.poll(() => here.requests.length).toBe(1);
  expect(lost.length).toBeGreaterThan(0);
  vi.unstubAllGlobals();

  // A timer still counts as being on its way.
  const logged = async () => JSON.stringify(await here.deps.log.read(chat.record.value.id));
  later[0]?.({ is: 'break' });
  later[1]?.(says('two '));
  await expect.poll(logged).toContain('two ');
  expect(chat.conversation.value.entries).toEqual([]);

  clock.mockReturnValue(start + 5_000);
  later[2]?.(says('three'));
  await expect.poll(() => JSON.stringify(chat.conversation.value.entries)).toContain('three');
  chat.stop();
});
