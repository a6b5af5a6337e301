import type { JSX } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { useApp } from '../state/context.ts';
import { Icon } from '../ui/Icon.tsx';

const holdsFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

/** Takes a folder or files dropped anywhere on the window (rows P1, P2), and says so while they hover over it. */
export function Dropzone(): JSX.Element | null {
  const app = useApp();
  const [over, setOver] = useState(false);
  useLayoutEffect(() => {
    const leave = new AbortController();
    const { signal } = leave;
    const hover = (event: DragEvent): void => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    addEventListener('dragenter', hover, { signal });
    addEventListener('dragover', hover, { signal });
    // The pointer has left the window where nothing is entered instead.
    addEventListener('dragleave', (event) => event.relatedTarget === null && setOver(false), { signal });
    addEventListener(
      'drop',
      (event) => {
        setOver(false);
        if (!holdsFiles(event) || event.dataTransfer === null) return;
        event.preventDefault();
        const { items } = event.dataTransfer;
        const folder = [...items].some((item) => item.webkitGetAsEntry()?.isDirectory === true);
        const files = [...event.dataTransfer.files];
        // A dropped folder is a project; files go with the next message (row V2).
        if (folder || app.chat.value === null) void app.dropFolder(items);
        else void app.chat.value.attach(files);
      },
      { signal },
    );
    return () => leave.abort();
  }, [app]);
  if (!over) return null;
  return (
    <div class="dropzone" aria-hidden="true">
      <p>
        <Icon name="folder" /> Drop a folder to open it as a project, or files to attach them
      </p>
    </div>
  );
}
