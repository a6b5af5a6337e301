import type { JSX } from 'preact';
import { onMac, shortcuts } from '../shortcuts.ts';

const spoken = (key: string, mac: boolean): string =>
  key === 'mod' ? (mac ? '⌘' : 'Ctrl') : key === 'Alt' && mac ? '⌥' : key;

/** Settings → Shortcuts: the keys that work now (row U2). */
export function Shortcuts(): JSX.Element {
  const mac = onMac();
  return (
    <>
      <p class="sub">Press ? outside of a field to come here.</p>
      {shortcuts.map(({ keys, does, where }) => (
        <div class="line" key={`${keys.join('+')} ${does}`}>
          <div class="what">
            <b>{does}</b>
            <small>{where}</small>
          </div>
          <span class="keys">
            {keys.map((key) => (
              <kbd class="kbd" key={key}>
                {spoken(key, mac)}
              </kbd>
            ))}
          </span>
        </div>
      ))}
    </>
  );
}
