/** What a failure is, so that a screen, a model and a test can tell kinds apart. */
export type FaultCode =
  | 'bad-arguments'
  | 'bad-path'
  | 'not-found'
  | 'not-a-file'
  | 'not-a-folder'
  | 'exists'
  | 'not-empty'
  | 'too-large'
  | 'too-many'
  | 'binary'
  | 'no-match'
  | 'ambiguous'
  | 'no-change'
  | 'bad-pattern'
  | 'changed'
  | 'name-refused'
  | 'reconnect'
  | 'no-permission'
  | 'blocked-by-browser'
  | 'quota'
  | 'locked'
  | 'cancelled'
  | 'tool-call-cancelled'
  | 'rejected'
  | 'timed-out'
  | 'not-reachable'
  | 'bad-key'
  | 'unknown-model'
  | 'busy'
  | 'provider'
  | 'mcp'
  | 'tool-failed'
  | 'sign-in'
  | 'interrupted'
  | 'storage'
  | 'bug';

/** A failure as a value: `message` says what happened, why, and what to do, in plain words. */
export interface Fault {
  readonly code: FaultCode;
  readonly message: string;
}

/** Failures cross walls as values; throwing is for bugs only. */
export type Outcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly fault: Fault };

export const ok = <T>(value: T): Outcome<T> => ({ ok: true, value });
export const fail = (code: FaultCode, message: string): { readonly ok: false; readonly fault: Fault } => ({
  ok: false,
  fault: { code, message },
});
