import type { Page } from '@playwright/test';

interface Event {
  [field: string]: unknown;
  chat: string;
  seq: number;
}

/**
 * Makes the newest chat, which holds one message and its answer, `pairs` times as long: the same records again, each with
 * ids and number of its own, "1." in their texts counted up. Reload the page to see it.
 */
export async function manyMessages(page: Page, pairs: number): Promise<void> {
  await page.evaluate(async (count) => {
    const done = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')));
      });
    const [{ name } = { name: '' }] = await indexedDB.databases();
    const db = await done(indexedDB.open(name ?? ''));
    const store = db.transaction('events', 'readwrite').objectStore('events');
    const events = (await done(store.getAll())) as Event[];
    const ids = new Set(
      events.flatMap(({ id, answer, part }) => [id, answer, part]).filter((id) => typeof id === 'string'),
    );
    const first = events.find(({ kind }) => kind === 'asked');
    const answer = events.find(({ kind }) => kind === 'began')?.['answer'];
    const nth = (value: unknown, round: number): unknown => {
      if (typeof value !== 'string') return value;
      return ids.has(value) ? `${value}x${round}` : value.replace(/ 1\.$/u, ` ${round}.`);
    };
    for (let round = 2; round <= count; round += 1) {
      for (const event of events) {
        const copy = Object.fromEntries(Object.entries(event).map(([field, value]) => [field, nth(value, round)]));
        const after = round === 2 ? answer : `${String(answer)}x${round - 1}`;
        const seq = event.seq + (round - 1) * events.length;
        store.put({ ...copy, chat: event.chat, seq, ...(event === first ? { after } : {}) });
      }
    }
    await new Promise((resolve) => store.transaction.addEventListener('complete', resolve));
    db.close();
  }, pairs);
}
