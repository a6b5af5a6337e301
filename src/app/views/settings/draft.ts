import type { ProviderRecord } from '../../../core/records.ts';
import type { Preset, ProviderDraft } from '../../state/contract.ts';

/** What a person types about one provider. */
export interface ProviderForm {
  readonly name: string;
  readonly baseUrl: string;
  /** '' while untouched: a stored key is never shown, and stays. */
  readonly key: string;
  readonly dropKey: boolean;
  /** The ids that can be ticked, in the order they stand: kept ones, then those typed or fetched. */
  readonly known: readonly string[];
  /** The ids that are ticked. */
  readonly chosen: readonly string[];
  /** What stands in the field above the list: it narrows the list, and is an id of its own where nothing fits it. */
  readonly typed: string;
}

/** An endpoint that offers no more models than this gets them all ticked; of hundreds the person chooses. */
const fewModels = 12;

/** The form of a new entry or of one that exists. */
export function formOf(from: ProviderRecord | Preset | 'custom'): ProviderForm {
  const models = from !== 'custom' && 'models' in from ? from.models : [];
  const [name, baseUrl] = from === 'custom' ? ['', ''] : [from.name, from.baseUrl];
  return { name, baseUrl, key: '', dropKey: false, known: models, chosen: models, typed: '' };
}

/** A name no other entry has: several entries of one kind must be told apart in the picker (row V1). */
export function freshName(name: string, taken: readonly string[]): string {
  let at = 1;
  const numbered = (): string => (at === 1 ? name : `${name} ${at}`);
  while (taken.includes(numbered())) at += 1;
  return numbered();
}

/** The known models that what was typed fits, each of its words somewhere in the id. */
export function fitting({ known, typed }: ProviderForm): readonly string[] {
  const words = typed.toLowerCase().trim().split(/\s+/u);
  return known.filter((id) => words.every((word) => id.toLowerCase().includes(word)));
}

/** The form with what was typed as a model of its own, ticked. */
export function withTyped(form: ProviderForm): ProviderForm {
  const id = form.typed.trim();
  if (id === '') return form;
  const add = (ids: readonly string[]): readonly string[] => [...new Set([...ids, id])];
  return { ...form, known: add(form.known), chosen: add(form.chosen), typed: '' };
}

/** The form with what an endpoint offers. Nothing is ticked beside what the person ticked. */
export function withOffered(form: ProviderForm, offered: readonly string[]): ProviderForm {
  const known = [...new Set([...form.known, ...offered])];
  return { ...form, known, chosen: form.chosen.length === 0 && offered.length <= fewModels ? offered : form.chosen };
}

/** The same as `saveProvider` takes it: trimmed, without a trailing slash, and with an id that was typed and not yet added. */
export function draftOf(form: ProviderForm, from: ProviderRecord | Preset | 'custom'): ProviderDraft {
  const key = form.dropKey ? '' : form.key.trim() === '' ? undefined : form.key.trim();
  const whole = fitting(form).length === 0 ? withTyped(form) : form;
  return {
    id: from !== 'custom' && 'id' in from ? from.id : null,
    kind: from === 'custom' ? 'openai-compatible' : from.kind,
    name: form.name.trim(),
    baseUrl: form.baseUrl.trim().replace(/\/+$/u, ''),
    key,
    models: whole.known.filter((id) => whole.chosen.includes(id)),
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
