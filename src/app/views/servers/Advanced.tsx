import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { defaultSettings } from '../../../core/records.ts';
import { useApp } from '../../state/context.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { minutesOf, registryOf } from './advanced.ts';

/** What few people change: how long a call may take (limits, "MCP"), and where servers are looked up (row M2). */
export function Advanced(): JSX.Element {
  const app = useApp();
  const { mcpCallMinutes, registry } = app.settings.value;
  const [minutes, setMinutes] = useState(String(mcpCallMinutes));
  const [address, setAddress] = useState(registry);
  const time = minutesOf(minutes);
  const place = registryOf(address);
  const same =
    mcpCallMinutes === defaultSettings.mcpCallMinutes && registry === defaultSettings.registry && time.ok && place.ok;
  return (
    <details class="fold advanced">
      <summary>Advanced</summary>
      <div class="inside">
        <TextField
          label="Longest call, in minutes"
          inputMode="numeric"
          hint="A call is given up after this long in all, and after 60 seconds without a sign of progress."
          value={minutes}
          error={time.ok ? null : time.fault.message}
          onText={(text) => {
            setMinutes(text);
            const read = minutesOf(text);
            if (read.ok) app.setSettings({ mcpCallMinutes: read.value });
          }}
        />
        <TextField
          label="Registry address"
          inputMode="url"
          hint="Where “Browse registry” looks. Saved as you type."
          value={address}
          error={place.ok ? null : place.fault.message}
          onText={(text) => {
            setAddress(text);
            const read = registryOf(text);
            if (read.ok) app.setSettings({ registry: read.value });
          }}
        />
        {same ? null : (
          <div class="do">
            <Button
              small
              icon="revert"
              onClick={(event) => {
                // The button goes away; focus stays here.
                event.currentTarget.closest('details')?.querySelector('summary')?.focus();
                setMinutes(String(defaultSettings.mcpCallMinutes));
                setAddress(defaultSettings.registry);
                app.setSettings({
                  mcpCallMinutes: defaultSettings.mcpCallMinutes,
                  registry: defaultSettings.registry,
                });
              }}
            >
              Back to the defaults
            </Button>
          </div>
        )}
      </div>
    </details>
  );
}
