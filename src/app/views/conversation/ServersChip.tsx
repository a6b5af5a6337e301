import type { JSX } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { Consent } from '../../../core/gate.ts';
import type { ServerId } from '../../../core/ids.ts';
import { consentIn, knownPolicy } from '../../../core/server.ts';
import type { ChatState } from '../../state/contract.ts';
import { useApp } from '../../state/context.ts';
import type { ServerView } from '../../state/serverscontract.ts';
import { Select } from '../../ui/Field.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { placeBelow } from '../../ui/placeBelow.ts';
import { answerWords } from '../consentwords.ts';
import { oneLine } from '../oneline.ts';
import './ServersChip.css';

interface Answered {
  readonly id: ServerId;
  readonly name: string;
  readonly hint: string | null;
  readonly consent: Consent;
}

const consents: readonly Consent[] = ['none', 'met', 'all', 'no'];
const isConsent = (text: string): text is Consent => (consents as readonly string[]).includes(text);

/** Servers that ask once per chat and are enabled, and any that this chat has answered to. */
function answeredIn(chat: ChatState, servers: readonly ServerView[]): readonly Answered[] {
  const kept = chat.record.value.consents;
  const names = servers.map(({ record }) => oneLine(record.name, 40));
  return servers.flatMap(({ record }, at): readonly Answered[] => {
    const consent = consentIn(kept, record.id);
    const asks = record.enabled && knownPolicy(record.policy) === 'once';
    if (!asks && consent === 'none') return [];
    const name = names[at] ?? '';
    const twin = names.filter((one) => one === name).length > 1 && URL.canParse(record.url);
    const hint = record.enabled ? (twin ? new URL(record.url).host : null) : 'disabled';
    return [{ id: record.id, name, hint, consent }];
  });
}

/** What this chat has answered to servers that ask once per chat, to be seen and changed (row S4). */
export function ServersChip({ chat }: { readonly chat: ChatState }): JSX.Element | null {
  const app = useApp();
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (!open) return undefined;
    const place = (): void => {
      if (layer.current !== null && button.current !== null) placeBelow(layer.current, button.current);
    };
    place();
    layer.current?.querySelector('select')?.focus();
    // The page may be drawn anew for another width first.
    const later = (): void => void requestAnimationFrame(() => requestAnimationFrame(place));
    addEventListener('resize', later);
    return () => removeEventListener('resize', later);
  }, [open]);
  const servers = answeredIn(chat, app.servers.list.value);
  const [first] = servers;
  if (first === undefined) return null;
  const words =
    servers.length === 1 ? `${first.name}: ${answerWords[first.consent].short}` : `${servers.length} servers`;
  return (
    <>
      <button
        ref={button}
        type="button"
        class="chip of-servers"
        title={`What this chat answers to servers: ${words}`}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => layer.current?.togglePopover()}
      >
        <Icon name="tool" />
        <span class="clip">{words}</span>
      </button>
      <div
        ref={layer}
        id={id}
        class="menu consents"
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a popover that closes by itself, not a modal dialog
        role="dialog"
        aria-label="What this chat answers to servers"
        popover="auto"
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        {open ? (
          <>
            <p class="soft">What this chat answers to servers that ask once per chat. A change counts at once.</p>
            {servers.map((server) => (
              <Select
                key={server.id}
                label={server.name}
                {...(server.hint === null ? {} : { hint: server.hint })}
                value={server.consent}
                options={consents.map((consent) => ({ value: consent, label: answerWords[consent].long }))}
                onText={(text) => {
                  if (isConsent(text)) chat.setConsent(server.id, text);
                }}
              />
            ))}
          </>
        ) : null}
      </div>
    </>
  );
}
