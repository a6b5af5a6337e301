import { limits } from './limits.ts';
import { fail, ok, type Outcome } from './outcome.ts';

/** Image types that providers take. */
const images: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
export const isImage = (mime: string): boolean => images.has(mime);

/**
 * Under which type a file goes with a message, or why it cannot (row V2, limits "attachment"). `text` is its content read
 * as UTF-8, or null where it is none; images are told by the type the browser gives them.
 */
export function attachmentType(name: string, mime: string, size: number, text: string | null): Outcome<string> {
  if (size > limits.attachment) {
    const most = limits.attachment / (1024 * 1024);
    return fail(
      'too-large',
      `“${name}” is larger than ${most} MB, which is the most a message can carry. Put it into the project and let the model read parts of it.`,
    );
  }
  if (isImage(mime)) return ok(mime);
  if (text !== null && !text.includes('\0')) return ok(mime.startsWith('text/') ? mime : 'text/plain');
  return fail(
    'binary',
    `“${name}” is neither text nor an image (PNG, JPEG, GIF, WebP), so models cannot read it. Convert it first.`,
  );
}
