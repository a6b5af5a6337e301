import { attachmentType, isImage } from '../../core/attachment.ts';
import type { Thread } from '../../core/chat.ts';
import type { Attachments } from '../../core/history.ts';
import type { Attached } from '../../core/log.ts';
import type { Attachment } from '../../core/model.ts';
import { ok, type Outcome } from '../../core/outcome.ts';
import { keepAttachment, readAttachment } from '../../storage/attachments.ts';

/** The text of a file, or null where its bytes are no UTF-8. */
async function textOf(blob: Blob): Promise<string | null> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await blob.arrayBuffer());
  } catch {
    return null;
  }
}

async function base64Of(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = '';
  // In pieces: a function call takes only so many arguments.
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}

/** Takes a chosen file in: checked, and kept under a new id. */
export async function takeIn(file: File, id: string): Promise<Outcome<Attached>> {
  const text = isImage(file.type) || file.size > 64 * 1024 * 1024 ? null : await textOf(file);
  const mime = attachmentType(file.name, file.type, file.size, text);
  if (!mime.ok) return mime;
  const kept = await keepAttachment(id, file);
  return kept.ok ? ok({ id, name: file.name, mime: mime.value, size: file.size }) : kept;
}

/** The contents of all files of a chat, for its next request; what is gone is named in words there. */
export async function contentsOf(thread: Thread): Promise<Attachments> {
  const files = new Map<string, Attachment>();
  for (const asked of thread.asked.values()) {
    for (const { id, name, mime } of asked.attached) {
      const blob = await readAttachment(id);
      if (!blob.ok || blob.value === null) continue;
      const content = isImage(mime) ? await base64Of(blob.value) : await textOf(blob.value);
      if (content !== null) files.set(id, { name, mime, content });
    }
  }
  return files;
}
