import { fail, ok, type Outcome } from '../../core/outcome.ts';
import { inGit, isRuleFile } from '../../core/path.ts';

/** Which `.agentblock` rule names one of the paths (row X3), or null. */
export type Blocks = (paths: readonly string[]) => Promise<Outcome<string | null>>;

/** What no tool may change in any mode: `.git` and the rule files (rows P5, X3). */
export function untouchable(paths: readonly string[]): Outcome<null> {
  for (const path of paths) {
    if (inGit(path))
      return fail('rejected', `${path} lies in .git. Nothing under .git is ever changed by a tool; use git itself.`);
    if (isRuleFile(path))
      return fail(
        'rejected',
        `${path} is a rule file. A tool cannot change .agentblock; only the person can, outside the chat.`,
      );
  }
  return ok(null);
}
