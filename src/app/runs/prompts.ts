import { budgetOf } from '../../core/budget.ts';
import type { ProjectId } from '../../core/ids.ts';
import { systemPrompt, type Role } from '../../core/prompt.ts';
import type { ChatRecord } from '../../core/records.ts';
import type { Stop } from '../../core/world.ts';
import type { Deps } from './deps.ts';
import { agentsOf } from './guidance.ts';

/**
 * The system prompt of each role, as an answer that begins now sends it (row V7), with the guidance the chat gives (row V6).
 * A stop does not wait for a slow folder.
 */
export async function promptsOf(
  chat: ChatRecord,
  project: ProjectId | null,
  deps: Deps,
  stop: Stop,
): Promise<(role: Role) => string> {
  const without = chat.without ?? [];
  const agents = without.includes('agents')
    ? null
    : await Promise.race([agentsOf(project, deps), stop.wait.then(() => null)]);
  const { settings } = deps.rulebook.now();
  const record = project === null ? null : deps.project(project);
  return (role) =>
    systemPrompt({
      date: deps.today(),
      project: record,
      role,
      budget: budgetOf(settings.budget).ceiling,
      flowMode: null,
      instructions: without.includes('instructions') ? '' : settings.instructions,
      agents,
    });
}
