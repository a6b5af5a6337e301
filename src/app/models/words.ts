import { isObject, type Json } from '../../core/json.ts';

const mostChars = 600;

/** Cuts keys out of a text, whole or as a bearer token (row X5). */
export function redact(text: string, secrets: readonly string[]): string {
  const bearer = text.replace(/(bearer\s+)[\w.~+/=-]{8,}/gi, '$1•••');
  return secrets.filter((secret) => secret.length > 3).reduce((rest, secret) => rest.replaceAll(secret, '•••'), bearer);
}

/** The words in a provider's error, whatever shape it has; '' where there are none. */
export function errorWords(error: Json | undefined): string {
  if (typeof error === 'string') return error;
  if (Array.isArray(error))
    return error
      .map((each: Json) => errorWords(each))
      .filter((each) => each !== '')
      .join('; ');
  if (!isObject(error)) return '';
  const inner = error['error'] ?? error['message'] ?? error['detail'] ?? error['msg'] ?? error['error_message'];
  const words =
    errorWords(inner) || errorWords(error['details']) || errorWords(error['type']) || errorWords(error['code']);
  // OpenRouter says "Provider returned error" and puts the cause beside it.
  const metadata = error['metadata'];
  const cause = isObject(metadata) ? bodyWords(errorWords(metadata['raw'])) : '';
  return cause === '' || words.includes(cause) ? words : `${words}: ${cause}`;
}

/** The words in a body: JSON, plain text, or a page of HTML, of which only the title is worth saying. */
export function bodyWords(body: string): string {
  const text = body.trim();
  try {
    return errorWords(JSON.parse(text) as Json) || text;
  } catch {
    if (!isPage(text)) return text;
    const title = /<title[^>]*>([^<]*)</i.exec(text)?.[1]?.trim() ?? '';
    return title === '' ? 'a web page instead of data' : `a web page (“${title}”) instead of data`;
  }
}

/** Whether a body is a page of HTML: then no endpoint answered at all. */
export const isPage = (text: string): boolean => /^<(!doctype|html|\?xml|head|body)/i.test(text);

/** A status that an error object names, or null. */
export function statusIn(error: Json): number | null {
  if (!isObject(error)) return null;
  for (const value of [error['status'], error['code'], error['status_code']]) {
    const number = typeof value === 'string' ? Number(value) : value;
    if (typeof number === 'number' && number >= 400 && number < 600) return number;
  }
  return statusIn(error['error'] ?? null);
}

/** Foreign words, fit for a message: without keys, one line, cut, ending in a full stop; '' for none. */
export function quoted(words: string, secrets: readonly string[]): string {
  const clean = redact(words, secrets).replace(/\s+/g, ' ').trim();
  if (clean === '') return '';
  const short = clean.length > mostChars ? `${clean.slice(0, mostChars)}…` : clean;
  return /[.!?…]$/.test(short) ? short : `${short}.`;
}
