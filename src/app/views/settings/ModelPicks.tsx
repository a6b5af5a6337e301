import type { JSX } from 'preact';
import { Button } from '../../ui/Button.tsx';
import { Checkbox, TextField } from '../../ui/Field.tsx';
import { oneLine } from '../oneline.ts';
import { fitting, withTyped, type ProviderForm } from './draft.ts';

/** Rows drawn at once: each is a stop of the Tab key, and some endpoints list hundreds. */
const mostRows = 40;

/** The models of an entry: found by typing, ticked, tried one by one, or added by hand (row V1). */
export function ModelPicks({
  form,
  onForm,
  busy,
  onFetch,
  onTest,
}: {
  readonly form: ProviderForm;
  readonly onForm: (form: ProviderForm) => void;
  readonly busy: 'list' | 'test' | 'save' | null;
  readonly onFetch: () => void;
  readonly onTest: (model: string) => void;
}): JSX.Element {
  const found = fitting(form);
  const typed = form.typed.trim();
  const unknown = typed !== '' && !form.known.includes(typed);
  const tick = (id: string, on: boolean): void => {
    onForm({ ...form, chosen: on ? [...form.chosen, id] : form.chosen.filter((one) => one !== id) });
  };
  // Return saves the form elsewhere; here it takes what was typed, where that is clear.
  const enter = (): boolean => {
    if (typed === '') return false;
    const [only, second] = found;
    if (only === undefined) onForm(withTyped(form));
    else if (second === undefined) onForm({ ...form, chosen: [...new Set([...form.chosen, only])], typed: '' });
    return true;
  };
  return (
    <div class="picks">
      <TextField
        label="Models"
        placeholder={form.known.length === 0 ? 'A model’s id' : 'Find, or type an id'}
        hint={
          <span role="status">
            {form.known.length === 0
              ? 'Fetch the list, or type an id.'
              : `${form.chosen.length.toLocaleString('en')} of ${form.known.length.toLocaleString('en')} ticked.`}
            {unknown && found.length === 0 ? ' Not in the list: what you typed is taken as it stands.' : ''}
          </span>
        }
        value={form.typed}
        onText={(text) => onForm({ ...form, typed: text })}
        onReturn={enter}
      />
      {found.length === 0 ? null : (
        <ul aria-label="Models to tick">
          {found.slice(0, mostRows).map((id) => {
            const ticked = form.chosen.includes(id);
            return (
              <li key={id}>
                <Checkbox checked={ticked} onCheck={(on) => tick(id, on)}>
                  {oneLine(id, 200)}
                </Checkbox>
                {ticked ? (
                  <Button kind="quiet" small aria-disabled={busy !== null} onClick={() => onTest(id)}>
                    Test<span class="visually-hidden"> {oneLine(id, 200)}</span>
                  </Button>
                ) : null}
              </li>
            );
          })}
        </ul>
      )}
      {found.length > mostRows ? (
        <p class="faint">{(found.length - mostRows).toLocaleString('en')} more: type to find them.</p>
      ) : null}
      <div class="do">
        {unknown ? (
          <Button small icon="plus" onClick={() => onForm(withTyped(form))}>
            Add “{oneLine(typed, 60)}”
          </Button>
        ) : null}
        <Button small icon="retry" aria-disabled={busy !== null} onClick={onFetch}>
          {busy === 'list' ? 'Fetching…' : 'Fetch the list'}
        </Button>
      </div>
    </div>
  );
}
