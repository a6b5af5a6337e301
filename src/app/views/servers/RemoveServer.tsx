import type { JSX } from 'preact';
import type { ServerRecord } from '../../../core/server.ts';
import { shown } from '../../../core/visible.ts';
import { useApp } from '../../state/context.ts';
import { Confirm } from '../../ui/Confirm.tsx';

/** Asks before a server is forgotten, and says what goes with it (row M3). */
export function RemoveServer({
  record,
  onYes,
  onClose,
}: {
  readonly record: ServerRecord;
  readonly onYes: () => void;
  readonly onClose: () => void;
}): JSX.Element {
  const app = useApp();
  const chats = app.servers.consents.value.filter((row) => row.server === record.id).length;
  return (
    <Confirm title={`Remove ${shown(record.name)}?`} verb="Remove" onYes={onYes} onClose={onClose}>
      <p>
        This browser forgets its settings, headers and sign-in, the approvals of its tools,{' '}
        {chats === 0
          ? 'and what chats answer to it'
          : `and what ${chats === 1 ? 'one chat has' : `${chats} chats have`} answered to it`}
        . Calls of it that are running are cancelled.
      </p>
      <p>Old calls stay in their chats and keep its name. Nothing changes on the server itself.</p>
    </Confirm>
  );
}
