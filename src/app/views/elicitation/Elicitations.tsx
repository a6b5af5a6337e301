import type { JSX } from 'preact';
import { useApp } from '../../state/context.ts';
import { ElicitationPanel } from './ElicitationPanel.tsx';

/** What servers ask, one at a time: those of one server before the next server's (row M7). */
export function Elicitations(): JSX.Element | null {
  const app = useApp();
  const all = app.servers.elicitations.value;
  const [first] = all;
  return first === undefined ? null : <ElicitationPanel key={first.id} asked={first} waiting={all.length} />;
}
