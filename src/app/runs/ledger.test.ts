import { expect, test } from 'vitest';
import { freshName, storeAt } from '../../storage/testing/fresh.ts';
import { makeLedger } from './ledger.ts';

const stamp = { answer: 'answer001', model: null, phase: 'solo', turn: 1 } as const;

test('W6 growing text is saved every two seconds, at once when the page is hidden, and when it ends', async () => {
  const store = await storeAt(freshName());
  await store.chats.put({
    id: 'chat00001',
    title: '',
    renamed: false,
    project: null,
    model: null,
    made: 1,
    touched: 1,
  });
  let clock = 1_000;
  const ledger = makeLedger(
    'chat00001',
    store.log,
    () => clock,
    () => undefined,
  );
  const begun = await ledger.append({ kind: 'text', part: 'part00001', text: 'The', done: false }, stamp);
  const stored = async (): Promise<unknown> => {
    const read = await store.log.read('chat00001');
    return read.ok && read.value.events[0]?.kind === 'text' ? read.value.events[0].text : null;
  };

  await ledger.grow({ ...begun, text: 'The quick' } as typeof begun, false);
  expect(await stored()).toBe('The');
  ledger.flush();
  await expect.poll(stored).toBe('The quick');
  clock += 2_000;
  await ledger.grow({ ...begun, text: 'The quick brown' } as typeof begun, false);
  expect(await stored()).toBe('The quick brown');
  await ledger.grow({ ...begun, text: 'The quick brown fox', done: true } as typeof begun, true);
  expect(await stored()).toBe('The quick brown fox');
  ledger.flush();
  expect(await stored()).toBe('The quick brown fox');
});
