import type { ProviderRecord } from '../../../core/records.ts';
import type { Preset, ProviderDraft } from '../../state/contract.ts';

/** What a person types about one provider. */
export interface ProviderForm {
  readonly name: string;
  readonly baseUrl: string;
  /** '' while untouched: a stored key is never shown, and stays. */
  readonly key: string;
  readonly dropKey: boolean;
  /** One model id a line. */
  readonly models: string;
}

/** The form of a new entry or of one that exists. */
export function formOf(from: ProviderRecord | Preset | 'custom'): ProviderForm {
  if (from === 'custom') return { name: '', baseUrl: '', key: '', dropKey: false, models: '' };
  const models = 'models' in from ? from.models.join('\n') : '';
  return { name: from.name, baseUrl: from.baseUrl, key: '', dropKey: false, models };
}

/** The same as `saveProvider` takes it: trimmed, without a trailing slash, without empty or double models. */
export function draftOf(form: ProviderForm, from: ProviderRecord | Preset | 'custom'): ProviderDraft {
  const key = form.dropKey ? '' : form.key.trim() === '' ? undefined : form.key.trim();
  const models = form.models.split('\n').map((line) => line.trim());
  return {
    id: from !== 'custom' && 'id' in from ? from.id : null,
    kind: from === 'custom' ? 'openai-compatible' : from.kind,
    name: form.name.trim(),
    baseUrl: form.baseUrl.trim().replace(/\/+$/u, ''),
    key,
    models: [...new Set(models)].filter((model) => model !== ''),
  };
}

/** Why a base URL cannot be used, or null. */
export function urlFault(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    return 'Give the whole address, like https://api.example.com/v1.';
  }
  if (url.username !== '' || url.password !== '')
    return 'Leave user name and password out of the address; the key has its own field.';
  return null;
}
