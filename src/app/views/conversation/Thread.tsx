import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ChatState } from '../../state/contract.ts';
import { Button } from '../../ui/Button.tsx';
import { Answer } from './Answer.tsx';
import { Asked } from './Asked.tsx';
import { useCardInSight } from './useCardInSight.ts';
import { useStick } from './useStick.ts';

/** Entries drawn at first and with each step back: a chat of 2,000 messages opens as fast as one of 20. */
const page = 40;

/** The messages and answers of a chat, oldest first; follows its end while it grows (rows U1, U3). */
export function Thread({ chat }: { readonly chat: ChatState }): JSX.Element {
  const { entries } = chat.conversation.value;
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const { following, toEnd } = useStick(scroller, content);
  // Counted from the start, so that a growing chat does not push the oldest drawn ones out again.
  const [from, setFrom] = useState<number | null>(null);
  const first = Math.min(from ?? Number.POSITIVE_INFINITY, Math.max(0, entries.length - page));
  const height = useRef<number | null>(null);
  const cards = chat.cards.value;
  const cardInSight = useCardInSight(scroller, cards.map((card) => card.view.call.id).join(' '));

  useLayoutEffect(() => {
    // What the person was reading stays where it was when older entries come in above.
    if (height.current !== null && scroller.current !== null) {
      scroller.current.scrollTop += scroller.current.scrollHeight - height.current;
    }
    height.current = null;
  }, [from]);
  const asked = entries.findLast((entry) => entry.is === 'asked')?.id;
  useEffect(() => toEnd(), [asked, toEnd]);

  const earlier = (): void => {
    height.current = scroller.current?.scrollHeight ?? null;
    setFrom(Math.max(0, first - page));
  };
  return (
    <>
      <div
        class="scroll"
        ref={scroller}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={0}
        role="log"
        aria-live="off"
        aria-label="Conversation"
        data-away={following ? undefined : ''}
      >
        <div class="column" ref={content}>
          {first === 0 ? null : (
            <Button class="earlier" small onClick={earlier}>
              Show {Math.min(page, first)} earlier
            </Button>
          )}
          {entries
            .slice(first)
            .map((entry) =>
              entry.is === 'asked' ? (
                <Asked key={entry.id} entry={entry} chat={chat} />
              ) : (
                <Answer
                  key={entry.id}
                  entry={entry}
                  chat={chat}
                  cards={cards.filter((card) => card.view.call.answer === entry.id)}
                />
              ),
            )}
        </div>
      </div>
      {following || cardInSight ? null : (
        <Button class="latest" icon="down" onClick={toEnd}>
          Jump to latest
        </Button>
      )}
    </>
  );
}
