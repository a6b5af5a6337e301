import type { Outcome } from '../core/outcome.ts';
import { attempt } from './fault.ts';

/** Bytes used and allowed, and whether the browser promised not to clear them by itself (row W1). */
export interface Space {
  readonly used: number;
  readonly quota: number;
  readonly persisted: boolean;
}

/** How full the browser's space for this origin is. */
export const space = (): Promise<Outcome<Space>> =>
  attempt('ask how much space is left', async () => {
    const [estimate, persisted] = await Promise.all([navigator.storage.estimate(), navigator.storage.persisted()]);
    return { used: estimate.usage ?? 0, quota: estimate.quota ?? 0, persisted };
  });

/** Asks the browser to keep the data until the person clears it; true where it agreed. May show a question (Firefox). */
export const persist = (): Promise<Outcome<boolean>> =>
  attempt('ask the browser to keep the data', () => navigator.storage.persist());
