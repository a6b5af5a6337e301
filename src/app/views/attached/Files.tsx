import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { isImage } from '../../../core/attachment.ts';
import type { Attached } from '../../../core/log.ts';
import { shown } from '../../../core/visible.ts';
import type { ChatState } from '../../state/contract.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { bytes } from '../bytes.ts';
import './Files.css';

/** A small picture of an attached image, from the bytes that are kept; nothing is fetched. */
function Picture({ file, chat }: { readonly file: Attached; readonly chat: ChatState }): JSX.Element {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    let made: string | null = null;
    let gone = false;
    const show = async (): Promise<void> => {
      const blob = await chat.attachment(file.id);
      if (gone || blob === null) return;
      // The type that was checked, not what the bytes may claim.
      made = URL.createObjectURL(blob.slice(0, blob.size, file.mime));
      setUrl(made);
    };
    void show();
    return () => {
      gone = true;
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [file.id, file.mime, chat]);
  return url === null ? <Icon name="file" /> : <img src={url} alt={`Preview of ${file.name}`} />;
}

/** Files that go, or went, with a message (row V2); `onRemove` while they can still be taken off. */
export function Files({
  files,
  chat,
  onRemove,
}: {
  readonly files: readonly Attached[];
  readonly chat: ChatState;
  readonly onRemove?: (id: string) => void;
}): JSX.Element | null {
  if (files.length === 0) return null;
  return (
    <ul class="files" aria-label="Attached files">
      {files.map((file) => (
        <li key={file.id}>
          {isImage(file.mime) ? <Picture file={file} chat={chat} /> : <Icon name="file" />}
          <span class="name">{shown(file.name)}</span>
          <span class="faint">{bytes(file.size)}</span>
          {onRemove === undefined ? null : (
            <Button kind="quiet" small icon="close" label={`Remove ${file.name}`} onClick={() => onRemove(file.id)} />
          )}
        </li>
      ))}
    </ul>
  );
}
