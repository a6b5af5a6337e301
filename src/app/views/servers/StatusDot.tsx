import type { JSX } from 'preact';
import type { ServerView } from '../../state/serverscontract.ts';
import { dotOf } from './words.ts';
import './Explanation.css';

/** A server's state as a dot. It always stands beside words that say the same (row U3). */
export function StatusDot({ view }: { readonly view: ServerView }): JSX.Element {
  return <span class={`dot ${dotOf(view)}`} />;
}
