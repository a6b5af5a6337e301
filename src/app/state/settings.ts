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
  /** Deny drops the tool's grants (row T4). */
  function adopt(settings: Settings): void {
    const grants = rulebook.now().grants.filter((grant) => settings.tools[grant.tool] !== 'deny');
    rulebook.change({ settings, broken: null, grants });
  }

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
      if (rulebook.now().broken === null) adopt(how(rulebook.now().settings));
      const saved = await store.change(how);
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
