import { expect, test } from 'vitest';
import { defaultSettings, type Settings } from '../core/records.ts';
import { readSettings } from './settings.ts';
import { databaseAt, freshName, must, storeAt } from './testing/fresh.ts';

test('T2 settings stand at their defaults until changed, and a change outlives a reload', async () => {
  const name = freshName();
  const store = await storeAt(name);
  expect(must(await store.settings.read())).toEqual({ settings: defaultSettings, dropped: [] });
  must(await store.settings.change((now) => ({ ...now, theme: 'dark', tools: { ...now.tools, file_read: 'deny' } })));
  store.close();
  const again = must(await (await storeAt(name)).settings.read());
  expect(again).toEqual({ settings: { ...defaultSettings, theme: 'dark', tools: { file_read: 'deny' } }, dropped: [] });
});

test('T4 two tabs that change different settings at once keep both', async () => {
  const name = freshName();
  const [one, two] = await Promise.all([storeAt(name), storeAt(name)]);
  await Promise.all([
    one.settings.change((now) => ({ ...now, instructions: 'Be brief.' })),
    two.settings.change((now) => ({ ...now, sideBySide: true })),
    one.settings.change((now) => ({ ...now, tools: { ...now.tools, grep: 'ask' } })),
    two.settings.change((now) => ({ ...now, tools: { ...now.tools, file_edit: 'always' } })),
  ]);
  expect(must(await one.settings.read()).settings).toMatchObject({
    instructions: 'Be brief.',
    sideBySide: true,
    tools: { grep: 'ask', file_edit: 'always' },
  });
});

test('G11 a tool setting nobody understands asks, is told of, and never runs as always', async () => {
  const name = freshName();
  const store = await storeAt(name);
  const raw = await databaseAt(name);
  const odd = { ...defaultSettings, tools: { file_read: 'ALWAYS', file_write: 'deny', grep: null, 'mcp:1:x': true } };
  await raw.put('settings', odd as unknown as Settings, 'settings');
  const read = must(await store.settings.read());
  expect(read.settings.tools).toEqual({ file_read: 'ask', file_write: 'deny', grep: 'ask', 'mcp:1:x': 'ask' });
  expect(read.dropped).toHaveLength(3);
  expect(read.dropped[0]).toMatch(/"file_read".*asks until you set it again/u);
});

test('G11 tool settings or a whole record that are damaged make every file tool ask', () => {
  for (const stored of [{ tools: 'always' }, 'always', null, 7, ['always']]) {
    const { settings, dropped } = readSettings(stored);
    expect(settings.tools['file_read']).toBe('ask');
    expect(settings.tools['grep']).toBe('ask');
    expect(Object.values(settings.tools)).not.toContain('always');
    expect(dropped.length).toBeGreaterThan(0);
  }
});

test('G11 where tool settings are damaged, the tools servers had last ask too, and a change keeps it so', async () => {
  const name = freshName();
  const store = await storeAt(name);
  const raw = await databaseAt(name);
  const tool = {
    key: 'mcp:s1:search',
    name: 'search',
    label: 'search',
    description: '',
    schema: {},
    effect: 'read',
    source: { from: 'mcp', server: 's1' },
    readOnlyHint: true,
  } as const;
  must(await store.rosters.put({ id: 's1', tools: [tool], left: [], info: null, dialect: 'sdk', at: 1 }));
  for (const damaged of [{ ...defaultSettings, tools: 'always' }, 'always', 7]) {
    await raw.put('settings', damaged as unknown as Settings, 'settings');
    expect(must(await store.settings.read()).settings.tools).toMatchObject({ 'mcp:s1:search': 'ask', grep: 'ask' });
    must(await store.settings.change((now) => ({ ...now, theme: 'dark' })));
    const after = must(await store.settings.read());
    expect(after.settings).toMatchObject({ theme: 'dark', tools: { 'mcp:s1:search': 'ask', grep: 'ask' } });
    expect(after.dropped).toEqual([]);
  }
});

test('W6 a time limit or a registry that makes no sense stands at its default', () => {
  for (const mcpCallMinutes of [0, -1, 1e9, Number.NaN, Infinity, '10', null]) {
    const { settings, dropped } = readSettings({ ...defaultSettings, mcpCallMinutes });
    expect([mcpCallMinutes, settings.mcpCallMinutes, dropped.length]).toEqual([mcpCallMinutes, 10, 1]);
  }
  expect(readSettings({ ...defaultSettings, mcpCallMinutes: 30 }).settings.mcpCallMinutes).toBe(30);
  for (const registry of [7, null, ['https://x']]) {
    expect(readSettings({ ...defaultSettings, registry }).settings.registry).toBe(defaultSettings.registry);
  }
  expect(readSettings({ ...defaultSettings, registry: 'https://r.example.com' }).dropped).toEqual([]);
});

test('W6 a single broken value falls back to its default, and the others stand', () => {
  const { settings, dropped } = readSettings({
    theme: 'plaid',
    instructions: 'Be brief.',
    model: 'x',
    sideBySide: 'yes',
    tools: {},
  });
  expect(settings).toEqual({ ...defaultSettings, instructions: 'Be brief.' });
  expect(dropped).toHaveLength(3);
});
