import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { unknownModel, type ModelFacts } from '../../../core/facts.ts';
import { fakeApp } from '../testing/fake.ts';
import { mount, unmountAll } from '../testing/mount.tsx';
import { Settings } from './Settings.tsx';

afterEach(unmountAll);

function at(name: string, app = fakeApp()): typeof app {
  app.route.value = { at: 'settings', page: name, chat: null };
  mount(<Settings menu={null} />, app);
  return app;
}

test('T3 B1 the tool budget has its three presets, Standard at first, and says what they mean', async () => {
  const app = at('tools');
  const group = page.getByRole('radiogroup', { name: 'Tool budget' });
  await expect.element(group.getByRole('radio', { name: 'Standard 75/250' })).toBeChecked();
  await expect.element(page.getByText(/after 75 it pauses and asks, once; at 250 tools stop/u)).toBeVisible();
  await userEvent.click(group.getByText('Focused 25/100'));
  expect(app.asks).toEqual([['setSettings', { budget: 'focused' }]]);
  await expect.element(page.getByText(/after 25 it pauses/u)).toBeVisible();
});

test('F1 the minutes of a round take whole numbers within bounds, and nothing else', async () => {
  const app = at('tools');
  const field = page.getByLabelText('Minutes a model of a round may take');
  await userEvent.fill(field, '0');
  await expect.element(page.getByText('Give a whole number from 1 to 240.')).toBeVisible();
  expect(app.asks).toEqual([]);
  await userEvent.fill(field, '20');
  expect(app.asks).toEqual([['setSettings', { roundMinutes: 20 }]]);
});

test('B4 a notification is switched on only where the browser lets it, and is asked for by that click alone', async () => {
  const base = fakeApp();
  let asked = 0;
  let may = false;
  const app = {
    ...base,
    askNotifications() {
      asked += 1;
      base.notifications.value = may ? 'granted' : 'denied';
      return Promise.resolve(may);
    },
  };
  at('privacy', app);
  const pause = page.getByRole('checkbox', {
    name: 'Notify when an agent loop pauses at the tool-call soft cap',
  });
  await expect.element(pause).not.toBeChecked();
  expect(asked).toBe(0);
  await userEvent.click(pause);
  await expect.element(page.getByRole('alert')).toHaveTextContent('does not let this page show notifications');
  await expect.element(pause).not.toBeChecked();
  expect(app.settings.value.notifyPause).toBe(false);
  may = true;
  await userEvent.click(page.getByRole('checkbox', { name: 'Notify when a call waits for approval' }));
  await expect.element(page.getByRole('checkbox', { name: 'Notify when a call waits for approval' })).toBeChecked();
  expect([app.settings.value.notifyPause, app.settings.value.notifyWaiting, asked]).toEqual([false, true, 2]);
  await userEvent.click(page.getByRole('checkbox', { name: 'Notify when a call waits for approval' }));
  expect(asked).toBe(2);
});

test('B5 V5 a model’s context and prices are the table’s until the person corrects them, and can be taken back', async () => {
  const base = fakeApp();
  const provider = {
    id: 'p1',
    name: 'Lab',
    kind: 'anthropic',
    baseUrl: 'https://api.example',
    key: null,
    models: ['opus'],
    made: 0,
  } as const;
  base.providers.value = [provider];
  base.models.value = [{ ref: { provider: 'p1', model: 'opus', name: 'Lab · opus' }, provider }];
  const own: ModelFacts[] = [];
  const app: typeof base = {
    ...base,
    modelFacts() {
      void base.settings.value;
      return { facts: own.at(-1) ?? { ...unknownModel, context: 200_000 }, own: own.length > 0 };
    },
    setModelFacts(_model, facts) {
      if (facts === null) own.length = 0;
      else own.push(facts);
      // As the real settings do: whoever reads them is drawn anew.
      base.settings.value = { ...base.settings.value };
    },
  };
  at('models', app);
  await userEvent.click(page.getByRole('button', { name: 'Prices… and context of Lab' }));
  const context = page.getByLabelText('Context (tokens)');
  await expect.element(context).toHaveValue('200000');
  await userEvent.fill(page.getByLabelText('Input, US$ a million tokens'), 'much');
  await expect.element(page.getByText('Give a number, or leave it empty.')).toBeVisible();
  expect(own).toEqual([]);
  await userEvent.fill(page.getByLabelText('Input, US$ a million tokens'), '3');
  await userEvent.fill(page.getByLabelText('Output, US$ a million tokens'), '15');
  expect(own.at(-1)).toEqual({ context: 200_000, inputPrice: 3, outputPrice: 15 });
  await expect.element(page.getByText('These are your numbers.')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Back to the table' }));
  expect(own).toEqual([]);
  await expect.element(page.getByText('These are the table’s numbers.')).toBeVisible();
  await expect.element(page.getByLabelText('Input, US$ a million tokens')).toHaveValue('');
});
