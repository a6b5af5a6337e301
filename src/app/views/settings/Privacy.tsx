import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useApp } from '../../state/context.ts';
import { Note } from '../../ui/Fault.tsx';
import { Checkbox } from '../../ui/Field.tsx';

type Toggle = 'notifyPause' | 'notifyWaiting';
const words: Readonly<Record<Toggle, string>> = {
  notifyPause: 'Notify when an agent loop pauses at the tool-call soft cap',
  notifyWaiting: 'Notify when a call waits for approval',
};

/** Settings → Privacy: notifications while the window is not in front (row B4). The browser is asked by the click that switches one on. */
export function Privacy(): JSX.Element {
  const app = useApp();
  const [refused, setRefused] = useState(false);
  const may = app.notifications.value;
  const settings = app.settings.value;
  const set = async (toggle: Toggle, on: boolean): Promise<void> => {
    setRefused(false);
    if (on && !(await app.askNotifications())) return setRefused(true);
    app.setSettings({ [toggle]: on });
  };
  const shut = may === 'denied' || may === 'unsupported';
  const wanted = settings.notifyPause || settings.notifyWaiting;
  return (
    <>
      <p class="sub">Nothing is sent anywhere for this: the browser shows them, and they name the chat only.</p>
      <h3>Notifications</h3>
      <p class="soft">Shown only while this window is not in front.</p>
      {(['notifyPause', 'notifyWaiting'] as const).map((toggle) => (
        <div key={toggle} class="line">
          <Checkbox checked={settings[toggle]} onCheck={(on) => void set(toggle, on)}>
            {words[toggle]}
          </Checkbox>
        </div>
      ))}
      {shut && (refused || wanted) ? (
        <Note tone="warn" alert>
          {may === 'denied'
            ? 'The browser does not let this page show notifications. Allow them in the page’s settings (beside the address), then switch this on again.'
            : 'This browser has no notifications for pages. The banner and the cards are there all the same.'}
        </Note>
      ) : null}
      {refused && !shut ? (
        <Note tone="warn" alert>
          The browser’s question was closed without an answer, so nothing was switched on. Click again to be asked
          again.
        </Note>
      ) : null}
    </>
  );
}
