import type { Models } from '../../core/model.ts';
import type { Endpoint } from './endpoint.ts';
import { explainStatus, hostOf, later, type Failure, type Place, type Refusal } from './explain.ts';
import { googleAnswer } from './google-answer.ts';
import { googleBody, googleTools, isUnseen, type GoogleForm } from './google-body.ts';
import { post } from './post.ts';
import { hasImages } from './request.ts';
import { adapter, type Wire } from './shell.ts';

/** The key in its header, never in the address (row X5). */
const headers = (endpoint: Endpoint): Record<string, string> => {
  const key = (endpoint.key ?? '').trim();
  return { ...(key === '' ? {} : { 'x-goog-api-key': key }), ...endpoint.headers };
};

function address(endpoint: Endpoint, model: string): string {
  const path = (model.includes('/') ? model : `models/${model}`).split('/').map(encodeURIComponent).join('/');
  return `${endpoint.baseUrl.replace(/\/+$/, '')}/${path}:streamGenerateContent?alt=sse`;
}

/** Some models show no thoughts, and Gemma takes no system prompt of its own. */
function concede(form: GoogleForm, { status, body }: Refusal, images: boolean): GoogleForm | null {
  if (status !== 400) return null;
  if (form.thoughts && /think|thought/i.test(body)) return { ...form, thoughts: false };
  if (form.system && /developer instruction|system.?instruction/i.test(body)) return { ...form, system: false };
  if (form.images && images && /image|modalit/i.test(body)) return { ...form, images: false };
  return null;
}

/** Google answers 400 to a bad key, and calls every limit of requests a quota; how long to wait stands in the body. */
function explain(refusal: Refusal, place: Place): Failure | null {
  const { status, body } = refusal;
  if (status === 400 && /API_KEY_INVALID|API key (not valid|expired)/i.test(body))
    return explainStatus({ ...refusal, status: 401 }, place);
  if (status === 400 && /token count.*exceeds/is.test(body)) return explainStatus({ ...refusal, status: 413 }, place);
  if (status !== 429) return null;
  const seconds = Number(/"retryDelay"\s*:\s*"([\d.]+)s"/.exec(body)?.[1] ?? Number.NaN);
  const afterMs = refusal.afterMs ?? (Number.isFinite(seconds) ? seconds * 1000 : null);
  return later(
    'busy',
    `${hostOf(place.baseUrl)} has had too many requests for now, or this key’s quota is used up (429).`,
    afterMs,
  );
}

/** Google's generateContent, streaming. The request is written here: signatures go back in the very parts they came in (case 55). */
const generate: Wire<GoogleForm> = {
  form: { thoughts: true, system: true, images: true },
  ask: (endpoint, request, form, posting) =>
    post(posting, address(endpoint, request.model.model), headers(endpoint), googleBody(request, form)),
  answer: () => googleAnswer(),
  over: (event) => event.data === '[DONE]',
  left: (request) => ({ names: googleTools(request.tools).left, why: 'Google cannot be told what its arguments are.' }),
  unseen: isUnseen,
  concede: (form, refusal, request) => concede(form, refusal, hasImages(request)),
  explain,
};

/** The adapter for Google (row V1). */
export const google = (endpoint: Endpoint): Models => adapter(endpoint, generate);
