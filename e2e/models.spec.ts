/** Models and providers: added, tried, explained when they fail, changed in the middle of a chat; keys that never show. */
import type { Locator, Page } from '@playwright/test';
import { fixtureBase64, fixturesPresent } from '../scripts/fixtures.mjs';
import {
  addProvider,
  answered,
  callRow,
  closeSettings,
  composer,
  lastAnswer,
  newChat,
  openApp,
  openSettings,
  pickModel,
  pickProject,
  send,
} from './support/app.ts';
import { Refuser } from './support/refuser.ts';
import { expect, test } from './support/test.ts';
import { calls, Hold, say } from './support/turns.ts';

const key = 'sk-test-Zx81-never-to-be-seen';

test('V1 U6 X5 a provider from a preset and by hand: listed, tried, explained, and its key seen nowhere', async ({
  page,
  provider,
  problems,
}) => {
  // What the browser itself logs of an answer that is an error, or of none.
  problems.allow(/Failed to load resource|blocked by CORS policy/);
  const refuser = await Refuser.start();
  provider.models = ['scripted-1', 'scripted-2'];
  provider.key = key;
  await openApp(page);
  await openSettings(page, 'Models');
  const dialog = page.getByRole('dialog', { name: 'Add a provider' });
  const field = (name: string): Locator => dialog.getByLabel(name, { exact: true });
  const tells = async (button: string, words: RegExp): Promise<void> => {
    await dialog.getByRole('button', { name: button, exact: true }).click();
    await expect(dialog.getByRole('alert')).toContainText(words);
    await expect(dialog.getByRole('alert')).not.toContainText(key);
  };

  await test.step('a preset brings its address and says where keys come from', async () => {
    await page.getByRole('button', { name: 'Add a provider' }).click();
    await page.getByRole('menuitem', { name: 'OpenRouter' }).click();
    await expect(field('Base URL')).toHaveValue('https://openrouter.ai/api/v1');
    await expect(dialog).toContainText('Keys: openrouter.ai/settings/keys.');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'Add a provider' })).toBeFocused();
  });

  await test.step('each way to fail is explained: no address, no key, a wrong one, no such model, nobody there, CORS', async () => {
    await page.getByRole('button', { name: 'Add a provider' }).click();
    await page.getByRole('menuitem', { name: 'Any OpenAI-compatible endpoint' }).click();
    await field('Base URL').fill('somewhere');
    await dialog.getByRole('button', { name: 'Test', exact: true }).click();
    await expect(dialog).toContainText('Give the whole address');
    await field('Name').fill('Mine');
    await field('Base URL').fill(provider.baseUrl);
    await tells('Fetch the list', /wants a key \(401\).*Enter one/);
    await field('API key').fill('sk-wrong');
    await field('Models').fill('scripted-1');
    await tells('Test', /did not accept the key \(401\).*Check this provider’s key/);
    await expect(dialog.getByRole('alert')).not.toContainText('sk-wrong');
    await field('API key').fill(key);
    await field('Models').fill('scripted-9');
    await tells('Test', /does not know “scripted-9”.*Fetch the list/);
    await field('Base URL').fill('http://127.0.0.1:9/v1');
    await tells('Test', /could not be reached.*no server runs at http:\/\/127\.0\.0\.1:9\/v1/);
    await field('Base URL').fill(refuser.baseUrl);
    await tells('Test', /could not be reached.*does not let this page .* in.*\(CORS\)/);
  });

  await test.step('and when all is right, it says so', async () => {
    await field('Base URL').fill(provider.baseUrl);
    await field('Models').fill('');
    await tells('Fetch the list', /The endpoint offers 2 models/);
    for (const name of ['scripted-1', 'scripted-2']) await expect(field(name)).toBeChecked();
    provider.script([say('ready'), say('ready')]);
    await tells('Test', /“scripted-1” answered after/);
    await tells('Test scripted-2', /“scripted-2” answered after/);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('key stored')).toBeVisible();
  });

  await test.step('the key works, and is not in the page, the database, the address or an error', async () => {
    await page.getByRole('button', { name: 'Edit… Mine' }).click();
    await expect(page.getByRole('dialog').getByLabel('API key')).toHaveValue('');
    await page.keyboard.press('Escape');
    await closeSettings(page);
    await pickModel(page, 'scripted-1');
    await pickProject(page, 'No project');
    provider.script([say('Hello.'), { status: 401, message: `Incorrect API key provided: ${key}` }]);
    await send(page, 'Hi.');
    await answered(page, 'Hello.');
    expect((await provider.request(1)).headers.authorization).toBe(`Bearer ${key}`);
    await send(page, 'Again.');
    await expect(lastAnswer(page).getByRole('alert')).toContainText('did not accept the key (401)');
    for (const secret of [key, btoa(key)]) expect(await everywhere(page), secret).not.toContain(secret);
    await page.reload();
    await expect(lastAnswer(page).getByRole('alert')).toContainText('did not accept the key (401)');
    provider.script([say('Still known.')]);
    await send(page, 'After a reload?');
    await answered(page, 'Still known.');
    expect(await everywhere(page)).not.toContain(key);
  });
  await refuser.stop();
});

test('V2 V3 U6 models change in mid-chat; busy, broken and failing answers are told and can be tried again', async ({
  page,
  folder,
  provider,
  problems,
}) => {
  problems.allow(/Failed to load resource/);
  await folder.write('a.txt', 'alpha');
  provider.models = ['scripted-1', 'scripted-2'];
  await openApp(page);
  await addProvider(page, provider);
  await pickProject(page, 'Sample project');
  const alert = (): Locator => lastAnswer(page).getByRole('alert');
  const retry = async (): Promise<void> => {
    provider.script([say('Now it works.')]);
    await alert().getByRole('button', { name: 'Retry' }).click();
    await answered(page, 'Now it works.');
  };

  await test.step('another model goes on with calls and words of the first', async () => {
    provider.script([calls(['list_directory', {}]), say('I looked.')], 'scripted-1');
    await send(page, 'Look around.');
    await answered(page, 'I looked.');
    await pickModel(page, 'scripted-2');
    provider.script([say('I go on.')], 'scripted-2');
    await send(page, 'Go on.');
    await answered(page, 'I go on.');
    const { body } = await provider.request(2);
    expect(body.model).toBe('scripted-2');
    expect(body.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool', 'assistant', 'user']);
  });

  await test.step('429 with Retry-After is tried again by itself, with a notice', async () => {
    provider.script([{ status: 429, retryAfter: 1, message: 'Slow down' }, say('Patience paid.')]);
    await send(page, 'Quick!');
    await expect(lastAnswer(page)).toContainText(/too many requests for now \(429\).*Slow down/);
    await answered(page, 'Patience paid.');
  });

  await test.step('a connection that breaks keeps what came, and Retry asks anew', async () => {
    const hold = new Hold();
    provider.script([{ breaksAfter: [{ text: 'The first half' }, { hold }] }]);
    await send(page, 'Tell me.');
    await expect(lastAnswer(page)).toContainText('The first half');
    hold.release();
    await expect(alert()).toContainText('broke before the answer was whole');
    await retry();
  });

  await test.step('an error within the stream is told in the provider’s words', async () => {
    const error = { error: { message: 'The GPU fell over', code: 'bad_luck' } };
    provider.script([
      {
        recorded: `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: 'So ' } }] })}\n\ndata: ${JSON.stringify(error)}\n\n`,
      },
    ]);
    await send(page, 'And now?');
    await expect(alert()).toContainText('The GPU fell over');
    await retry();
  });

  await test.step('500 each time: told once it gave up, and Retry is offered', async () => {
    provider.script(Array.from({ length: 4 }, () => ({ status: 500, message: 'Boiler out' })));
    const before = provider.asked.length;
    await send(page, 'Once more.');
    await expect(alert()).toContainText(/had a fault of its own \(500\).*Boiler out/);
    expect(provider.asked.length - before, 'three tries more').toBe(4);
    await retry();
  });
});

test('V2 recorded streams of real providers are read through the whole page', async ({ page, provider }) => {
  test.skip(!fixturesPresent, 'the shared test material is not here ($SLUICE_FIXTURES)');
  const recorded = async (name: string): Promise<Buffer> => {
    const bytes = Buffer.from(await fixtureBase64(`streams/${name}`), 'base64');
    if (!name.endsWith('.jsonl')) return bytes;
    const lines = bytes
      .toString('utf8')
      .split('\n')
      .filter((line) => line.trim() !== '');
    return Buffer.from([...lines, '[DONE]'].map((line) => `data: ${line}\n\n`).join(''));
  };
  const play = async (name: string, chunk: number): Promise<void> => {
    provider.script([{ recorded: await recorded(name), chunk }]);
    await send(page, name);
  };
  await openApp(page);
  await addProvider(page, provider);

  await test.step('reasoning and words, in small pieces', async () => {
    await play('10-moonshot-reasoning.jsonl', 61);
    await answered(page, 'Hello!');
    await lastAnswer(page).getByText('Reasoning', { exact: true }).click();
    await expect(lastAnswer(page).getByText('Thinking aloud.')).toBeVisible();
  });

  await test.step('a stream without [DONE], with much reasoning', async () => {
    await newChat(page);
    await play('40-gpustack-no-done.sse', 400);
    await answered(page, '1, 2, 3.');
  });

  await test.step('a tool that is not there is rejected, and the answer goes on', async () => {
    await newChat(page);
    provider.script([{ recorded: await recorded('38-ollama-v1-qwen3-tool.sse'), chunk: 997 }, say('No such tool.')]);
    await send(page, 'The weather in Berlin?');
    await answered(page, 'No such tool.');
    await expect(callRow(page, 'weather')).toHaveAttribute('data-at', 'rejected');
  });

  await test.step('an error in the middle, after comments that keep the line open', async () => {
    await newChat(page);
    await play('30-openrouter-comments-error.sse', 128);
    await expect(lastAnswer(page).getByRole('alert')).toContainText('Token limit reached');
    await expect(composer(page)).toBeFocused();
  });
});

test('V8 a model can be stopped before its first word, and a removed provider is said', async ({ page, provider }) => {
  const hold = new Hold();
  await openApp(page);
  await addProvider(page, provider);
  await pickProject(page, 'No project');
  provider.script([{ parts: [{ hold }, { text: 'late' }] }]);
  await send(page, 'Wait.');
  await hold.reached;
  await page.keyboard.press('Escape');
  await expect(lastAnswer(page)).toContainText('Stopped by you.');
  hold.release();
  await openSettings(page, 'Models');
  await page.getByRole('button', { name: 'Remove Scripted' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('button', { name: 'Remove Scripted' })).toHaveCount(0);
  await closeSettings(page);
  await expect(page.getByRole('button', { name: /^Model: .*\(removed\)/ })).toBeVisible();
  await composer(page).fill('Anyone?');
  await expect(page.getByRole('button', { name: 'Send' })).toHaveAttribute('aria-disabled', 'true');
});

/** All text that the page shows and keeps: DOM with its fields, address, IndexedDB, local storage, caches. */
async function everywhere(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')));
      });
    const binary = (bytes: Uint8Array): string => [...bytes].map((byte) => String.fromCharCode(byte)).join('');
    const text = (value: unknown): string =>
      JSON.stringify(value, (_, inner: unknown) => {
        if (inner instanceof ArrayBuffer) return binary(new Uint8Array(inner));
        if (ArrayBuffer.isView(inner)) return binary(new Uint8Array(inner.buffer, inner.byteOffset, inner.byteLength));
        return inner;
      });
    const found: string[] = [document.documentElement.outerHTML, location.href, JSON.stringify({ ...localStorage })];
    for (const field of document.querySelectorAll<HTMLInputElement>('input, textarea')) found.push(field.value);
    for (const { name } of await indexedDB.databases()) {
      const db = await done(indexedDB.open(name ?? ''));
      for (const store of db.objectStoreNames) {
        found.push(`${store}: ${text(await done(db.transaction(store).objectStore(store).getAll()))}`);
      }
      db.close();
    }
    if (!found.some((part) => part.startsWith('providers: ') && part.includes('127.0.0.1')))
      throw new Error('not read');
    return found.join('\n');
  });
}
