import type { JSX } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks';
import { limits } from '../../../core/limits.ts';
import type { ChatState, CheckIn } from '../../state/contract.ts';
import { Button } from '../../ui/Button.tsx';
import { announce } from '../card/announce.ts';
import { meaningOf, takesFocus } from '../card/focus.ts';
import { clock, lastKey } from '../card/keys.ts';
import { unsentHere } from '../card/useCardKeys.ts';
import { banner } from './shown.ts';
import './Banner.css';

/** Working in a dialog or in a card: the banner must not pull the person out of it. */
const engaged = (): boolean =>
  document.querySelector('dialog[open]') !== null ||
  (document.activeElement?.closest('[data-card], [popover]') ?? null) !== null;

/** The check-in at the soft number (row B2): Return continues, Escape stops; it takes the focus as a card does (row A3). */
export function Banner({ chat, checkIn }: { readonly chat: ChatState; readonly checkIn: CheckIn }): JSX.Element {
  const root = useRef<HTMLElement>(null);
  const title = useId();
  const words = `Sluice has called ${checkIn.calls} tools while answering. Continue?`;
  const age = (): number => clock.now() - (banner.since ?? Number.POSITIVE_INFINITY);
  useLayoutEffect(() => {
    banner.since = clock.now();
    const again = (): void => {
      if (document.visibilityState === 'visible') banner.since = clock.now();
    };
    document.addEventListener('visibilitychange', again);
    const element = root.current;
    const unsent = chat.draft.value.trim() !== '' || unsentHere();
    if (takesFocus({ tool: null, now: clock.now(), lastKeyAt: lastKey.at, unsent, engaged: engaged() }))
      element?.focus();
    return () => {
      banner.since = null;
      document.removeEventListener('visibilitychange', again);
      // Focus is never lost with what held it (row U3).
      if (element?.contains(document.activeElement) === true)
        queueMicrotask(() => document.querySelector<HTMLElement>('[data-composer]')?.focus({ preventScroll: true }));
    };
  }, [checkIn.answer]);
  useEffect(() => announce(`${words} Return continues, Escape stops and summarizes.`), [checkIn.answer]);
  const release = (how: 'continue' | 'stop'): void => {
    if (age() >= limits.card.inertMs) chat.release(how);
  };
  return (
    <section
      ref={root}
      class="banner"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- none of those elements is a question with two answers
      role="group"
      tabIndex={-1}
      aria-labelledby={title}
      onKeyDownCapture={(event) => {
        const { key, repeat, isComposing: composing } = event;
        const modified = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
        const on = event.target instanceof Element && event.target.closest('button') ? 'button' : 'card';
        const meaning = meaningOf({ key, repeat, modified, composing, on, age: age() });
        if (meaning === 'pass') return;
        event.preventDefault();
        event.stopPropagation();
        if (meaning === 'approve') release('continue');
        if (meaning === 'deny') release('stop');
      }}
    >
      <p id={title}>{words}</p>
      <div class="answers">
        <Button kbd="Esc" onClick={() => release('stop')}>
          Stop and summarize
        </Button>
        <Button kind="primary" kbd="↵" onClick={() => release('continue')}>
          Continue
        </Button>
      </div>
    </section>
  );
}
