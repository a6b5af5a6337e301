import { isObject, type Json } from '../../core/json.ts';
import { limits } from '../../core/limits.ts';
import type { Fault, FaultCode } from '../../core/outcome.ts';
import type { Broken } from './answer.ts';

/** What a fault needs to say what to do. Nothing secret but `secrets`, which are cut out of every text. */
export interface Place {
  readonly baseUrl: string;
  readonly model: string;
  readonly hasKey: boolean;
  /** Keys and header values that must never appear in a message (row X5). */
  readonly secrets: readonly string[];
}

/** A fault, and whether asking again may help: null never, 0 at once or after the usual wait, else in so many ms. */
export interface Failure {
  readonly fault: Fault;
  readonly againMs: number | null;
}

/** The provider's answer with a status that is no success. */
export interface Refusal {
  readonly status: number;
  readonly body: string;
  /** From Retry-After, in ms; null where the header is absent or not exposed to pages. */
  readonly afterMs: number | null;
}

const mostChars = 600;
const contextWords =
  /context[ _-]?(length|window|size|limit)|maximum context|too many tokens|prompt is too long|token limit|tokens? exceed/i;
const quotaWords = /insufficient[_ ]quota|billing|credit balance|insufficient (balance|credits?)/i;

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

const isPage = (text: string): boolean => /^<(!doctype|html|\?xml|head|body)/i.test(text);

/** A provider that answered, with a status that is no success. */
export function explainStatus(refusal: Refusal, place: Place): Failure {
  const { status, body, afterMs } = refusal;
  const words = quoted(bodyWords(body), place);
  const host = hostOf(place.baseUrl);
  const fault = (code: FaultCode, message: string): Fault => ({ code, message });
  const said = words === '' ? '.' : `: ${words}`;
  if (status === 401 || (status === 403 && !isLocal(place.baseUrl)))
    return never(
      fault(
        'bad-key',
        place.hasKey
          ? `${host} did not accept the key (${status})${said} Check this provider’s key in Settings → Models, and that it may use “${place.model}”.`
          : `${host} wants a key (${status})${said} Enter one for this provider in Settings → Models.`,
      ),
    );
  if (status === 403)
    return never(fault('bad-key', `${host} refused this page (403)${said} ${corsAdvice(place.baseUrl)}`));
  if (quotaWords.test(body) || status === 402)
    return never(
      fault(
        'provider',
        `The account at ${host} has no credit left (${status})${said} Top it up there, or choose another model.`,
      ),
    );
  if (status === 413 || contextWords.test(words))
    return never(
      fault(
        'too-large',
        `The conversation is too long for “${place.model}” (${status})${said} Start a new chat, attach less, or choose a model with a larger context.`,
      ),
    );
  if (status === 404 || status === 405) return never(fault('unknown-model', notFound(status, said, place, body)));
  if (status === 429)
    return {
      fault: fault('busy', `${host} has had too many requests for now (429)${said} ${tryAgain(afterMs)}`),
      againMs: waitable(afterMs),
    };
  if (status === 408 || status === 425 || status >= 500)
    return {
      fault: fault('provider', `${host} had a fault of its own (${status})${said} ${tryAgain(afterMs)}`),
      againMs: waitable(afterMs),
    };
  return never(fault('provider', `${host} did not accept the request (${status})${said}`));
}

/** A stream that came with an error in it, or that was no stream. */
export function explainBroken(broken: Broken, place: Place): Failure {
  const host = hostOf(place.baseUrl);
  const provider = (message: string, againMs: number | null): Failure => ({
    fault: { code: 'provider', message },
    againMs,
  });
  if (broken.is === 'error') return explainError(broken.error, place);
  if (broken.is === 'other')
    return provider(
      `${host} did not answer with a stream but with ${quoted(bodyWords(broken.text), place)} The base URL may be wrong: it usually ends in /v1.`,
      null,
    );
  if (broken.is === 'garbled')
    return provider(`A piece of the answer from ${host} was damaged, so the answer is not whole. Ask again.`, 0);
  return provider(
    `${host} ended the answer without saying anything. Ask again; if it stays so, the model may not be loaded there.`,
    0,
  );
}

/** An error that came within a stream: the same advice as for a status, where it names one. */
function explainError(error: Json, place: Place): Failure {
  const words = errorWords(error) || 'no reason was given';
  if (contextWords.test(words))
    return never({
      code: 'too-large',
      message: `“${place.model}” ran out of room: ${quoted(words, place)} Ask for less at once, or start a new chat.`,
    });
  const status = statusIn(error);
  if (status !== null) return explainStatus({ status, body: words, afterMs: null }, place);
  const message = `${hostOf(place.baseUrl)} broke off with an error: ${quoted(words, place)}`;
  const passing = /overloaded|unavailable|temporar|rate.?limit/i.test(words);
  return { fault: { code: 'provider', message }, againMs: passing ? 0 : null };
}

const never = (fault: Fault): Failure => ({ fault, againMs: null });
const waitable = (afterMs: number | null): number | null =>
  afterMs !== null && afterMs > limits.retry.retryAfterMs ? null : (afterMs ?? 0);

function tryAgain(afterMs: number | null): string {
  if (afterMs === null) return 'Try again in a little while.';
  const seconds = Math.max(1, Math.ceil(afterMs / 1000));
  return seconds <= 120 ? `Try again in ${seconds} s.` : `Try again in ${Math.ceil(seconds / 60)} minutes.`;
}

function notFound(status: number, said: string, place: Place, body: string): string {
  const host = hostOf(place.baseUrl);
  const path = /\/v\d/.test(place.baseUrl)
    ? ''
    : ` The base URL has no /v1 at its end: ${place.baseUrl}/v1 may be the right one.`;
  const pull = /:11434\b/.test(place.baseUrl) ? ` With Ollama, “ollama pull ${place.model}” fetches it.` : '';
  const asked =
    isPage(body.trim()) || body.trim() === ''
      ? `There is nothing at ${place.baseUrl}`
      : `${host} does not know “${place.model}”, or not under this address`;
  return `${asked} (${status})${said}${path}${pull} Fetch the list of models in Settings → Models to see what is there.`;
}

/** How the usual local servers are told to let a page in. */
export function corsAdvice(baseUrl: string): string {
  const port = URL.parse(baseUrl)?.port ?? '';
  if (port === '11434')
    return 'Ollama lets pages in that OLLAMA_ORIGINS names: set it to this page’s address and start Ollama again.';
  if (port === '1234') return 'In LM Studio, switch on “Enable CORS” in the server settings (Developer).';
  return 'The server has to allow requests from this page’s address (CORS).';
}

/** The host as a person reads it, without user name or password. */
export const hostOf = (baseUrl: string): string => URL.parse(baseUrl)?.host || 'the provider';

/** An address on this machine. */
export const isLocal = (baseUrl: string): boolean =>
  /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\]|0\.0\.0\.0)$/.test(URL.parse(baseUrl)?.hostname ?? '');

function statusIn(error: Json): number | null {
  if (!isObject(error)) return null;
  for (const value of [error['status'], error['code'], error['status_code']]) {
    const number = typeof value === 'string' ? Number(value) : value;
    if (typeof number === 'number' && number >= 400 && number < 600) return number;
  }
  return statusIn(error['error'] ?? null);
}

function quoted(words: string, place: Place): string {
  const clean = redact(words, place.secrets).replace(/\s+/g, ' ').trim();
  if (clean === '') return '';
  const short = clean.length > mostChars ? `${clean.slice(0, mostChars)}…` : clean;
  return /[.!?…]$/.test(short) ? short : `${short}.`;
}
