import { expect, test } from 'vitest';
import { ok, type Outcome } from '../../core/outcome.ts';
import { defaultSettings, type Settings } from '../../core/records.ts';
import type { SettingsStore } from '../../storage/settings.ts';
import { makeRulebook } from '../runs/rulebook.ts';
import { keepSettings } from './settings.ts';

/** A store that saves only when it is told to, one change at a time. */
function slowStore() {
  let stored: Settings = defaultSettings;
  const waiting: (() => void)[] = [];
  const store: SettingsStore = {
    read: () => Promise.resolve(ok({ settings: stored, dropped: [] })),
    change: (how) =>
      new Promise<Outcome<Settings>>((resolve) => {
        waiting.push(() => {
          stored = how(stored);
          resolve(ok(stored));
        });
      }),
  };
  return { store, save: () => waiting.shift()?.() };
}

const setting = (tool: string, value: 'always' | 'ask' | 'deny') => (now: Settings) => ({
  ...now,
  tools: { ...now.tools, [tool]: value },
});

test('T4 a Deny set while an older Always is still being saved is never lifted by it', async () => {
  const { store, save } = slowStore();
  const rulebook = makeRulebook();
  const kept = keepSettings(
    store,
    rulebook,
    () => undefined,
    () => undefined,
  );
  const seen: (string | undefined)[] = [];
  const older = kept.change(setting('file_write', 'always'));
  const newer = kept.change(setting('file_write', 'deny'));
  rulebook.listen(() => void seen.push(rulebook.now().settings.tools['file_write']));
  save();
  await older;
  expect(rulebook.now().settings.tools['file_write']).toBe('deny');
  save();
  await newer;
  expect(new Set(seen)).toEqual(new Set(['deny']));
});

test('T4 what another tab stored does not lift a Deny that is still being saved', async () => {
  const { store, save } = slowStore();
  const rulebook = makeRulebook();
  const kept = keepSettings(
    store,
    rulebook,
    () => undefined,
    () => undefined,
  );
  const denied = kept.change(setting('file_write', 'deny'));
  await kept.read();
  expect(rulebook.now().settings.tools['file_write']).toBe('deny');
  save();
  await denied;
  expect(rulebook.now().settings.tools['file_write']).toBe('deny');
});
