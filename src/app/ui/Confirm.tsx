import type { ComponentChildren, JSX } from 'preact';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';

/** Asks once more before something that cannot be undone; the safe answer has the focus. */
export function Confirm({
  title,
  children,
  verb,
  onYes,
  onClose,
}: {
  readonly title: string;
  readonly children: ComponentChildren;
  /** What the button does, in a word or two: "Remove". */
  readonly verb: string;
  readonly onYes: () => void;
  readonly onClose: () => void;
}): JSX.Element {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="danger"
            onClick={() => {
              onClose();
              onYes();
            }}
          >
            {verb}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
