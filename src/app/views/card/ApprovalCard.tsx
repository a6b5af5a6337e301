import type { JSX } from 'preact';
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { canonical } from '../../../core/json.ts';
import { limits } from '../../../core/limits.ts';
import { pinText } from '../../../core/pin.ts';
import type { Card, CardAnswer, ChatState } from '../../state/contract.ts';
import { Button } from '../../ui/Button.tsx';
import { WhyText } from '../call/WhyText.tsx';
import { SchemaForm } from '../console/SchemaForm.tsx';
import { CallDiff } from '../diff/CallDiff.tsx';
import { ToolChange } from '../diff/ToolChange.tsx';
import { noDiff } from '../diff/words.ts';
import { oneLine } from '../oneline.ts';
import { announce } from './announce.ts';
import { Choices, chosen, deniesServer } from './Choices.tsx';
import { clock } from './keys.ts';
import { Refusal } from './Refusal.tsx';
import { useCardKeys } from './useCardKeys.ts';
import { titleOf } from './well.ts';
import { Well } from './Well.tsx';
import './ApprovalCard.css';

/**
 * All that a person has seen of a card; when it changes, a yes to the old one counts no more (rows A6, P8). Of a server's
 * tool that is also all the server says of it (row T6).
 */
const looksOf = ({ view, why, offers, tool, changed }: Card): string =>
  canonical([
    view.call.id,
    view.call.args,
    view.plan?.before?.hash ?? null,
    view.plan?.after?.hash ?? null,
    why.row,
    offers.length,
    tool?.source.from === 'mcp' ? pinText(tool) : null,
    changed?.before ?? null,
  ]);

/** Row D2: what stands where there is no diff to view. */
function withoutDiff({ tool, view }: Card): string | null {
  if (tool?.source.from === 'mcp') return noDiff.mcp;
  return view.plan === null && tool?.effect === 'read' ? noDiff.read : null;
}

type Mode = 'asking' | 'editing' | 'refusing';

/** The approval card: what would run, its exact effect, and the person's answer (rows A1–A4, A6, A7, G13, D1, D2). */
export function ApprovalCard({ card, chat }: { readonly card: Card; readonly chat: ChatState }): JSX.Element {
  const { view, why, offers, asker, tool, ready, sharers } = card;
  const { call, plan } = view;
  const root = useRef<HTMLElement>(null);
  const title = useId();
  const looks = useMemo(() => looksOf(card), [card]);
  const answered = useRef({ looks: '', at: 0 });
  // What took the place of something else under the person's hand takes no click until it could be seen.
  const [settled, setSettled] = useState(looks);
  const fresh = settled !== looks;
  const drawn = useRef({ looks, at: -Infinity });
  const [mode, setMode] = useState<Mode>('asking');
  // What asks for a reason of its own, such as a file of secrets, says it without being asked.
  const [open, setOpen] = useState({ why: why.row !== 'G10', diff: false });
  const [remember, setRemember] = useState(false);
  const [choice, setChoice] = useState<'met' | 'all'>('met');

  const answer = (given: CardAnswer): void => {
    if (!ready) return;
    // The second click of two must not answer what the first one has answered.
    const last = answered.current;
    if (last.looks === looks && clock.now() - last.at < limits.card.inertMs) return;
    answered.current = { looks, at: clock.now() };
    chat.answer(call.id, given);
  };
  /** Back from a form; the focus stays in the card. */
  const back = (): void => {
    setMode('asking');
    root.current?.focus();
  };
  const approve = (): void => {
    if (mode === 'asking') answer({ verdict: 'yes', offer: chosen(offers, remember, choice) });
  };
  const deny = (reason: string): void => answer({ verdict: 'no', reason });
  const onKeys = useCardKeys(root, card, chat, looks, {
    approve,
    deny: () => (mode === 'asking' ? deny('') : back()),
  });

  useEffect(() => {
    // Words of its own: the card's title must stand in the page once.
    announce(
      `A tool call of ${asker === 'you' ? 'yours' : asker} waits for your answer: ${oneLine(view.label)}. Control J goes to its card.`,
    );
  }, [call.id]);
  /** A click, once: the second of two, and one on what has just come to stand there, were meant for something else. */
  const click = (act: () => void) => (event: MouseEvent) => {
    if (event.detail <= 1 && clock.now() - drawn.current.at >= limits.card.inertMs) act();
  };
  useLayoutEffect(() => {
    if (drawn.current.looks !== looks) drawn.current = { looks, at: clock.now() };
  }, [looks]);
  useEffect(() => {
    setRemember(false);
    setChoice('met');
    const timer = setTimeout(() => setSettled(looks), limits.card.inertMs);
    return () => clearTimeout(timer);
  }, [looks]);
  const no = deniesServer(offers) ? 'Deny server' : 'Deny';
  const missing = withoutDiff(card);
  return (
    <section
      ref={root}
      class="card"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- none of those elements may hold headings, lists and forms like this
      role="group"
      tabIndex={-1}
      data-card={call.id}
      aria-labelledby={title}
      onKeyDownCapture={onKeys}
    >
      <header class="head">
        <h2 id={title}>{titleOf(card)}</h2>
        <span class="soft">{asker === 'you' ? 'You want to run' : `${oneLine(asker)} wants to run`}</span>
        <span class="more">
          {plan === null ? (
            missing === null ? null : (
              <span class="faint">{missing}</span>
            )
          ) : (
            <Button
              kind="quiet"
              small
              aria-expanded={open.diff}
              onClick={() => setOpen((was) => ({ ...was, diff: !was.diff }))}
            >
              {open.diff ? 'Hide diff' : 'View diff'}
            </Button>
          )}
          <Button
            kind="quiet"
            small
            class="asks"
            aria-expanded={open.why}
            onClick={() => setOpen((was) => ({ ...was, why: !was.why }))}
          >
            why?
          </Button>
        </span>
      </header>
      {open.why ? <WhyText why={why} /> : null}
      {view.original === null ? null : <p class="changed">You changed the arguments. The model will be told.</p>}
      <Well card={card} chat={chat} />
      {sharers.length === 0 ? null : (
        <p class="sharers">
          Approving here applies to all {sharers.length + 1} peers:{' '}
          {[asker, ...sharers].map((name) => oneLine(name)).join(', ')}. It runs once
          {mode === 'editing' ? ', with your arguments for all of them' : ''}.
        </p>
      )}
      {card.changed === null ? null : (
        <div class="change">
          <p class="changed">
            The server changed this tool since you approved it. Approving this call also approves the tool as it is now.
          </p>
          <ToolChange change={card.changed} label={oneLine(view.label)} />
        </div>
      )}
      {open.diff && plan !== null ? (
        <div class="change">
          <CallDiff chat={chat} call={call.id} of={looks} />
        </div>
      ) : null}
      {mode === 'editing' ? (
        <div class="edit">
          <SchemaForm
            key={canonical(call.args)}
            schema={tool?.schema ?? {}}
            now={call.args ?? {}}
            submit="Use these arguments"
            cancel="Back"
            focus
            onArgs={(args) => {
              back();
              chat.answer(call.id, { verdict: 'edit', args });
            }}
            onCancel={back}
          />
        </div>
      ) : mode === 'refusing' ? (
        <Refusal deny={no} onDeny={deny} onBack={back} />
      ) : (
        <footer class="foot">
          <Choices
            row={why.row}
            offers={offers}
            remember={remember}
            choice={choice}
            onRemember={setRemember}
            onChoice={setChoice}
          />
          <div class="aside">
            <Button kind="quiet" onClick={() => setMode('editing')}>
              Edit…
            </Button>
            <Button kind="quiet" onClick={() => setMode('refusing')}>
              Deny with reason…
            </Button>
          </div>
          <div class="answers">
            <Button kbd="Esc" aria-disabled={!ready || fresh} onClick={click(() => deny(''))}>
              {no}
            </Button>
            <Button kind="primary" kbd="↵" aria-disabled={!ready || fresh} onClick={click(approve)}>
              Approve
            </Button>
          </div>
        </footer>
      )}
    </section>
  );
}
