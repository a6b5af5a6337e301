import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import type { Offer } from '../../../core/gate.ts';
import { grantWords } from '../../../core/grants.ts';
import { shown } from '../../../core/visible.ts';
import { Checkbox } from '../../ui/Field.tsx';

const serverWords = {
  met: { label: 'This call', hint: 'Later calls of this server follow each tool’s own setting.' },
  all: { label: 'Every tool of this server in this chat', hint: 'Except those set to Ask or Deny.' },
} as const;

/** The offer that Approve stands for: row S2's choice, or with the box ticked the one to remember, else this once. */
export function chosen(offers: readonly Offer[], remember: boolean, choice: 'met' | 'all'): Offer {
  const server = offers.find((offer) => offer.is === 'server' && offer.choice === choice);
  const kept = remember ? offers.find((offer) => offer.is === 'remember') : undefined;
  return server ?? kept ?? { is: 'once' };
}

/** What may be remembered with an approval (rows A2, A4), or the choice of a server's first call (row S2). */
export function Choices({
  offers,
  remember,
  choice,
  onRemember,
  onChoice,
}: {
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
              {serverWords[one].label} <span class="faint">{serverWords[one].hint}</span>
            </span>
          </label>
        ))}
        <p class="faint">Deny is for the whole server in this chat.</p>
      </fieldset>
    );
  }
  const kept = offers.find((offer) => offer.is === 'remember');
  if (kept === undefined) return null;
  return (
    <Checkbox checked={remember} onCheck={onRemember}>
      Remember for this session <span class="faint">{shown(grantWords(kept.grant))}</span>
    </Checkbox>
  );
}
