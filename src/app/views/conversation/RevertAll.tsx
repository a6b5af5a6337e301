import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { AnswerEntry } from '../../../core/conversation.ts';
import type { Outcome } from '../../../core/outcome.ts';
import { shown } from '../../../core/visible.ts';
import type { ChatState } from '../../state/contract.ts';
import { Button } from '../../ui/Button.tsx';
import { Confirm } from '../../ui/Confirm.tsx';
import { FaultNote, Note } from '../../ui/Fault.tsx';
import { changesOf } from './groups.ts';

/** Puts back every change of one answer, newest first, once the person has seen which (row P9). */
export function RevertAll({
  entry,
  chat,
}: {
  readonly entry: AnswerEntry;
  readonly chat: ChatState;
}): JSX.Element | null {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<Outcome<string> | null>(null);
  const changes = changesOf(entry);
  if (changes.length === 0 && result === null) return null;
  const revert = async (): Promise<void> => {
    setBusy(true);
    setResult(await chat.revertAll(entry.id));
    setBusy(false);
  };
  return (
    <>
      {changes.length === 0 ? null : (
        <Button kind="quiet" small icon="revert" aria-disabled={busy} onClick={() => !busy && setAsking(true)}>
          {busy ? 'Reverting…' : 'Revert all changes'}
        </Button>
      )}
      {result === null ? null : result.ok ? (
        <Note tone="ok">
          <span role="status">{shown(result.value)}</span>
        </Note>
      ) : (
        <FaultNote fault={result.fault} />
      )}
      {asking ? (
        <Confirm
          title="Revert all changes of this answer?"
          verb={`Revert ${changes.length === 1 ? '1 change' : `${changes.length} changes`}`}
          onYes={() => void revert()}
          onClose={() => setAsking(false)}
        >
          <p>
            The old content is put back, newest change first. A file that has changed since is left as it is, and named.
          </p>
          <ul class="paths">
            {changes.map((view) => (
              <li key={view.call.id}>
                {view.label} <span class="mono">{shown(view.plan?.to ?? view.plan?.path ?? '')}</span>
              </li>
            ))}
          </ul>
        </Confirm>
      ) : null}
    </>
  );
}
