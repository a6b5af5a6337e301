import type { JSX } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { shown } from '../../../core/visible.ts';
import type { ToolRow } from '../../state/contract.ts';
import { oneLine } from '../oneline.ts';
import { matching } from './filter.ts';

/** A list of every tool, filtered by typing; arrows choose, Return opens its form (row V4). */
export function Palette({
  rows,
  unusable,
  standing,
  onPick,
  onLeave,
}: {
  readonly rows: readonly ToolRow[];
  /** Why a tool cannot be run now, or null. */
  readonly unusable: (row: ToolRow) => string | null;
  /** What becomes of a call of it, in a few words. */
  readonly standing: (row: ToolRow) => string;
  readonly onPick: (row: ToolRow) => void;
  readonly onLeave: () => void;
}): JSX.Element {
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const found = matching(rows, typed);
  const current = Math.min(at, found.length - 1);
  useEffect(() => input.current?.focus(), []);
  useEffect(
    () => list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' }),
    [current, typed],
  );

  const pick = (row: ToolRow | undefined): void => {
    if (row !== undefined && unusable(row) === null) onPick(row);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.isComposing) return;
    const moves: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 6, PageUp: -6 };
    const move = moves[event.key];
    if (move !== undefined) setAt(Math.max(0, Math.min(found.length - 1, current + move)));
    else if (event.key === 'Enter') pick(found[current]);
    else if (event.key === 'Escape' || (event.key === 'Backspace' && typed === '')) onLeave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <input
        ref={input}
        class="find"
        type="text"
        role="combobox"
        aria-label="Find a tool"
        aria-expanded="true"
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={found.length === 0 ? undefined : `${id}-${current}`}
        placeholder="Find a tool to run yourself"
        autocomplete="off"
        spellcheck={false}
        value={typed}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a datalist can hold no descriptions */}
      <div ref={list} id={id} class="tools" role="listbox" aria-label="Tools">
        {found.map((row, index) => {
          const why = unusable(row);
          return (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/prefer-tag-over-role -- the keys are the field's
            <div
              key={row.tool.key}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === current}
              aria-disabled={why !== null}
              onClick={() => pick(row)}
            >
              <b>{oneLine(row.tool.label, 60)}</b> <code class="faint">{oneLine(row.tool.name, 60)}</code>
              {row.server === null ? null : <span class="faint of">{oneLine(row.server, 40)}</span>}
              <span class="faint end">{why ?? standing(row)}</span>
            </div>
          );
        })}
      </div>
      {found.length === 0 ? <p class="faint none">No tool fits “{shown(typed)}”.</p> : null}
    </>
  );
}
