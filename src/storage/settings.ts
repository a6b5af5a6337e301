import { isObject, type JsonObject } from '../core/json.ts';
import type { Setting } from '../core/gate.ts';
import { ok, type Outcome } from '../core/outcome.ts';
import { limits } from '../core/limits.ts';
import { defaultSettings, type Settings } from '../core/records.ts';
import { fileToolNames, type ToolKey } from '../core/tool.ts';
import { attempt, transact } from './fault.ts';
import type { Database } from './schema.ts';
import { isRoster } from './servershapes.ts';
import { flag, oneOf, orNull, shape, text, type Check } from './shape.ts';

/** The settings, and a sentence for each stored value that made no sense and was dropped. */
export interface ReadSettings {
  readonly settings: Settings;
  readonly dropped: readonly string[];
}

/** All single settings, in one record. */
export interface SettingsStore {
  read(): Promise<Outcome<ReadSettings>>;
  /** Changes them as they stand now, so that two tabs do not undo each other. */
  change(how: (now: Settings) => Settings): Promise<Outcome<Settings>>;
}

const isSetting = (value: unknown): value is Setting => value === 'always' || value === 'ask' || value === 'deny';
const orNumber = (value: unknown): boolean =>
  value === null || (typeof value === 'number' && Number.isFinite(value) && value >= 0);
const isFactsTable: Check = (value) =>
  isObject(value) &&
  Object.values(value).every(shape({ context: orNumber, inputPrice: orNumber, outputPrice: orNumber }));
const plain: Readonly<Record<Exclude<keyof Settings, 'tools'>, Check>> = {
  instructions: text,
  theme: oneOf('system', 'light', 'dark'),
  model: orNull(shape({ provider: text, model: text, name: text })),
  sideBySide: flag,
  sampleMade: flag,
  mcpCallMinutes: (value) => typeof value === 'number' && value >= 1 && value <= 24 * 60,
  registry: text,
  budget: oneOf('focused', 'standard', 'extended'),
  notifyPause: flag,
  notifyWaiting: flag,
  roundMinutes: (value) =>
    typeof value === 'number' && value >= limits.round.minutes.least && value <= limits.round.minutes.most,
  modelFacts: isFactsTable,
};

/** Row G11: a setting nobody understands must not fall back to a default that runs; such a tool asks. */
function readTools(stored: unknown, dropped: string[], served: readonly ToolKey[]): Readonly<Record<ToolKey, Setting>> {
  if (stored === undefined) return {};
  if (!isObject(stored)) {
    dropped.push('The stored tool settings are damaged. Every tool asks until you set it again in Settings → Tools.');
    return Object.fromEntries([...fileToolNames, ...served].map((name) => [name, 'ask'] as const));
  }
  const entries = Object.entries(stored).map(([key, value]): [ToolKey, Setting] => {
    if (isSetting(value)) return [key, value];
    dropped.push(
      `The stored setting of the tool ${JSON.stringify(key)} is not Always, Ask or Deny. It asks until you set it again in Settings → Tools.`,
    );
    return [key, 'ask'];
  });
  return Object.fromEntries(entries);
}

/** Whether the tools' own settings are lost, so that it must be known which tools there are. */
const toolsLost = (stored: unknown): boolean =>
  stored !== undefined && !(isObject(stored) && (stored['tools'] === undefined || isObject(stored['tools'])));

/** Any stored value as settings; what is absent or makes no sense stands at its default. `served`: the tools of servers. */
export function readSettings(stored: unknown, served: readonly ToolKey[] = []): ReadSettings {
  if (stored === undefined) return { settings: defaultSettings, dropped: [] };
  const dropped: string[] = [];
  if (!isObject(stored)) {
    const tools = readTools(null, dropped, served);
    return { settings: { ...defaultSettings, tools }, dropped };
  }
  const kept: Record<string, JsonObject[string]> = {};
  for (const [name, sound] of Object.entries(plain)) {
    const value = stored[name];
    if (value === undefined) continue;
    if (sound(value)) kept[name] = value;
    else dropped.push(`The stored setting "${name}" makes no sense; it stands at its default again.`);
  }
  return { settings: { ...defaultSettings, ...kept, tools: readTools(stored['tools'], dropped, served) }, dropped };
}

const key = 'settings';

/** The settings record of a database. */
export function settingsIn(db: Database): SettingsStore {
  /** The tools servers had last: where their own settings are lost, they ask as the built-in ones do (row G11). */
  async function read(stored: unknown): Promise<ReadSettings> {
    if (!toolsLost(stored)) return readSettings(stored);
    const rosters: readonly unknown[] = await db.getAll('rosters');
    return readSettings(
      stored,
      rosters.flatMap((one) => (isRoster(one) ? one.tools.map((tool) => tool.key) : [])),
    );
  }
  return {
    read: () => attempt('read the settings', async () => read(await db.get('settings', key))),
    async change(how) {
      // Read apart from the change itself, whose transaction would end while another is waited for.
      const seen = await attempt('read the settings', async () => read(await db.get('settings', key)));
      if (!seen.ok) return seen;
      return transact(
        'save the settings',
        () => db.transaction('settings', 'readwrite'),
        async ({ store }) => {
          const stored: unknown = await store.get(key);
          const next = how(toolsLost(stored) ? seen.value.settings : readSettings(stored).settings);
          await store.put(next, key);
          return ok(next);
        },
      );
    },
  };
}
