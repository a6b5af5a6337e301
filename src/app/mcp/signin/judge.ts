/** Whether what the sign-in window brought is the answer to what was asked (row M5, RFC 9207). */
import type { OAuthMetadata } from '@modelcontextprotocol/sdk/shared/auth.js';
import { fail, ok, type Outcome } from '../../../core/outcome.ts';
import { shown } from '../../../core/visible.ts';
import type { Answer } from './answer.ts';
import { sameIssuer, sameOrigin } from './safe.ts';
import { quoted, refusal } from './words.ts';

/** Whom the person was sent to. */
export interface AskedOf {
  readonly name: string;
  /** The authorization server's URL that discovery used. */
  readonly authority: string;
  readonly metadata: OAuthMetadata | null;
}

/** The code, once sender and kind of the answer are right. */
export function codeOf(answer: Answer, { name, authority, metadata }: AskedOf): Outcome<string> {
  const announced = metadata?.['authorization_response_iss_parameter_supported'] === true;
  const missing = announced && answer.iss === null;
  // Two servers mixed up: the one that answered is not the one whose metadata named this page. A code would go to the wrong one.
  const other =
    answer.iss !== null &&
    metadata !== null &&
    (answer.iss !== metadata.issuer || (!sameIssuer(answer.iss, authority) && !sameOrigin(answer.iss, authority)));
  if (missing || other)
    return fail(
      'sign-in',
      `The sign-in to ${shown(name)} was stopped: its answer came from another sign-in server than the one that was asked${
        answer.iss === null ? ' (it does not say who it is)' : ` (${quoted(answer.iss, [])})`
      }. Nothing was given to it. Ask whoever runs the server.`,
    );
  if (answer.code !== null) return ok(answer.code);
  return { ok: false, fault: refusal(name, answer.error ?? '', quoted(answer.said, [])) };
}
