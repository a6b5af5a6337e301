/** A server that is there already, and what a file would change in it (row M8). What the file does not say stays. */
import { policyWords, knownPolicy } from '../../../core/server.ts';
import type { HeaderDraft, ImportPreview, Placeholder, ServerDraft } from '../../../core/serverdraft.ts';
import type { ImportDeps } from './read.ts';

interface Said {
  readonly draft: ServerDraft;
  readonly missing: readonly Placeholder[];
  readonly notes: readonly string[];
  /** Null where the file does not say it. */
  readonly enabled: boolean | null;
  readonly policySaid: boolean;
  readonly audienceSaid: boolean;
}

/** The row of a server that is there. */
export function changes(
  key: string,
  { record, headers }: ImportDeps['servers'][number],
  said: Said,
): ImportPreview['rows'][number] {
  const words: string[] = [];
  const { draft } = said;
  const name = draft.name === key ? record.name : draft.name;
  if (name !== record.name) words.push(`name “${name}”`);
  const now = knownPolicy(record.policy);
  const policy = said.policySaid ? draft.policy : (now ?? 'always');
  if (policy !== now && said.policySaid) words.push(`policy: ${policyWords[policy].short}`);
  const audience = said.audienceSaid ? draft.audience : record.audience;
  if (audience !== record.audience)
    words.push(audience === 'all' ? 'offered to every model' : 'offered to the primary only');
  const enabled = said.enabled ?? record.enabled;
  if (enabled !== record.enabled) words.push(enabled ? 'enabled' : 'disabled');
  const merged = new Map<string, HeaderDraft>(
    record.headers.map((one) => [one.name.toLowerCase(), { name: one.name, value: undefined, secret: one.secret }]),
  );
  for (const header of draft.headers) {
    const low = header.name.toLowerCase();
    const before = headers.find(([one]) => one.toLowerCase() === low)?.[1];
    if (before === header.value) continue;
    // A placeholder for a value that is there asks for nothing new.
    if (before !== undefined && said.missing.some(({ text }) => header.value?.includes(text) === true)) continue;
    words.push(`header ${header.name}`);
    merged.set(low, { ...header, secret: header.secret || merged.get(low)?.secret === true });
  }
  const left = [...merged.values()];
  return {
    key,
    what: words.length === 0 ? 'same' : 'change',
    why: `${[...(words.length === 0 ? ['It is there already, with the same settings'] : [`It is there already; changes: ${words.join(', ')}`]), ...said.notes].join('; ')}.`,
    draft: {
      ...draft,
      id: record.id,
      name,
      about: draft.about === '' ? record.about : draft.about,
      policy,
      audience,
      headers: left,
      client: record.client === null ? null : { id: record.client.id, secret: undefined },
    },
    enabled,
    missing: said.missing.filter(
      ({ text }) => draft.url.includes(text) || left.some((one) => one.value?.includes(text) === true),
    ),
  };
}
