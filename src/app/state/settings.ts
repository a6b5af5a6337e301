import type { Fault } from '../../core/outcome.ts';
import type { Settings } from '../../core/records.ts';
import type { SettingsStore } from '../../storage/settings.ts';
import type { Rulebook } from '../runs/rulebook.ts';

/** Settings between the database and the rulebook. */
export interface KeptSettings {
  read(): Promise<void>;
  /** Takes effect before it is saved: a Deny must not wait for a disk (row T4). */
  change(how: (now: Settings) => Settings): Promise<void>;
}

export function keepSettings(
  store: SettingsStore,
  rulebook: Rulebook,
  tell: (fault: Fault) => void,
  changed: () => void,
): KeptSettings {
  /** Changes that hold already and are still on their way to the disk, oldest first. */
  const underWay: ((now: Settings) => Settings)[] = [];

  /** Deny drops the tool's grants (row T4). */
  const held = (settings: Settings) => ({
    settings,
    grants: rulebook.now().grants.filter((grant) => settings.tools[grant.tool] !== 'deny'),
  });
  /** What is stored, with what is not yet: a save that ends late must not lift a newer Deny. */
  const adopt = (stored: Settings): void =>
    rulebook.change({ ...held(underWay.reduce((now, how) => how(now), stored)), broken: null });

  async function read(): Promise<void> {
    const stored = await store.read();
    if (!stored.ok) {
      rulebook.change({ broken: stored.fault.message });
      return tell(stored.fault);
    }
    for (const message of stored.value.dropped) tell({ code: 'storage', message });
    adopt(stored.value.settings);
  }

  return {
    read,
    async change(how) {
      const before = rulebook.now();
      underWay.push(how);
      if (before.broken === null) rulebook.change(held(how(before.settings)));
      const saved = await store.change(how);
      underWay.splice(underWay.indexOf(how), 1);
      if (saved.ok) {
        adopt(saved.value);
        return changed();
      }
      tell(saved.fault);
      // What could not be saved does not stand: the screen shows what a reload would.
      await read();
    },
  };
}
