import type { JSX } from 'preact';
import { knownPolicy, type ServerRecord } from '../../../core/server.ts';
import { shown } from '../../../core/visible.ts';
import { Checkbox, Field, TextField } from '../../ui/Field.tsx';
import type { FormFaults } from './faults.ts';
import type { ServerForm } from './form.ts';
import { HeaderFields } from './HeaderFields.tsx';
import { PolicyChoice } from './PolicyChoice.tsx';
import { SignInFields } from './SignInFields.tsx';
import { hostOf } from './words.ts';

/** What one says of a server: name, address, whom it is offered to, when it asks, and what is sent with requests. */
export function ServerFields({
  form,
  stored,
  faults,
  taken,
  onChange,
}: {
  readonly form: ServerForm;
  /** The server as it is kept; null for a new one. */
  readonly stored: ServerRecord | null;
  readonly faults: FormFaults | null;
  /** Why its address is another server's already, or null. */
  readonly taken: string | null;
  readonly onChange: (part: Partial<ServerForm>) => void;
}): JSX.Element {
  const policyNote =
    stored === null
      ? null
      : knownPolicy(stored.policy) === null
        ? `“${shown(String(stored.policy))}” is stored, which is not known here: each call asks.`
        : form.policy === knownPolicy(stored.policy)
          ? null
          : 'Saving another policy forgets what chats have answered to this server.';
  return (
    <>
      <TextField
        label="Name"
        placeholder={hostOf(form.url.trim()) || 'Taken from the address'}
        value={form.name}
        onText={(name) => onChange({ name })}
      />
      {stored === null ? (
        <TextField
          label="Base URL"
          inputMode="url"
          placeholder="https://mcp.example.com/mcp"
          value={form.url}
          onText={(url) => onChange({ url })}
          error={faults?.url ?? taken}
        />
      ) : (
        <Field
          label="Base URL"
          hint="The URL is the server’s identity; to change it remove and add again."
          error={faults?.url}
        >
          {(wiring) => <input {...wiring} type="text" class="fixed" readOnly value={form.url} />}
        </Field>
      )}
      <div class="option">
        <Checkbox checked={form.everyModel} onCheck={(everyModel) => onChange({ everyModel })}>
          Offer tools to every model
        </Checkbox>
        <p class="hint">
          Off: only a chat’s primary model is offered them. This decides who is offered the tools, never whether a call
          runs: the approval policy decides that.
        </p>
      </div>
      <PolicyChoice
        value={form.policy}
        note={policyNote}
        error={faults?.policy ?? null}
        onChange={(policy) => onChange({ policy })}
      />
      <TextField
        label="Bearer token"
        secret
        placeholder={form.tokenStored && !form.dropToken ? 'A token is stored; type to replace it' : 'None'}
        hint="Leave it empty where the server needs none, or has a sign-in. Encrypted on this device; it cannot be read back here."
        value={form.token}
        onText={(token) => onChange({ token, dropToken: false })}
        error={faults?.token}
      />
      {form.tokenStored ? (
        <Checkbox
          checked={form.dropToken}
          onCheck={(dropToken) => onChange(dropToken ? { dropToken, token: '' } : { dropToken })}
        >
          Forget the stored token
        </Checkbox>
      ) : null}
      <HeaderFields
        headers={form.headers}
        faults={faults?.headers ?? null}
        onChange={(headers) => onChange({ headers })}
      />
      <SignInFields form={form} error={faults?.client ?? null} onChange={onChange} />
    </>
  );
}
