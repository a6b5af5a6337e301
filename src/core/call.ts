import type { Allow, Asked, Grounds, Offer, Why } from './gate.ts';
import type { CallId } from './ids.ts';
import type { Fault, Outcome } from './outcome.ts';
import type { ToolResult } from './tool.ts';

/** What a call waits for that is no card: the reconnecting click, its turn, the check-in, or the same call of another model. */
export type Held = 'folder' | 'plan' | 'budget' | 'shared';

/**
 * The life of one call; each later state carries the earlier proof. `running` cannot be built without `decide`.
 * - `held` for a folder: it waits for the reconnecting click (row P1); for a plan: mutating calls queue (row V8);
 *   for the budget: the soft check-in (row B2); shared: another model's same call waits or runs for both (row A5).
 * `Proof` is `Allow` for a live call; what is folded from the log has the `Grounds` only, which run nothing.
 */
export type Call<Proof extends Grounds = Grounds> = Asked &
  (
    | { readonly at: 'proposed' }
    /** `with`: the call of another model that waits or runs for it too. */
    | { readonly at: 'held'; readonly for: Held; readonly with?: CallId }
    | { readonly at: 'waiting'; readonly why: Why; readonly offers: readonly Offer[] }
    | { readonly at: 'running'; readonly allowed: Proof }
    | {
        readonly at: 'done';
        readonly allowed: Proof;
        readonly outcome: Outcome<ToolResult>;
        readonly ms: number;
        /** Shared with that call, which was the one that ran (row A5: `cached`). */
        readonly from?: CallId;
      }
    /** `unknown`: it may have run (a killed tab in the middle of a call that cannot be checked). */
    | { readonly at: 'stopped'; readonly ran: 'no' | 'unknown'; readonly fault: Fault }
    | { readonly at: 'rejected'; readonly by: 'rule' | 'person'; readonly why: Why; readonly reason?: string }
  );

/** The only thing an executor takes. */
export type Allowed = Extract<Call<Allow>, { at: 'running' }>;
