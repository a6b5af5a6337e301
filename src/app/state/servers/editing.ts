import type { ServerId } from '../../../core/ids.ts';
import { fail, ok, type Outcome } from '../../../core/outcome.ts';
import { knownPolicy, type ServerRecord } from '../../../core/server.ts';
import type { ServerDraft } from '../../../core/serverdraft.ts';
import type { Keys } from '../../../storage/keys.ts';
import { readDraft } from './draft.ts';
import type { KeptServers } from './kept.ts';

/** What saving a draft came to. `connect`: it is new, or what it sends is another, so that it is to be reached anew. */
export interface Saved {
  readonly record: ServerRecord;
  readonly connect: boolean;
}

/** What saving a form needs. */
export interface EditingDeps {
  readonly kept: KeptServers;
  readonly keys: Keys;
  readonly now: () => number;
  readonly id: () => string;
  /** The chats in memory forget what they answered to the server; called in the same step as the change. */
  forgetConsents(id: ServerId): void;
}

/** Saves a draft (rows M2, M3). `enabled`: for a new one, and where an import says so; undefined leaves it. */
export async function saveDraft(
  draft: ServerDraft,
  enabled: boolean | undefined,
  on: EditingDeps,
): Promise<Outcome<Saved>> {
  const old = draft.id === null ? null : on.kept.find(draft.id);
  if (draft.id !== null && old === null)
    return fail('not-found', 'This server was removed, perhaps in another tab. Add it anew.');
  const read = await readDraft(draft, old, on.keys);
  if (!read.ok) return read;
  const drafted = read.value;
  if (old === null) {
    const there = on.kept.records.peek().find((one) => one.url === drafted.url);
    if (there !== undefined)
      return fail('exists', `This address is there already, as “${there.name}”. Edit that server instead.`);
    const record: ServerRecord = { ...drafted, id: on.id(), enabled: enabled ?? true, made: on.now() };
    const added = await on.kept.add(record);
    return added.ok ? ok({ record, connect: record.enabled }) : added;
  }
  const how = (now: ServerRecord): ServerRecord => ({
    ...now,
    ...drafted,
    url: now.url,
    enabled: enabled ?? now.enabled,
  });
  const anew = isAnew(old, drafted.policy);
  const saving = on.kept.change(old.id, anew, how);
  if (anew) on.forgetConsents(old.id);
  const saved = await saving;
  if (!saved.ok) return saved;
  const sends = JSON.stringify([old.headers, old.client]) !== JSON.stringify([saved.value.headers, saved.value.client]);
  return ok({ record: saved.value, connect: saved.value.enabled && (sends || !old.enabled) });
}

/** Row S5: another policy forgets the server's consents; a missing one has always been `once`, which is no change. */
const isAnew = (old: ServerRecord, policy: string | null): boolean =>
  old.policy !== policy && (knownPolicy(old.policy) === null || knownPolicy(old.policy) !== knownPolicy(policy));
