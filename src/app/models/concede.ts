import type { Form } from './messages.ts';

/** What every endpoint is asked at first. */
export const wholeForm: Form = { usage: true, images: true };

const usageWords = /stream_options|include_usage/i;
const imageWords = /image|vision|multi-?modal|content type|role 'user' after role 'tool'/i;

/**
 * What to leave out after a refusal, or null where nothing we add could be the cause: some endpoints know no
 * `stream_options`, and a text model refuses a chat whose earlier messages hold images (row V3).
 */
export function concede(form: Form, status: number, words: string, hasImages: boolean): Form | null {
  if (![400, 404, 415, 422].includes(status)) return null;
  if (form.usage && usageWords.test(words)) return { ...form, usage: false };
  if (form.images && hasImages && imageWords.test(words)) return { ...form, images: false };
  return null;
}
