import type { JSX } from 'preact';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Checkbox, TextField } from '../../ui/Field.tsx';
import type { ServerForm } from './form.ts';

/** Where a server's sign-in sends the person back to: what one registers at it by hand. */
const returnAddress = (): string => new URL('oauth/callback.html', document.baseURI.replace(/#.*$/u, '')).href;

/** A client registered by hand, for sign-ins that register none by themselves (row M5). Folded: most servers need it not. */
export function SignInFields({
  form,
  error,
  onChange,
}: {
  readonly form: ServerForm;
  readonly error: string | null;
  readonly onChange: (part: Partial<ServerForm>) => void;
}): JSX.Element {
  const address = returnAddress();
  return (
    <details class="fold" open={form.clientId !== '' || error !== null}>
      <summary>Advanced sign-in</summary>
      <div class="inside">
        <p class="hint">
          Only for a server whose sign-in registers no programs by itself. Register one there, with this address to
          return to:
        </p>
        <div class="fix">
          <div class="code">
            <code>{address}</code>
            <CopyButton text={() => address} />
          </div>
        </div>
        <TextField
          label="Client id"
          value={form.clientId}
          onText={(clientId) => onChange({ clientId })}
          error={error}
        />
        <TextField
          label="Client secret"
          secret
          placeholder={form.secretStored ? 'A secret is stored; type to replace it' : 'None'}
          hint="Many have none. Encrypted on this device; it cannot be read back here."
          value={form.clientSecret}
          onText={(clientSecret) => onChange({ clientSecret, dropSecret: false })}
        />
        {form.secretStored ? (
          <Checkbox
            checked={form.dropSecret}
            onCheck={(dropSecret) => onChange(dropSecret ? { dropSecret, clientSecret: '' } : { dropSecret })}
          >
            Forget the stored secret
          </Checkbox>
        ) : null}
      </div>
    </details>
  );
}
