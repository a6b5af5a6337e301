import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import type { Offer, Row } from '../../../core/gate.ts';
import { grantWords } from '../../../core/grants.ts';
import { Checkbox } from '../../ui/Field.tsx';
import { oneLine } from '../oneline.ts';

const serverWords = {
  met: { label: 'This call', hint: 'After it, each tool’s own setting decides in this chat.' },
  all: { label: 'Every tool of this server in this chat, except those set to Ask or Deny', hint: null },
} as const;

/** Why a card offers nothing to remember (rows G5–G7, S1). */
const nothingKept: Readonly<Partial<Record<Row, string>>> = {
  G5: 'Asked every time: nothing about secrets is remembered.',
  G6: 'Asked every time: the server’s policy. Nothing is remembered.',
  G7: 'Asked every time until the server’s policy is mended. Nothing is remembered.',
};

/** Row S2: the no on the first call to a server counts for all of it, in this chat. */
export const deniesServer = (offers: readonly Offer[]): boolean => offers.some((offer) => offer.is === 'server');

/** The offer that Approve stands for: row S2's choice, or with the box ticked the one to remember, else this once. */
export function chosen(offers: readonly Offer[], remember: boolean, choice: 'met' | 'all'): Offer {
  const server = offers.find((offer) => offer.is === 'server' && offer.choice === choice);
  const kept = remember ? offers.find((offer) => offer.is === 'remember') : undefined;
  return server ?? kept ?? { is: 'once' };
}

/**
 * What may be remembered with an approval (rows A2, A4), the choice of a server's first call (row S2), or why there is
 * nothing to remember (row S1).
 */
export function Choices({
  row,
  offers,
  remember,
  choice,
  onRemember,
  onChoice,
}: {
  /** The rule that asks. */
  readonly row: Row;
  readonly offers: readonly Offer[];
  readonly remember: boolean;
  readonly choice: 'met' | 'all';
  readonly onRemember: (remember: boolean) => void;
  readonly onChoice: (choice: 'met' | 'all') => void;
}): JSX.Element | null {
  const group = useId();
  const servers = offers.flatMap((offer) => (offer.is === 'server' ? [offer.choice] : []));
  if (servers.length > 0) {
    return (
      <fieldset class="server">
        <legend>Approve</legend>
        {servers.map((one) => (
          <label key={one}>
            <input type="radio" name={group} checked={one === choice} onChange={() => onChoice(one)} />
            <span>
              {serverWords[one].label}
              {serverWords[one].hint === null ? null : <span class="faint"> {serverWords[one].hint}</span>}
            </span>
          </label>
        ))}
        <p class="faint">Deny is for the whole server in this chat.</p>
      </fieldset>
    );
  }
  const kept = offers.find((offer) => offer.is === 'remember');
  if (kept === undefined) {
    const because = nothingKept[row];
    return because === undefined ? null : <p class="unkept soft">{because}</p>;
  }
  return (
    <Checkbox checked={remember} onCheck={onRemember}>
      Remember for this session <span class="faint">{oneLine(grantWords(kept.grant), 200)}</span>
    </Checkbox>
  );
}
