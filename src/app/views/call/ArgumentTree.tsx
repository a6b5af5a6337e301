import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { isObject, type Json } from '../../../core/json.ts';
import { shown } from '../../../core/visible.ts';
import { Button } from '../../ui/Button.tsx';
import { LongText } from './LongText.tsx';
import './ArgumentTree.css';

const textChars = 2_000;
const longChars = 20_000;
const nameChars = 200;
const mostItems = 100;
const mostDepth = 12;

/** A text as it stands, its invisible characters made visible; a long one is cut until asked for. */
function Text({ text }: { readonly text: string }): JSX.Element {
  const [whole, setWhole] = useState(false);
  if (text === '') return <span class="faint">(empty text)</span>;
  const cut = !whole && text.length > textChars;
  // Drawn at once, megabytes would hold the page up.
  if (whole && text.length > longChars) return <LongText text={text} label="The whole text" />;
  return (
    <>
      <span class={text.includes('\n') ? 'value text lines' : 'value text'}>
        {shown(cut ? text.slice(0, textChars) : text)}
      </span>
      {cut ? (
        <Button small kind="quiet" onClick={() => setWhole(true)}>
          … show all {text.length.toLocaleString('en')} characters
        </Button>
      ) : null}
    </>
  );
}

function Branch({
  entries,
  depth,
}: {
  readonly entries: readonly (readonly [string, Json])[];
  readonly depth: number;
}): JSX.Element {
  const [most, setMost] = useState(mostItems);
  return (
    <ul class="tree">
      {entries.slice(0, most).map(([name, value]) => (
        <li key={name}>
          <span class="name">{name.length > nameChars ? `${shown(name.slice(0, nameChars))}…` : shown(name)}</span>{' '}
          <Value value={value} depth={depth + 1} />
        </li>
      ))}
      {entries.length > most ? (
        <li>
          <Button small kind="quiet" onClick={() => setMost(most + 1_000)}>
            … {(entries.length - most).toLocaleString('en')} more
          </Button>
        </li>
      ) : null}
    </ul>
  );
}

function Value({ value, depth }: { readonly value: Json; readonly depth: number }): JSX.Element {
  if (typeof value === 'string') return <Text text={value} />;
  const entries = Array.isArray(value)
    ? value.map((item: Json, at): readonly [string, Json] => [String(at), item])
    : isObject(value)
      ? Object.entries(value)
      : [];
  // Deeper, it stands as one text.
  if (entries.length > 0 && depth > mostDepth) return <Text text={JSON.stringify(value)} />;
  if (entries.length === 0) return <span class="value">{JSON.stringify(value)}</span>;
  return <Branch entries={entries} depth={depth} />;
}

/** Arguments as a readable tree (row A1): names, and values as they are, never as markup. */
export function ArgumentTree({ value }: { readonly value: Json }): JSX.Element {
  return (
    <div class="arguments">
      <Value value={value} depth={0} />
    </div>
  );
}
