import { signal, type ReadonlySignal } from '@preact/signals';
import type { ProjectId } from '../../core/ids.ts';
import type { ChatRecord, Guidance } from '../../core/records.ts';
import type { Deps } from '../runs/deps.ts';
import { hasAgents } from '../runs/guidance.ts';
import type { Given } from './contract.ts';

/** What is given to a chat's models beside the conversation (row V6), for its chip. */
export interface Guided {
  readonly given: ReadonlySignal<Given>;
  /** Takes in what is known now: settings and the chat's own choice. */
  draw(): void;
  /** Looks again whether the project has an AGENTS.md: it was opened, or an answer may have written one. */
  look(): Promise<void>;
}

export function makeGuided(record: () => ChatRecord, deps: Deps): Guided {
  const given = signal<Given>({ agents: 'none', instructions: 'none' });
  let found: { readonly project: ProjectId | null; readonly agents: boolean } = { project: null, agents: false };

  function draw(): void {
    const { project, without = [] } = record();
    const stands = (what: Guidance, is: boolean): Given[Guidance] =>
      !is ? 'none' : without.includes(what) ? 'off' : 'on';
    const next: Given = {
      agents: stands('agents', found.project === project && found.agents),
      instructions: stands('instructions', deps.rulebook.now().settings.instructions.trim() !== ''),
    };
    const now = given.peek();
    if (next.agents !== now.agents || next.instructions !== now.instructions) given.value = next;
  }
  return {
    given,
    draw,
    async look() {
      const { project } = record();
      // A disk that cannot be asked has none to give; what needs it says why.
      const agents = await hasAgents(project, deps).catch(() => false);
      // Another project may have been picked while the disk was asked.
      if (record().project === project) found = { project, agents };
      draw();
    },
  };
}

/** What the chat withholds, after one choice more. */
export const withheld = (now: ChatRecord, what: Guidance, on: boolean): ChatRecord => {
  const others = (now.without ?? []).filter((one) => one !== what);
  return { ...now, without: on ? others : [...others, what] };
};
