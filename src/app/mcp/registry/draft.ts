/** From a registry's entry and the values a person gave to a server that can be saved (row M2). */
import { fail, ok, type Outcome } from '../../../core/outcome.ts';
import type { HeaderDraft, RegistryEntry, ServerDraft, Wanted } from '../../../core/serverdraft.ts';
import { variableName } from './entry.ts';
import { filled, filledUrl, holesOf } from './template.ts';

const missing = (name: string): ReturnType<typeof fail> => fail('bad-arguments', `“${name}” needs a value.`);
/** What a header may hold: visible ASCII and blanks (anything else cannot be sent). */
const sendable = /^[\t\x20-\x7e]*$/;

/** A draft of an entry's endpoint. Fails with `bad-arguments` where a value is missing or does not fit its place. */
export function drafted(
  entry: RegistryEntry,
  remote: number,
  values: ReadonlyMap<Wanted, string>,
): Outcome<ServerDraft> {
  const chosen = entry.remotes[remote];
  if (chosen === undefined) return fail('bad-arguments', 'This entry has no such address.');
  const given = new Map<string, string>();
  const inUrl = new Map<string, string>();
  for (const wanted of chosen.wanted) {
    const value = (values.get(wanted) ?? wanted.initial).trim();
    if (value === '' && wanted.required) return missing(wanted.name);
    if (value !== '' && wanted.choices.length > 0 && !wanted.choices.includes(value))
      return fail('bad-arguments', `“${wanted.name}” has to be one of: ${wanted.choices.join(', ')}.`);
    (wanted.of === 'url' ? inUrl : given).set(wanted.name, value);
  }
  const url = filledUrl(chosen.url, inUrl);
  if (!url.ok) return url;
  const headers: HeaderDraft[] = [];
  for (const { name, template, secret } of chosen.headers) {
    const holes = template === null ? [] : holesOf(template);
    const parts = new Map(holes.map((hole) => [hole, given.get(variableName(name, hole)) ?? '']));
    const value = template === null ? (given.get(name) ?? '') : filled(template, parts);
    // Optional and not given: `Bearer ` alone would only be refused.
    if (value === '' || [...parts.values()].includes('')) continue;
    if (!sendable.test(value))
      return fail('bad-arguments', `The value of “${name}” holds a character that cannot be sent in a header.`);
    headers.push({ name, value, secret });
  }
  return ok({
    id: null,
    name: entry.title.slice(0, 80),
    about: entry.about,
    url: url.value,
    audience: 'primary',
    policy: 'once',
    headers,
    client: null,
  });
}
