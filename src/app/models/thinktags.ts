import type { Piece } from './chunk.ts';

const opening = '<think>';
const closing = '</think>';

/** Splits text as it comes into thoughts and words. */
export interface ThinkTags {
  take(delta: string): Piece[];
  /** What was held back, since it could have been the beginning of a tag. */
  end(): Piece[];
}

/**
 * Local servers that do not separate a model's thoughts leave them in the text, between `<think>` and `</think>` at its
 * very beginning; the tags may be cut anywhere (row V2). Elsewhere the tag is text like any other.
 */
export function thinkTags(): ThinkTags {
  let at: 'start' | 'thoughts' | 'gap' | 'words' = 'start';
  let held = '';

  const piece = (of: Piece['of'], delta: string): Piece[] => (delta === '' ? [] : [{ of, delta }]);

  const step = (): Piece[] => {
    if (at === 'start') {
      const begun = held.trimStart();
      if (begun.length < opening.length && opening.startsWith(begun)) return [];
      at = begun.startsWith(opening) ? 'thoughts' : 'words';
      if (at === 'thoughts') held = begun.slice(opening.length);
      return step();
    }
    if (at === 'thoughts') {
      const close = held.indexOf(closing);
      if (close >= 0) {
        const thought = held.slice(0, close);
        held = held.slice(close + closing.length);
        at = 'gap';
        return [...piece('reasoning', thought), ...step()];
      }
      const keep = partial(held);
      const thought = held.slice(0, held.length - keep);
      held = held.slice(held.length - keep);
      return piece('reasoning', thought);
    }
    if (at === 'gap') {
      held = held.trimStart();
      if (held === '') return [];
      at = 'words';
    }
    const words = held;
    held = '';
    return piece('text', words);
  };

  return {
    take(delta) {
      held += delta;
      return step();
    },
    end() {
      const rest = held;
      held = '';
      return piece(at === 'thoughts' ? 'reasoning' : 'text', rest);
    },
  };
}

/** How many characters at the end may be the beginning of the closing tag. */
function partial(text: string): number {
  for (let size = Math.min(closing.length - 1, text.length); size > 0; size -= 1)
    if (closing.startsWith(text.slice(-size))) return size;
  return 0;
}
