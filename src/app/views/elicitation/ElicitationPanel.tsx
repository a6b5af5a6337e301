import type { JSX } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { limits } from '../../../core/limits.ts';
import type { Elicitation, ElicitationReply } from '../../../core/server.ts';
import { shown } from '../../../core/visible.ts';
import { useApp } from '../../state/context.ts';
import { Button } from '../../ui/Button.tsx';
import { LongText } from '../call/LongText.tsx';
import { announce } from '../card/announce.ts';
import { takesFocus } from '../card/focus.ts';
import { clock, lastKey } from '../card/keys.ts';
import { engaged, unsentHere } from '../card/useCardKeys.ts';
import { safeLink } from '../markdown/address.ts';
import { oneLine } from '../oneline.ts';
import { AskedForm } from './AskedForm.tsx';
import { AskedLink } from './AskedLink.tsx';
import './Elicitation.css';

const messageChars = 1_000;

/** Where the focus goes when the panel that held it is gone (row U3). */
function handOn(): void {
  if (document.activeElement !== null && document.activeElement !== document.body) return;
  document.querySelector<HTMLElement>('[data-composer]')?.focus({ preventScroll: true });
}

/**
 * What one server asks in the middle of a call (row M7): who asks, its words as text, and a form or a page to open. Beside
 * the page and not over it: it takes the focus as a card does (row A3), and is inert for its first 500 ms.
 */
export function ElicitationPanel({
  asked,
  waiting,
}: {
  readonly asked: Elicitation;
  readonly waiting: number;
}): JSX.Element {
  const app = useApp();
  const root = useRef<HTMLElement>(null);
  const [title, form] = [useId(), useId()];
  const since = useRef(0);
  const [inert, setInert] = useState(true);
  const [taken, setTaken] = useState(false);
  const server = app.servers.list.value.find(({ record }) => record.id === asked.server)?.record;
  const name = server === undefined ? 'A server that was removed' : oneLine(server.name);
  const host = server !== undefined && URL.canParse(server.url) ? new URL(server.url).host : null;

  useLayoutEffect(() => {
    since.current = clock.now();
    const unsent = (app.chat.value?.draft.value.trim() ?? '') !== '' || unsentHere();
    const seen = { now: clock.now(), lastKeyAt: lastKey.at, unsent, engaged: engaged() };
    if (takesFocus({ tool: null, ...seen })) root.current?.focus();
    const timer = setTimeout(() => setInert(false), limits.card.inertMs);
    const element = root.current;
    return () => {
      clearTimeout(timer);
      if (element?.contains(document.activeElement) === true) queueMicrotask(handOn);
    };
  }, []);
  useEffect(
    () => announce(`The server ${name} asks you for something. Control J goes to it. ${oneLine(asked.message, 200)}`),
    [],
  );
  const reply = (given: ElicitationReply): void => {
    if (taken || clock.now() - since.current < limits.card.inertMs) return;
    setTaken(true);
    app.servers.answer(asked.id, given);
  };
  const link = asked.is === 'link' ? safeLink(asked.url) : null;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- takes Escape on its way up from the fields
    <section
      ref={root}
      class="elicitation"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- stands beside the page; a dialog element would sit on it
      role="dialog"
      aria-labelledby={title}
      tabIndex={-1}
      data-card={asked.id}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.isComposing) return;
        // Escape must not reach the page, where it would stop the answer.
        event.preventDefault();
        event.stopPropagation();
        reply({ is: 'cancel' });
      }}
    >
      <header>
        <h2 id={title}>
          {name} asks you
          {host === null ? null : <small>{host}</small>}
        </h2>
        {waiting > 1 ? <span class="faint">1 of {waiting}</span> : null}
      </header>
      <div class="body">
        {asked.message.length > messageChars ? (
          <LongText text={asked.message} label="What the server says" />
        ) : (
          <p class="message">{shown(asked.message)}</p>
        )}
        {asked.is === 'form' ? (
          <AskedForm id={form} schema={asked.schema} onContent={(content) => reply({ is: 'accept', content })} />
        ) : (
          <AskedLink
            url={link}
            text={asked.url}
            inert={inert || taken}
            onOpen={() => reply({ is: 'accept', content: {} })}
          />
        )}
      </div>
      <footer>
        <Button kind="quiet" kbd="Esc" aria-disabled={inert || taken} onClick={() => reply({ is: 'cancel' })}>
          Cancel
        </Button>
        <Button aria-disabled={inert || taken} onClick={() => reply({ is: 'decline' })}>
          Decline
        </Button>
        {asked.is === 'form' ? (
          <Button kind="primary" type="submit" form={form} aria-disabled={inert || taken}>
            Send
          </Button>
        ) : null}
      </footer>
    </section>
  );
}
