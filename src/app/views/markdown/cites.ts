import { createContext, type JSX } from 'preact';

/** What stands for `[A]` in a text that cites labelled answers (row F5): a node, or null where no answer has that label. */
export const Cites = createContext<((label: string) => JSX.Element | null) | null>(null);

/** A text in pieces: words, and the labels of one letter in brackets between them. */
export function citing(text: string): readonly { readonly words: string; readonly label: string | null }[] {
  const pieces = text.split(/\[([A-Z])\]/u);
  return pieces.map((piece, at) =>
    at % 2 === 0 ? { words: piece, label: null } : { words: `[${piece}]`, label: piece },
  );
}
