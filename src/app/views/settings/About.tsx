import type { JSX } from 'preact';
import { useApp } from '../../state/context.ts';
import { Mark } from '../../ui/Icon.tsx';

/** Settings → About: what this is, which version, under which licence. */
export function About(): JSX.Element {
  const app = useApp();
  return (
    <>
      <p class="sub">
        <Mark size={28} />
      </p>
      <div class="stack">
        <p>
          Sluice is an agent chat client that lives wholly in this browser: no server of ours, no account. Models act
          through tools; every call passes one gate, and you see its exact effect first.
        </p>
        <p class="soft">
          Requests go only to the providers you add. Folders are opened by the browser itself and stay on your disk.
        </p>
      </div>
      <div class="line">
        <span class="what">
          <b>Version</b>
        </span>
        <span>{app.version}</span>
      </div>
      <div class="line">
        <span class="what">
          <b>Licence</b>
        </span>
        <span>MIT</span>
      </div>
    </>
  );
}
