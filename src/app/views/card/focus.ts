import { limits } from '../../../core/limits.ts';
import type { ToolKey } from '../../../core/tool.ts';

/** What is known at the moment a card appears; times in milliseconds of one clock. */
export interface Appearing {
  readonly tool: ToolKey | null;
  readonly now: number;
  /** When a key was last pressed anywhere; null: not since the page was opened. */
  readonly lastKeyAt: number | null;
  /** Text stands in the composer, or in a field the person is in, and was not sent. */
  readonly unsent: boolean;
  /** The person is in another card, in an open dialog, or has scrolled away from the conversation's end. */
  readonly engaged: boolean;
}

/** Whether a card that appears takes the focus (row A3). One for delete never does. */
export function takesFocus({ tool, now, lastKeyAt, unsent, engaged }: Appearing): boolean {
  if (tool === 'file_delete' || unsent || engaged) return false;
  return lastKeyAt === null || now - lastKeyAt >= limits.card.typingMs;
}

/** A key pressed while the focus is in a card. */
export interface Press {
  readonly key: string;
  /** Held down, so that it comes again by itself. */
  readonly repeat: boolean;
  readonly modified: boolean;
  /** Part of writing a character with an input method. */
  readonly composing: boolean;
  /** Where in the card: the card itself, a box to tick, a button, or a field to write in. */
  readonly on: 'card' | 'choice' | 'button' | 'field';
  /** Milliseconds since the card appeared as it stands now. */
  readonly age: number;
}

/** `nothing`: the key is taken and does nothing. `pass`: the key is not the card's. */
export type Meaning = 'approve' | 'deny' | 'nothing' | 'pass';

const acting: ReadonlySet<string> = new Set(['Enter', 'Escape', ' ']);

/**
 * What a key in a card means (row A3), first hit wins:
 * 1. In its first 500 ms nothing that acts does anything, so that no one answers what they have not seen.
 * 2. Keys with a modifier, and those of an input method, are not the card's.
 * 3. A key that is held down counts once.
 * 4. In a field the field has the keys.
 * 5. Escape denies; Return approves, except on a button, which does its own.
 */
export function meaningOf({ key, repeat, modified, composing, on, age }: Press): Meaning {
  if (!acting.has(key)) return 'pass';
  if (age < limits.card.inertMs) return 'nothing';
  if (modified || composing) return 'pass';
  if (repeat && (key !== ' ' || on === 'button')) return on === 'field' ? 'pass' : 'nothing';
  if (on === 'field' || key === ' ') return 'pass';
  if (key === 'Escape') return 'deny';
  return on === 'button' ? 'pass' : 'approve';
}
