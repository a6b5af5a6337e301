/** The journeys' own tools, tried on a blank page of the app's origin. */
import type { Page } from '@playwright/test';
import { historyFaults } from './history.ts';
import { dropFolder, offerFolder } from './folder.ts';
import { openApp } from './app.ts';
import { expect, test } from './test.ts';
import { calls, Hold, say } from './turns.ts';

const user = { role: 'user', content: 'hi' };
const called = (id: string, args = '{}'): object => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name: 'file_read', arguments: args } }],
});
const answered = (id: string): object => ({ role: 'tool', tool_call_id: id, content: 'ok' });

test('V3 the history checker accepts what is valid and names what is not', () => {
  expect(historyFaults([{ role: 'system', content: 's' }, user, called('a'), answered('a'), user])).toEqual([]);
  const wrong: readonly (readonly [object[], RegExp])[] = [
    [[user, called('a')], /never answered/],
    [[user, called('a'), user, answered('a')], /before the calls a/],
    [[user, called('a'), answered('a'), answered('a')], /not waiting/],
    [[user, called('a'), answered('a'), called('a'), answered('a')], /used twice/],
    [[user, called('a', '{"path":'), answered('a')], /not a JSON object/],
    [[user, { role: 'assistant', content: '' }, user], /says nothing/],
    [[user, { role: 'assistant', content: 'done' }], /last message/],
    [[{ role: 'robot', content: 'x' }], /no role/],
    [[user, { role: 'system', content: 's' }, user], /not first/],
  ];
  for (const [messages, fault] of wrong) expect(historyFaults(messages).join('\n')).toMatch(fault);
});

test('V1 the scripted provider streams text and calls, keeps requests and can be stopped', async ({
  page,
  provider,
}) => {
  const hold = new Hold();
  provider.script([calls(['file_read', { path: 'a.ts' }]), { parts: [{ text: 'one ' }, { hold }, { text: 'two' }] }]);
  await page.goto('/');
  const ask = (stopEarly: boolean): Promise<string> =>
    page.evaluate(
      async ([url, early]) => {
        const stop = new AbortController();
        const body = JSON.stringify({ model: 'scripted-1', stream: true, messages: [{ role: 'user', content: 'hi' }] });
        const response = await fetch(`${url}/chat/completions`, { method: 'POST', body, signal: stop.signal });
        const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
        let text = '';
        for (let next = await reader.read(); !next.done; next = await reader.read()) {
          text += next.value;
          if (early && text.includes('one ')) {
            stop.abort();
            return text;
          }
        }
        return text;
      },
      [provider.baseUrl, stopEarly] as const,
    );
  const first = await ask(false);
  expect(first).toContain('"finish_reason":"tool_calls"');
  expect(first).toMatch(/\[DONE\]\s+$/);
  expect(await ask(true)).not.toContain('two');
  const asked = await provider.request(1);
  await asked.aborted;
  hold.release();
  expect(asked.body.messages).toEqual([user]);
});

test('V2 the scripted provider answers errors with Retry-After that a page may read', async ({
  page,
  provider,
  problems,
}) => {
  problems.allow(/429/);
  provider.script([{ status: 429, retryAfter: 2 }, say('again')]);
  await page.goto('/');
  const [status, wait] = await page.evaluate(async (url) => {
    const body = JSON.stringify({ model: 'scripted-1', messages: [{ role: 'user', content: 'hi' }] });
    const response = await fetch(`${url}/chat/completions`, { method: 'POST', body });
    return [response.status, response.headers.get('retry-after')];
  }, provider.baseUrl);
  expect([status, wait]).toEqual([429, '2']);
});

test('P1 a real folder comes out of the picker, readable and writable', async ({ page, folder }) => {
  await folder.write('src/a.txt', 'old');
  await page.goto('/');
  await offerFolder(page, folder.path);
  const result = await page.evaluate(async () => {
    const root = await showDirectoryPicker({ mode: 'readwrite' });
    const file = await (await root.getDirectoryHandle('src')).getFileHandle('a.txt');
    const was = await (await file.getFile()).text();
    const writable = await file.createWritable();
    await writable.write('new');
    await writable.close();
    const again = await showDirectoryPicker().catch((thrown: unknown) => (thrown as Error).name);
    return { name: root.name, was, again };
  });
  expect(result).toEqual({ name: 'project', was: 'old', again: 'AbortError' });
  expect(await folder.text('src/a.txt')).toBe('new');
});

test('P1 a folder dropped on the page reaches the page as a handle', async ({ page, folder }) => {
  // A page that is still starting may answer the drag too late to be dropped on.
  await openApp(page);
  await page.evaluate(() => {
    window.addEventListener('dragover', (event) => event.preventDefault());
    window.addEventListener('drop', (event) => {
      event.preventDefault();
      void event.dataTransfer?.items[0]?.getAsFileSystemHandle().then((handle) => {
        document.documentElement.dataset['dropped'] = handle?.kind ?? 'none';
        return handle;
      });
    });
  });
  await dropFolder(page, folder.path);
  await expect(page.locator('html')).toHaveAttribute('data-dropped', 'directory');
});

test('P1 after a restart the browser has forgotten a folder, and one click brings it back', async ({
  page,
  folder,
  profile,
}) => {
  const states = async (on: Page, fresh: boolean): Promise<string[]> =>
    on.evaluate(async (keep) => {
      const opening = indexedDB.open('support-spec', 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore('handles');
      await new Promise((resolve) => (opening.onsuccess = resolve));
      const transaction = opening.result.transaction('handles', 'readwrite', { durability: 'strict' });
      // The browser is ended next: what is to outlive it must be on the disk by then.
      const kept = new Promise((resolve) => (transaction.oncomplete = resolve));
      const store = transaction.objectStore('handles');
      if (keep) store.put(window.pickerQueue?.handles[0], 'it');
      const reading = store.get('it');
      await new Promise((resolve) => (reading.onsuccess = resolve));
      await kept;
      const handle = reading.result as FileSystemDirectoryHandle;
      const before = await handle.queryPermission({ mode: 'readwrite' });
      return [before, await handle.requestPermission({ mode: 'readwrite' })];
    }, fresh);
  await page.goto('/');
  await offerFolder(page, folder.path);
  expect(await states(page, true)).toEqual(['granted', 'granted']);
  const again = await profile.restart('reconnect');
  await again.goto('/');
  expect(await states(again, false)).toEqual(['prompt', 'granted']);
});
