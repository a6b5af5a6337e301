import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { CallView } from '../../../core/conversation.ts';
import type { Outcome } from '../../../core/outcome.ts';
import { shown } from '../../../core/visible.ts';
import type { ChatState } from '../../state/contract.ts';
import { Button } from '../../ui/Button.tsx';
import { FaultNote } from '../../ui/Fault.tsx';
import { CallDiff } from '../diff/CallDiff.tsx';

/** The change that a call made, as its card showed it, and the way back (rows D4, P9). */
export function Change({ view, chat }: { readonly view: CallView; readonly chat: ChatState }): JSX.Element {
  const [open, setOpen] = useState(false);
  const [said, setSaid] = useState<Outcome<string> | 'asking' | null>(null);
  const { id } = view.call;
  const revert = (): void => {
    setSaid('asking');
    chat.revert(id).then(setSaid, () =>
      setSaid({
        ok: false,
        fault: { code: 'bug', message: 'The change could not be put back: the files worker stopped. Try again.' },
      }),
    );
  };
  const done = view.reverted ?? (said !== null && said !== 'asking' && said.ok ? said.value : null);
  return (
    <div class="callchange">
      <div class="ways">
        <Button small aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Hide diff' : 'View diff'}
        </Button>
        {done === null ? (
          <Button small icon="revert" disabled={said === 'asking'} onClick={revert}>
            {said === 'asking' ? 'Reverting…' : 'Revert'}
          </Button>
        ) : (
          <output class="soft">Reverted: {shown(done)}</output>
        )}
      </div>
      {said !== null && said !== 'asking' && !said.ok ? <FaultNote fault={said.fault} /> : null}
      {open ? <CallDiff chat={chat} call={id} of={id} /> : null}
    </div>
  );
}
