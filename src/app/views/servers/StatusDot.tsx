import type { JSX } from 'preact';
import type { ServerView } from '../../state/serverscontract.ts';
import { connectionWords, dotOf } from './words.ts';
import './Explanation.css';

/** A server's state as a dot for the eye and in words for readers (row U3). */
export function StatusDot({ view }: { readonly view: ServerView }): JSX.Element {
  return (
    <>
      <span class={`dot ${dotOf(view)}`} />
      <span class="visually-hidden">{connectionWords(view)}: </span>
    </>
  );
}
