import type { JSX } from 'preact';
import type { AnswerEntry } from '../../../core/conversation.ts';
import type { ChatState } from '../../state/contract.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { FaultNote, Note } from '../../ui/Fault.tsx';
import { short } from '../ago.ts';
import { AnswerMenu } from './AnswerMenu.tsx';
import { wordsOf } from './groups.ts';
import { isRound } from './round/reading.ts';
import { RevertAll } from './RevertAll.tsx';
import { VersionSwitch } from './VersionSwitch.tsx';

/** How an answer ended, where it did not simply end, and what can be done about it (rows U6, W6). */
function Closing({
  entry,
  again,
  goOn,
}: {
  readonly entry: AnswerEntry;
  readonly again: (() => void) | null;
  /** Goes on with a round from the answers that came; null where there is none to go on with. */
  readonly goOn: (() => void) | null;
}): JSX.Element | null {
  const retry = (word: string): JSX.Element | null =>
    again === null ? null : (
      <Button small icon="retry" onClick={again}>
        {word}
      </Button>
    );
  switch (entry.state) {
    case 'failed': {
      const fault = entry.fault ?? { code: 'bug', message: 'The answer failed, and left no reason. Try again.' };
      return <FaultNote fault={fault}>{retry('Retry')}</FaultNote>;
    }
    case 'interrupted':
      return (
        <Note tone="warn">
          <span>
            {entry.fault?.message ?? 'This answer was interrupted: the page was closed or reloaded while it ran.'}
          </span>
          {again === null ? null : (
            <span class="do">
              {goOn === null ? null : (
                <Button small kind="primary" icon="right" onClick={goOn}>
                  Continue
                </Button>
              )}
              {retry('Regenerate')}
            </span>
          )}
        </Note>
      );
    case 'stopped':
      return <p class="closing">Stopped by you.</p>;
    case 'running':
    case 'done':
    default:
      return null;
  }
}

function counts(entry: AnswerEntry): string {
  const tokens = (entry.usage.input ?? 0) + (entry.usage.output ?? 0);
  const parts = [
    entry.counted === 0 ? '' : `${entry.counted} ${entry.counted === 1 ? 'call' : 'calls'}`,
    tokens === 0 ? '' : `${short(tokens)} tokens`,
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

/** Below an answer: its end, and copy, regenerate, versions, revert (rows P9, U5). */
export function AnswerEnd({
  entry,
  chat,
}: {
  readonly entry: AnswerEntry;
  readonly chat: ChatState;
}): JSX.Element | null {
  if (entry.state === 'running') return null;
  const busy = chat.running.value !== null;
  const own = entry.to === null;
  const again = own || busy ? null : (): void => chat.regenerate(entry.id);
  const text = wordsOf(entry);
  return (
    <>
      <Closing entry={entry} again={again} goOn={again !== null && isRound(entry) ? () => chat.goOn(entry.id) : null} />
      <div class="actions">
        <VersionSwitch versions={entry.versions} of="answer" disabled={busy} onChoose={(leaf) => chat.choose(leaf)} />
        {text === '' ? null : <CopyButton text={() => text} />}
        {own ? null : (
          <Button
            kind="quiet"
            small
            icon="retry"
            aria-disabled={again === null}
            title={
              again === null ? 'Stop the running answer first' : 'Answer again; this one is kept as another version'
            }
            onClick={() => again?.()}
          >
            Regenerate
          </Button>
        )}
        <RevertAll entry={entry} chat={chat} />
        {own ? null : <AnswerMenu entry={entry} chat={chat} />}
        <span class="counts">{counts(entry)}</span>
      </div>
    </>
  );
}
