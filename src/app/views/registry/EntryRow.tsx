import type { JSX } from 'preact';
import type { RegistryEntry } from '../../../core/serverdraft.ts';
import { shown } from '../../../core/visible.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';

const brief = (text: string, most: number): string => shown(text.length > most ? `${text.slice(0, most)}…` : text);

function Links({ entry }: { readonly entry: RegistryEntry }): JSX.Element | null {
  const links = [
    ['Website', entry.website],
    ['Source', entry.repository],
  ] as const;
  return (
    <>
      {links.map(([label, href]) =>
        href === null ? null : (
          <a key={label} href={href} target="_blank" rel="noopener noreferrer">
            {label}
            <span class="visually-hidden"> of {brief(entry.title, 100)}, opens a new tab</span>
          </a>
        ),
      )}
    </>
  );
}

/** One entry of the registry: what it is, what is to be known before it is added, and Add (row M2). */
export function EntryRow({
  entry,
  added,
  onAdd,
}: {
  readonly entry: RegistryEntry;
  readonly added: boolean;
  readonly onAdd: () => void;
}): JSX.Element {
  return (
    <li class="entry">
      <div class="what">
        <p>
          <b>{brief(entry.title, 100)}</b>
          {entry.state === 'active' ? null : (
            <Chip tone={entry.state === 'deleted' ? 'bad' : 'warn'}>{entry.state}</Chip>
          )}
        </p>
        <p class="mono faint">
          {brief(entry.name, 160)}
          {entry.version === '' ? '' : ` · ${brief(entry.version, 40)}`}
        </p>
        {entry.about === '' ? null : <p class="about">{brief(entry.about, 300)}</p>}
        {entry.unusable === null ? null : <p class="faint">Not usable here. {shown(entry.unusable)}</p>}
        <p class="links">
          <Links entry={entry} />
        </p>
      </div>
      {added ? (
        <Chip tone="accent">added</Chip>
      ) : entry.unusable === null ? (
        <Button small icon="plus" onClick={onAdd}>
          Add<span class="visually-hidden"> {brief(entry.title, 100)}</span>
        </Button>
      ) : null}
    </li>
  );
}
