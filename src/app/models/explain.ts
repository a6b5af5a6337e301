import type { Json } from '../../core/json.ts';
import { limits } from '../../core/limits.ts';
import type { Fault, FaultCode } from '../../core/outcome.ts';
import type { Broken } from './answer.ts';
import { isLocal } from './local.ts';
import { bodyWords, errorWords, isPage, quoted, statusIn } from './words.ts';

/** What a fault needs to say what to do. Nothing secret but `secrets`, which are cut out of every text. */
export interface Place {
  readonly baseUrl: string;
  /** Null where the list of models was asked for. */
  readonly model: string | null;
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

const contextWords =
  /context[ _-]?(length|window|size|limit)|maximum context|too many tokens|prompt is too long|token limit|tokens? exceed/i;
/** A model or server that takes no tools, in the words of Ollama, llama.cpp, vLLM, OpenRouter and others. */
const toolWords =
  /(does not|doesn['’]t|do not) support (the )?(tools?|functions?)\b|support tool use|tools? param requires|requires --(jinja|enable-auto-tool-choice)|tool (calling|use) is not supported/i;
const quotaWords = /insufficient[_ ]quota|exceeded your current quota|credit balance|insufficient (balance|credits?)/i;

/** A provider that answered, with a status that is no success. */
export function explainStatus(refusal: Refusal, place: Place): Failure {
  const { status, body, afterMs } = refusal;
  const words = quoted(bodyWords(body), place.secrets);
  const host = hostOf(place.baseUrl);
  const said = ` (${status})${words === '' ? '.' : `: ${words}`}`;
  const local = isLocal(place.baseUrl);
  if (status === 401 || (status === 403 && !local)) return never('bad-key', badKey(host, said, place));
  if (status === 403) return never('bad-key', `${host} refused this page${said} ${corsAdvice(place.baseUrl)}`);
  if (status >= 400 && toolWords.test(words)) return never('provider', noTools(said, words, place));
  if (status === 402 || quotaWords.test(body))
    return never(
      'provider',
      `The account at ${host} has no credit left${said} Top it up there, or choose another model.`,
    );
  if (status >= 300 && status < 400)
    return never(
      'not-reachable',
      `${host} sends requests on to another address. Sluice does not follow: the conversation and the key would go where you did not send them. Enter the final address as the base URL (often https:// in place of http://).`,
    );
  if (status === 429) return later('busy', `${host} has had too many requests for now${said}`, afterMs);
  if (status === 413 || contextWords.test(words))
    return never(
      'too-large',
      `The conversation is too long for “${place.model}”${said} Start a new chat, attach less, or choose a model with a larger context.`,
    );
  if (status === 404 || status === 405) return never('unknown-model', notFound(said, body, place));
  if (status === 408 || status === 425 || status >= 500)
    return later('provider', `${host} had a fault of its own${said}`, afterMs);
  return never('provider', `${host} did not accept the request${said}`);
}

/** A stream that came with an error in it, or that was no stream. */
export function explainBroken(broken: Broken, place: Place): Failure {
  const host = hostOf(place.baseUrl);
  switch (broken.is) {
    case 'error':
      return explainError(broken.error, place);
    case 'other': {
      const what = quoted(bodyWords(broken.text), place.secrets);
      return never(
        'provider',
        `${host} answered with something else: ${what} The base URL may be wrong: it usually ends in /v1.`,
      );
    }
    case 'garbled':
      return again(
        'provider',
        `A piece of the answer from ${host} was damaged, so the answer is not whole. Ask again.`,
      );
    case 'unfinished':
      return again('provider', `${host} ended the answer before it was whole. Ask again.`);
    case 'said':
      return (broken.again ? again : never)('provider', `${host}: ${quoted(broken.text, place.secrets)}`);
    case 'empty':
    default:
      return again(
        'provider',
        `${host} ended the answer without saying anything. Ask again; if it stays so, the model may not be loaded there.`,
      );
  }
}

/** An error that came within a stream: the same advice as for a status, where it names one. */
function explainError(error: Json, place: Place): Failure {
  const words = errorWords(error) || 'no reason was given';
  const cited = quoted(words, place.secrets);
  if (contextWords.test(words))
    return never('too-large', `“${place.model}” ran out of room: ${cited} Ask for less at once, or start a new chat.`);
  const status = statusIn(error);
  if (status !== null) return explainStatus({ status, body: words, afterMs: null }, place);
  const passing = /overloaded|unavailable|temporar|rate.?limit/i.test(words);
  return (passing ? again : never)('provider', `${hostOf(place.baseUrl)} broke off with an error: ${cited}`);
}

const never = (code: FaultCode, message: string): Failure => ({ fault: { code, message }, againMs: null });
const again = (code: FaultCode, message: string): Failure => ({ fault: { code, message }, againMs: 0 });

/** Worth asking again, unless the provider wants a longer wait than a person should be kept for. */
export function later(code: FaultCode, message: string, afterMs: number | null): Failure {
  const seconds = Math.max(1, Math.ceil((afterMs ?? 0) / 1000));
  const span = seconds <= 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} minutes`;
  const fault = { code, message: `${message} Try again in ${afterMs === null ? 'a little while' : span}.` };
  return { fault, againMs: afterMs !== null && afterMs > limits.retry.retryAfterMs ? null : (afterMs ?? 0) };
}

function badKey(host: string, said: string, place: Place): string {
  if (!place.hasKey) return `${host} wants a key${said} Enter one for this provider in Settings → Models.`;
  const may = place.model === null ? '' : `, and that it may use “${place.model}”`;
  return `${host} did not accept the key${said} Check this provider’s key in Settings → Models${may}.`;
}

function notFound(said: string, body: string, place: Place): string {
  const end = place.baseUrl.includes('googleapis.com') ? '/v1beta' : '/v1';
  const path = /\/v\d/.test(place.baseUrl)
    ? ''
    : ` The base URL has no ${end} at its end: ${place.baseUrl}${end} may be the right one.`;
  if (place.model === null)
    return `There is no list of models at ${place.baseUrl}${said}${path} Correct the address, or type a model’s id by hand.`;
  const pull = /:11434\b/.test(place.baseUrl) ? ` With Ollama, “ollama pull ${place.model}” fetches it.` : '';
  const nothing = isPage(body.trim()) || body.trim() === '';
  const asked = nothing
    ? `There is nothing at ${place.baseUrl}`
    : `${hostOf(place.baseUrl)} does not know “${place.model}”, or not under this address`;
  return `${asked}${said}${path}${pull} Fetch the list of models in Settings → Models to see what is there.`;
}

/** Why tools cannot be used, and the switch that lets them. */
function noTools(said: string, words: string, { model, baseUrl }: Place): string {
  const how = /jinja/i.test(words)
    ? 'Start llama-server with --jinja.'
    : /auto-tool-choice/i.test(words)
      ? 'Start vLLM with --enable-auto-tool-choice and the --tool-call-parser of the model.'
      : 'Choose a model that can call tools, or write in a chat with no project and no servers.';
  return `“${model}” at ${hostOf(baseUrl)} cannot call tools${said} ${how}`;
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
