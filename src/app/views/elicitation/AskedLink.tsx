import type { JSX } from 'preact';
import { shown } from '../../../core/visible.ts';
import { Note } from '../../ui/Fault.tsx';
import { Icon } from '../../ui/Icon.tsx';

const addressChars = 4_000;

/** A page a server asks to have opened (row M7): where it leads comes first, and only a click leads there. */
export function AskedLink({
  url,
  text,
  inert,
  onOpen,
}: {
  /** Null for an address that is none of the web's. */
  readonly url: URL | null;
  readonly text: string;
  readonly inert: boolean;
  readonly onOpen: () => void;
}): JSX.Element {
  const web = url !== null && (url.protocol === 'https:' || url.protocol === 'http:') ? url : null;
  const address = web?.href ?? text;
  return (
    <>
      {web === null ? null : <p class="host">{shown(web.host)}</p>}
      <p class="address mono">
        {shown(address.length > addressChars ? `${address.slice(0, addressChars)}…` : address)}
      </p>
      {web === null ? (
        <Note tone="bad">This is no web address, so it is not opened. Decline.</Note>
      ) : (
        <>
          <Note tone="warn">
            This page is outside of Sluice. Open it only if you know {shown(web.hostname)} and expect to be sent there.
            {web.protocol === 'http:' ? ' The connection is not encrypted.' : ''}
          </Note>
          <p>
            <a
              class="button primary"
              href={web.href}
              target="_blank"
              rel="noopener noreferrer"
              aria-disabled={inert}
              onClick={(event) => {
                if (inert) event.preventDefault();
                else onOpen();
              }}
            >
              <Icon name="external" />
              Open {shown(web.host)}
            </a>
          </p>
        </>
      )}
    </>
  );
}
