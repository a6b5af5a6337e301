/** Which of the scripted models speaks, and as what (row F1). */
import type { ModelRequest } from '../../core/model.ts';
import { roleWords, type Role } from '../../core/prompt.ts';

/** The guide knows the tour; the other two answer beside it, one with care and one in haste. */
export type Persona = 'guide' | 'careful' | 'quick';

export const personaOf = ({ model }: ModelRequest): Persona =>
  model.model === 'careful' || model.model === 'quick' ? model.model : 'guide';

/** A script reads its part in the system prompt, as every model does (row V7). */
export function roleOf({ system }: ModelRequest): Role {
  const found = (['synthesis', 'primary', 'peer'] as const).find((role) => system.includes(roleWords[role]));
  return found ?? 'solo';
}
