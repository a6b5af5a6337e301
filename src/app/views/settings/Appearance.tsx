import type { JSX } from 'preact';
import type { Theme } from '../../../core/records.ts';
import { useApp } from '../../state/context.ts';
import { Segmented, type Segment } from '../../ui/Segmented.tsx';

const themes: readonly Segment<Theme>[] = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];
const diffs: readonly Segment<'unified' | 'split'>[] = [
  { value: 'unified', label: 'Unified' },
  { value: 'split', label: 'Side by side' },
];

/** Settings → Appearance: light or dark, and how diffs are laid out (rows U1, D1). */
export function Appearance(): JSX.Element {
  const app = useApp();
  const settings = app.settings.value;
  return (
    <>
      <p class="sub">Changes show at once.</p>
      <div class="line">
        <div class="what">
          <b>Theme</b>
        </div>
        <Segmented
          label="Theme"
          segments={themes}
          value={settings.theme}
          onChange={(theme) => app.setSettings({ theme })}
        />
      </div>
      <div class="line">
        <div class="what">
          <b>Diffs</b>
          <small>can be switched on each diff too</small>
        </div>
        <Segmented
          label="Diffs"
          segments={diffs}
          value={settings.sideBySide ? 'split' : 'unified'}
          onChange={(layout) => app.setSettings({ sideBySide: layout === 'split' })}
        />
      </div>
    </>
  );
}
