import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Card, ChatState } from '../../state/contract.ts';
import { meaningOf, takesFocus, type Press } from './focus.ts';
import { clock, lastKey } from './keys.ts';

/** What the keys of a card do. */
export interface CardKeys {
  readonly approve: () => void;
  readonly deny: () => void;
}

const writing = 'textarea, select, [contenteditable], input:not([type=checkbox], [type=radio])';

function placeOf(target: EventTarget | null): Press['on'] {
  if (!(target instanceof Element)) return 'card';
  if (target.closest(writing)) return 'field';
  if (target.closest('input')) return 'choice';
  return target.closest('button, a, summary') ? 'button' : 'card';
}

/** Text that a field holds the person is in right now. */
export function unsentHere(): boolean {
  const at = document.activeElement;
  return at !== null && at.matches(writing) && 'value' in at && typeof at.value === 'string' && at.value !== '';
}

/** In another card, in a dialog, or reading further up: focus would pull the page away from under the eyes. */
export const engaged = (): boolean =>
  document.querySelector('dialog[open], [data-away]') !== null ||
  (document.activeElement?.closest('[data-card]') ?? null) !== null;

/** Where the focus goes when the card that held it is gone: to the call's own line, else to the composer (row U3). */
function handOn(call: string): void {
  if (document.activeElement !== null && document.activeElement !== document.body) return;
  const line = document.querySelector<HTMLElement>(`[data-call="${CSS.escape(call)}"] button`);
  // Who reads further up keeps their place.
  const preventScroll = document.querySelector('[data-away]') !== null;
  (line ?? document.querySelector<HTMLElement>('[data-composer]'))?.focus({ preventScroll });
}

/**
 * Row A3 at work: the card takes the focus only if the person is not typing, its keys sleep for its first 500 ms, and
 * again whenever `looks` says that it shows something else than before, or the page comes back into sight.
 */
export function useCardKeys(
  root: RefObject<HTMLElement | null>,
  card: Card,
  chat: ChatState,
  looks: string,
  keys: CardKeys,
): (event: KeyboardEvent) => void {
  const since = useRef(0);
  const call = card.view.call.id;

  useLayoutEffect(() => {
    since.current = clock.now();
    const again = (): void => {
      if (document.visibilityState === 'visible') since.current = clock.now();
    };
    document.addEventListener('visibilitychange', again);
    return () => document.removeEventListener('visibilitychange', again);
  }, [looks]);

  useLayoutEffect(() => {
    const element = root.current;
    const unsent = chat.draft.value.trim() !== '' || unsentHere();
    const seen = { now: clock.now(), lastKeyAt: lastKey.at, unsent, engaged: engaged() };
    if (element !== null && takesFocus({ tool: card.view.tool, ...seen })) element.focus();
    return () => {
      if (element?.contains(document.activeElement) === true) queueMicrotask(() => handOn(call));
    };
    // Only its appearing counts: what changes later must not take the focus.
  }, [call]);

  return (event) => {
    const { key, repeat, isComposing: composing } = event;
    const modified = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
    const age = clock.now() - since.current;
    const meaning = meaningOf({ key, repeat, modified, composing, on: placeOf(event.target), age });
    if (meaning === 'pass') return;
    // Escape must not reach the page, where it would stop the answer.
    event.preventDefault();
    event.stopPropagation();
    if (meaning === 'approve') keys.approve();
    if (meaning === 'deny') keys.deny();
  };
}
