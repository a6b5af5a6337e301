import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { ChatState } from '../../state/contract.ts';
import { Button } from '../../ui/Button.tsx';

/** Opens the file chooser; images and text files go with the next message (row V2). */
export function AttachButton({ chat }: { readonly chat: ChatState }): JSX.Element {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button kind="quiet" icon="plus" label="Attach files" onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to attach"
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = '';
          void chat.attach(files);
        }}
      />
    </>
  );
}

/** The files of a paste, or none where text is what was pasted. */
export const pastedFiles = (event: ClipboardEvent): readonly File[] => [...(event.clipboardData?.files ?? [])];
