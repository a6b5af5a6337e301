/** A chat's log as a file (row I2). */
import type { LogEvent } from '../../core/log.ts';
import { ok, type Outcome } from '../../core/outcome.ts';
import type { ChatRecord } from '../../core/records.ts';
import type { Log } from '../../storage/log.ts';

/**
 * What the file holds: the chat's record and every event as it lies in the log, images within results too. Attached files
 * are named in it, not held. Keys and header values are in no log.
 */
export interface ExportedLog {
  readonly format: 'sluice-log';
  readonly version: 1;
  /** When it was made, ISO 8601. */
  readonly exported: string;
  readonly chat: ChatRecord;
  readonly events: readonly LogEvent[];
  /** Numbers of events that could not be read (row W6). */
  readonly unreadable: readonly number[];
}

/** A name that every system takes, from the chat's title. */
export function fileNameOf(title: string): string {
  const plain = title
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/gu, '');
  return `${Array.from(plain).slice(0, 60).join('') || 'chat'}.sluice-log.json`;
}

/** The file's content. Fails where the log cannot be read. */
export async function exportedLog(record: ChatRecord, log: Log, now: number): Promise<Outcome<ExportedLog>> {
  const read = await log.read(record.id);
  if (!read.ok) return read;
  const { events, unreadable } = read.value;
  const exported = new Date(now).toISOString();
  return ok({ format: 'sluice-log', version: 1, exported, chat: record, events, unreadable });
}

/** Offers it as a download named after the chat. */
export async function exportLog(record: ChatRecord, log: Log, now: number): Promise<Outcome<void>> {
  const made = await exportedLog(record, log, now);
  if (!made.ok) return made;
  const url = URL.createObjectURL(new Blob([JSON.stringify(made.value, null, 2)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileNameOf(record.title);
  link.click();
  // The browser reads the address after the click; it is let go when that has surely happened.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
  return ok(undefined);
}
