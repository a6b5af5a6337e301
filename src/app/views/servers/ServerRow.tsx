import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { shown } from '../../../core/visible.ts';
import type { ServerView } from '../../state/serverscontract.ts';
import { useApp } from '../../state/context.ts';
import { Chip } from '../../ui/Chip.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Menu, type MenuItem } from '../../ui/Menu.tsx';
import { Mend } from './Mend.tsx';
import { RemoveServer } from './RemoveServer.tsx';
import { StatusDot } from './StatusDot.tsx';
import { useSignIn } from './useSignIn.ts';
import { audienceWords, dotOf, rowWords, wantsSignIn } from './words.ts';

/** One server: state, name, tools and policy, whom it is offered to, and all that can be done with it (row M3). */
export function ServerRow({
  view,
  onEdit,
  onActed,
}: {
  readonly view: ServerView;
  readonly onEdit: () => void;
  /** Something was asked of it whose end should be read out. */
  readonly onActed: () => void;
}): JSX.Element {
  const app = useApp();
  const { servers } = app;
  const [asking, setAsking] = useState(false);
  const signingIn = useSignIn(view.record.id);
  const { record, state } = view;
  const name = shown(record.name);
  const chip = audienceWords(record);
  const answered = servers.consents.value.filter((row) => row.server === record.id).length;
  const act = (work: () => void) => (): void => {
    onActed();
    work();
  };
  const signIn: MenuItem = {
    label: state.signedIn ? 'Sign in again' : 'Sign in',
    disabled: state.connection.at === 'signing-in',
    onSelect: act(signingIn.begin),
  };
  const items: readonly MenuItem[] = [
    { label: 'Edit…', onSelect: onEdit },
    record.enabled
      ? { label: 'Disable', onSelect: act(() => void servers.enable(record.id, false)) }
      : { label: 'Enable', onSelect: act(() => void servers.enable(record.id, true)) },
    ...(record.enabled ? [{ label: 'Refresh', onSelect: act(() => void servers.refresh(record.id)) }] : []),
    ...(record.enabled && wantsSignIn(view) ? [signIn] : []),
    ...(state.signedIn ? [{ label: 'Sign out', onSelect: act(() => void servers.signOut(record.id)) }] : []),
    {
      label: 'Details',
      onSelect: () => {
        app.inspecting.value = { at: 'server', server: record.id };
      },
    },
    {
      label: 'Reset consents',
      hint: answered === 0 ? 'none' : answered === 1 ? '1 chat' : `${answered} chats`,
      disabled: answered === 0,
      divided: true,
      onSelect: () => void servers.resetConsents(record.id),
    },
    { label: 'Remove…', danger: true, onSelect: () => setAsking(true) },
  ];
  return (
    <li class="server">
      <div class="line">
        <div class="what">
          <b>
            <StatusDot view={view} />
            {name}
          </b>
          {/* Beside its tools a connected one has no word for it. */}
          {dotOf(view) === 'ok' ? <span class="visually-hidden">connected</span> : null}
          <small>{rowWords(view)}</small>
        </div>
        <div class="how">
          {chip === null ? null : <Chip tone={chip === 'All models' ? 'accent' : 'plain'}>{chip}</Chip>}
          <Menu label={`Actions for ${name}`} items={items}>
            <Icon name="more" />
          </Menu>
        </div>
      </div>
      <Mend view={view} signingIn={signingIn} onActed={onActed} />
      {asking ? (
        <RemoveServer record={record} onClose={() => setAsking(false)} onYes={() => void servers.remove(record.id)} />
      ) : null}
    </li>
  );
}
