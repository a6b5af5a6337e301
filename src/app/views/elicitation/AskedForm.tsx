import type { JSX } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import type { JsonObject } from '../../../core/json.ts';
import { Note } from '../../ui/Fault.tsx';
import type { Entry } from './fields.ts';
import { wishesOf } from './fields.ts';
import { checked, type Entries } from './reply.ts';
import { WishField } from './WishField.tsx';

const none: ReadonlyMap<string, string> = new Map();

/** The form a server asks to be filled in (row M7). `id` names it for the button that sends it. */
export function AskedForm({
  id,
  schema,
  onContent,
}: {
  readonly id: string;
  readonly schema: JsonObject;
  readonly onContent: (content: JsonObject) => void;
}): JSX.Element {
  const wishes = useMemo(() => wishesOf(schema), [schema]);
  const [entries, setEntries] = useState<Entries>(new Map());
  const [errors, setErrors] = useState(none);
  const form = useRef<HTMLFormElement>(null);
  if (wishes === null)
    return (
      <Note tone="warn">
        The server asks in a way that Sluice cannot show truly, so it cannot be answered here. Decline, and tell those
        who run the server.
      </Note>
    );
  const enter = (name: string, entry: Entry): void => {
    setEntries((before) => new Map(before).set(name, entry));
    setErrors((before) => {
      if (!before.has(name)) return before;
      const rest = new Map(before);
      rest.delete(name);
      return rest;
    });
  };
  return (
    <form
      ref={form}
      id={id}
      class="wishes"
      noValidate
      autocomplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        const read = checked(wishes, entries);
        setErrors(read.ok ? none : read.errors);
        if (read.ok) onContent(read.content);
        else requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
      }}
    >
      <p class="faint">Never give passwords, keys or card numbers here: the server reads what you send.</p>
      {wishes.length === 0 ? <p class="soft">It asks for no more than your yes.</p> : null}
      {wishes.map((wish) => (
        <WishField
          key={wish.name}
          wish={wish}
          entry={entries.get(wish.name) ?? wish.initial}
          error={errors.get(wish.name) ?? null}
          onEntry={(entry) => enter(wish.name, entry)}
        />
      ))}
    </form>
  );
}
