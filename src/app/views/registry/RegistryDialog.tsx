import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { RegistryEntry } from '../../../core/serverdraft.ts';
import { shown } from '../../../core/visible.ts';
import { useApp } from '../../state/context.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { FaultNote } from '../../ui/Fault.tsx';
import { TextField } from '../../ui/Field.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { AddEntry } from './AddEntry.tsx';
import { EntryRow } from './EntryRow.tsx';
import { useRegistry, type Browsing } from './useRegistry.ts';
import './Registry.css';

const counted = (count: number): string => (count === 1 ? '1 server' : `${count} servers`);

/** What a reader hears, and all see, about the list. */
function state({ loading, found, fault }: Browsing): string {
  if (loading === 'first') return 'Searching…';
  if (fault !== null && found.entries.length === 0) return '';
  const left =
    found.left === 0 ? '' : `; ${found.left} could not be read and ${found.left === 1 ? 'is' : 'are'} left out`;
  return `${counted(found.entries.length)}${found.next === null ? '' : ' so far'}${left}`;
}

function Results({
  browsing,
  isAdded,
  onAdd,
}: {
  readonly browsing: Browsing;
  readonly isAdded: (entry: RegistryEntry) => boolean;
  readonly onAdd: (entry: RegistryEntry) => void;
}): JSX.Element {
  const { found, loading, fault, search } = browsing;
  const none = found.entries.length === 0;
  return (
    <>
      {none ? null : (
        <ul class={loading === 'first' ? 'entries stale' : 'entries'}>
          {found.entries.map((entry, at) => (
            <EntryRow key={`${at} ${entry.name}`} entry={entry} added={isAdded(entry)} onAdd={() => onAdd(entry)} />
          ))}
        </ul>
      )}
      {fault === null ? null : (
        <FaultNote fault={fault}>
          <Button icon="retry" onClick={browsing.retry}>
            Retry
          </Button>
        </FaultNote>
      )}
      {none && loading === null ? (
        fault === null ? (
          <Empty title="Nothing found">
            <p>
              {search.trim() === ''
                ? 'This registry lists no servers.'
                : `No server’s name holds “${shown(search.trim())}”. The registry searches names only.`}
            </p>
          </Empty>
        ) : (
          <Empty title="The registry is not there">
            <p>Any server can still be added by hand: close this and choose Add.</p>
          </Empty>
        )
      ) : null}
      {found.next !== null && loading !== 'first' && fault === null ? (
        <Button class="more" aria-disabled={loading === 'more'} onClick={browsing.more}>
          {loading === 'more' ? 'Loading…' : 'Load more'}
        </Button>
      ) : null}
    </>
  );
}

/** Browse registry (row M2): search, page on, and add what a browser can use. */
export function RegistryDialog({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const app = useApp();
  const browsing = useRegistry();
  const [adding, setAdding] = useState<RegistryEntry | null>(null);
  const [added, setAdded] = useState<ReadonlySet<RegistryEntry>>(new Set());
  const [told, setTold] = useState('');
  const body = useRef<HTMLDivElement>(null);
  const first = useRef(true);
  const there = new Set(app.servers.list.value.map(({ record }) => record.url));
  const isAdded = (entry: RegistryEntry): boolean =>
    entry.added || added.has(entry) || entry.remotes.some(({ url }) => there.has(URL.parse(url)?.href ?? url));
  // The button that had the focus is gone; the dialog itself sees to the first time.
  useLayoutEffect(() => {
    if (first.current) first.current = false;
    else body.current?.querySelector<HTMLElement>('input, select, button[type=submit]')?.focus();
  }, [adding]);
  return (
    <Dialog title="Browse registry" wide onClose={onClose}>
      <div ref={body} class="registry">
        {adding === null ? (
          <>
            <TextField
              label="Search servers by name"
              value={browsing.search}
              onText={browsing.setSearch}
              placeholder="github"
              hint={`Asked at ${shown(URL.parse(app.settings.value.registry)?.host ?? app.settings.value.registry)}; the address can be changed under Advanced.`}
            />
            <p class="status faint" aria-live="polite">
              {browsing.loading === null ? null : <Spinner label="" />}
              {told === '' ? state(browsing) : told}
            </p>
            <Results
              browsing={browsing}
              isAdded={isAdded}
              onAdd={(entry) => {
                setTold('');
                setAdding(entry);
              }}
            />
          </>
        ) : (
          <AddEntry
            entry={adding}
            onBack={() => setAdding(null)}
            onAdded={() => {
              setAdded((before) => new Set(before).add(adding));
              setTold(`${shown(adding.title)} is added, and is being connected.`);
              setAdding(null);
            }}
          />
        )}
      </div>
    </Dialog>
  );
}
