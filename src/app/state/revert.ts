import type { AnswerId, CallId } from '../../core/ids.ts';
import { fail, ok, type Outcome } from '../../core/outcome.ts';
import type { ChatRun } from '../runs/chatrun.ts';
import { faultOf } from '../runs/fault.ts';
import type { Deps } from '../runs/deps.ts';
import { findCall } from '../runs/desk.ts';

/** Putting changes back, one by one or a whole answer's (row P9). */
export interface Revert {
  one(call: CallId): Promise<Outcome<string>>;
  all(answer: AnswerId): Promise<Outcome<string>>;
}

export function makeRevert(run: ChatRun, deps: Deps): Revert {
  async function one(call: CallId): Promise<Outcome<string>> {
    const view = findCall(run.ledger.thread(), call);
    const answer = view === null ? undefined : run.ledger.thread().answers.get(view.call.answer);
    if (view === null || answer === undefined || answer.project === null) {
      return fail('not-found', 'This call changed no file, so there is nothing to put back.');
    }
    if (view.reverted !== null) return fail('no-change', 'This change was put back already.');
    const folder = await deps.folder(answer.project);
    if (!folder.ok) return folder;
    const done = await deps.files.revert(folder.value, call);
    if (!done.ok) return done;
    try {
      await run.ledger.append(
        { kind: 'reverted', call, summary: done.value.text },
        { answer: answer.id, model: view.call.model, phase: view.call.phase, turn: view.call.turn },
      );
    } catch (error) {
      return { ok: false, fault: faultOf(error) };
    }
    return ok(done.value.text);
  }

  return {
    one,
    async all(answer) {
      const parts = run.ledger.thread().answers.get(answer)?.parts ?? [];
      const changes = parts.flatMap((part) =>
        part.is === 'call' &&
        part.view.reverted === null &&
        part.view.call.at === 'done' &&
        part.view.call.outcome.ok &&
        part.view.call.outcome.value.kept === true
          ? [part.id]
          : [],
      );
      let count = 0;
      for (const call of changes.toReversed()) {
        const done = await one(call);
        if (!done.ok)
          return fail(
            done.fault.code,
            `${count} of ${changes.length} changes were put back. Then: ${done.fault.message}`,
          );
        count += 1;
      }
      return ok(`${count} ${count === 1 ? 'change' : 'changes'} put back.`);
    },
  };
}
