import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { Consent } from '../../../core/gate.ts';
import { useApp } from '../../state/context.ts';
import type { ConsentRow } from '../../state/serverscontract.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { answerWords } from '../consentwords.ts';
import { oneLine } from '../oneline.ts';

const answers: readonly Consent[] = ['met', 'all', 'no'];

/** What chats have answered to servers that ask once per chat: seen, changed and forgotten here (rows T3, S4). */
export function Consents(): JSX.Element {
  const app = useApp();
  const heading = useRef<HTMLHeadingElement>(null);
  const rows = app.servers.consents.value.filter((row) => row.consent !== 'none');
  const set = (row: ConsentRow, consent: Consent): void => {
    void app.servers.setConsent(row.chat, row.server, consent);
    // The row of what is forgotten goes, with the button that had the focus.
    if (consent === 'none') heading.current?.focus();
  };
  return (
    <section>
      <h3 ref={heading} tabIndex={-1}>
        Server consents
      </h3>
      {rows.length === 0 ? (
        <p class="soft">
          None. What a chat answers to a server that asks once per chat stands here, and stays with the chat.
        </p>
      ) : (
        rows.map((row) => {
          const [server, chat] = [oneLine(row.serverName), oneLine(row.chatTitle === '' ? 'New chat' : row.chatTitle)];
          return (
            <div class="line" key={`${row.chat} ${row.server}`}>
              <div class="what">
                <b>{server}</b>
                <small>in “{chat}”</small>
              </div>
              <div class="how">
                <small>{answerWords[row.consent].short}</small>
                <Menu
                  label={`Change the answer to ${server} in ${chat}`}
                  items={[
                    ...answers.map((consent) => ({
                      label: answerWords[consent].long,
                      checked: consent === row.consent,
                      onSelect: () => set(row, consent),
                    })),
                    { label: 'Forget it: ask again', divided: true, onSelect: () => set(row, 'none') },
                  ]}
                >
                  <Icon name="more" />
                </Menu>
              </div>
            </div>
          );
        })
      )}
    </section>
  );
}
