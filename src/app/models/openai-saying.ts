import type { JsonObject } from '../../core/json.ts';
import type { ModelEvent } from '../../core/model.ts';

type Of = 'text' | 'reasoning';

interface Said {
  readonly at: number;
  readonly of: Of;
  /** What may not be told yet, since an item before it is not over. */
  readonly queue: ModelEvent[];
  spoken: boolean;
  /** The number of the summary's part that came last. */
  section: number | null;
  done: boolean;
}

/** The messages and thoughts of one response, one after the other although they come side by side (row V2). */
export interface Saying {
  open(at: number, of: Of): ModelEvent[];
  /** A piece of an item; a new `section` begins a paragraph. */
  say(at: number, of: Of, delta: string, section?: number): ModelEvent[];
  /** `words`: the whole, told where no piece of it came. */
  end(at: number, of: Of, words: string, data: JsonObject): ModelEvent[];
  ended(at: number): boolean;
  /** Whether all that began was ended. */
  whole(): boolean;
  any(): boolean;
  /** What is left to be told when the stream is over. */
  rest(): ModelEvent[];
}

export function saying(): Saying {
  const all: Said[] = [];
  let told = 0;
  let before: Of | null = null;

  /** Tells what may be told: all of the first item that is not over, and what follows those that are. */
  const flush = (): ModelEvent[] => {
    const events: ModelEvent[] = [];
    for (; told < all.length; told += 1) {
      const item = all[told];
      if (item === undefined) break;
      const pieces = item.queue.splice(0);
      if (pieces.length > 0 && !opened.has(item)) {
        if (before === item.of) events.push({ is: 'break' });
        opened.add(item);
        before = item.of;
      }
      events.push(...pieces);
      if (!item.done) break;
    }
    return events;
  };
  const opened = new Set<Said>();

  const itemAt = (at: number, of: Of): Said => {
    const known = all.find((item) => item.at === at && item.of === of);
    if (known !== undefined) return known;
    const fresh: Said = { at, of, queue: [], spoken: false, section: null, done: false };
    all.push(fresh);
    return fresh;
  };

  return {
    open(at, of) {
      itemAt(at, of);
      return [];
    },
    say(at, of, delta, section) {
      const item = itemAt(at, of);
      if (delta === '') return [];
      const gap = section !== undefined && item.section !== null && item.section !== section ? '\n\n' : '';
      item.section = section ?? item.section;
      item.spoken = true;
      item.queue.push({ is: of, delta: gap + delta });
      return flush();
    },
    end(at, of, words, data) {
      const item = itemAt(at, of);
      if (item.done) return [];
      item.done = true;
      if (!item.spoken && words !== '') item.queue.push({ is: of, delta: words });
      const bare = of === 'text' && !item.spoken && words === '';
      if (!bare) item.queue.push({ is: 'data', of, data });
      return flush();
    },
    ended: (at) => all.some((item) => item.at === at && item.done),
    whole: () => all.every((item) => item.done),
    any: () => all.length > 0,
    rest() {
      for (const item of all) item.done = true;
      return flush();
    },
  };
}
