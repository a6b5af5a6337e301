import type { ProjectView } from '../../state/contract.ts';

/** What kind of project it is, and its state where that is what matters (rows P1, P2). */
export function kindWords({ record, state }: ProjectView): string {
  if (state === 'missing') return 'missing';
  if (state === 'reconnect') return 'reconnect';
  return record.kind === 'folder' ? 'folder' : 'in browser';
}

/** The colour of a project's dot. */
export const stateDot = (state: ProjectView['state']): 'ok' | 'warn' | 'bad' =>
  state === 'ready' ? 'ok' : state === 'reconnect' ? 'warn' : 'bad';
