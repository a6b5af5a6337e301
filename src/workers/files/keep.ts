import { fail, ok, type Outcome } from '../../core/outcome.ts';
import type { CallId } from '../../core/ids.ts';
import type { Plan } from '../../core/ports.ts';
import { isPlan } from './check.ts';
import { attempt, errorName } from './errors.ts';

/** What is kept of a change, under its call's id, so that it can be shown and put back (row P9). */
export interface Kept {
  readonly plan: Plan;
  /** Folders that were made on the way, outermost first. */
  readonly made: readonly string[];
  readonly before: Blob | null;
  readonly after: Blob | null;
}

interface Header {
  readonly plan: Plan;
  readonly made: readonly string[];
  readonly before: number | null;
  readonly after: number | null;
}

const fileName = 'change';
const doing = { verb: 'keep the old content of', path: 'the change' };

async function folderOf(call: CallId, create: boolean): Promise<FileSystemDirectoryHandle> {
  const top = await navigator.storage.getDirectory();
  const keep = await top.getDirectoryHandle('keep', { create });
  return keep.getDirectoryHandle(call, { create });
}

/** Keeps a change, in one file and one swap: either all of it is there or nothing. Must have ended before the disk is touched. */
export async function keep(call: CallId, kept: Kept): Promise<Outcome<null>> {
  const header: Header = {
    plan: kept.plan,
    made: kept.made,
    before: kept.before?.size ?? null,
    after: kept.after?.size ?? null,
  };
  const json = new TextEncoder().encode(JSON.stringify(header));
  const length = new DataView(new ArrayBuffer(4));
  length.setUint32(0, json.length);
  const whole = new Blob([
    length.buffer,
    json,
    ...(kept.before === null ? [] : [kept.before]),
    ...(kept.after === null ? [] : [kept.after]),
  ]);
  const written = await attempt({ ...doing, path: kept.plan.path }, async () => {
    const folder = await folderOf(call, true);
    const file = await folder.getFileHandle(fileName, { create: true });
    const writable = await file.createWritable();
    try {
      await writable.write(whole);
      await writable.close();
    } catch (error) {
      await writable.abort().catch(() => undefined);
      throw error;
    }
    if ((await file.getFile()).size !== whole.size) throw new DOMException('short', 'QuotaExceededError');
  });
  if (written.ok) return ok(null);
  await forget(call);
  return fail(
    written.fault.code,
    `${written.fault.message} Nothing was changed, since a change that cannot be put back is not made.`,
  );
}

/** What was kept for a call; null where nothing is. */
export async function recall(call: CallId): Promise<Outcome<Kept | null>> {
  try {
    const file = await (await (await folderOf(call, false)).getFileHandle(fileName)).getFile();
    if (file.size < 4) return ok(null);
    const length = new DataView(await file.slice(0, 4).arrayBuffer()).getUint32(0);
    const header: unknown = JSON.parse(await file.slice(4, 4 + length).text());
    if (!isHeader(header) || file.size !== 4 + length + (header.before ?? 0) + (header.after ?? 0)) {
      return fail(
        'storage',
        'The kept old content of this change is damaged, so the change cannot be shown or put back.',
      );
    }
    const from = 4 + length;
    const middle = from + (header.before ?? 0);
    return ok({
      plan: header.plan,
      made: header.made,
      before: header.before === null ? null : file.slice(from, middle),
      after: header.after === null ? null : file.slice(middle),
    });
  } catch (error) {
    if (errorName(error) === 'NotFoundError') return ok(null);
    return fail(
      'storage',
      'The kept old content of this change cannot be read, so the change cannot be shown or put back.',
    );
  }
}

/** Lets go of what was kept; a change that was not made needs no way back. */
export async function forget(call: CallId): Promise<void> {
  await attempt(doing, async () => {
    const folder = await folderOf(call, false);
    await folder.removeEntry(fileName).catch(() => undefined);
    await (
      await (await navigator.storage.getDirectory()).getDirectoryHandle('keep')
    ).removeEntry(call, { recursive: true });
  });
}

const isSize = (value: unknown): value is number | null =>
  value === null || (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0);

function isHeader(value: unknown): value is Header {
  if (typeof value !== 'object' || value === null) return false;
  const { plan, made, before, after }: Partial<Record<keyof Header, unknown>> = value;
  return (
    isPlan(plan) &&
    Array.isArray(made) &&
    made.every((path) => typeof path === 'string') &&
    isSize(before) &&
    isSize(after)
  );
}
