import { createContext, type JSX } from 'preact';

/** What stands for `[A]` in a text that cites labelled answers (row F5): a node, or null where no answer has that label. */
export const Cites = createContext<((label: string) => JSX.Element | null) | null>(null);

const label = '[A-Z]{1,2}';
const mark = new RegExp(`\\[(${label}(?:[ \\t]{0,2}[,;&][ \\t]{0,2}${label}){0,8})\\]`, 'u');

/** A text in pieces: words, and between them marks such as `[A]`, `[AB]` or `[A, C]` with the labels that stand in them. */
export function citing(text: string): readonly { readonly words: string; readonly labels: readonly string[] }[] {
  const pieces = text.split(mark);
  return pieces.map((piece, at) =>
    at % 2 === 0 ? { words: piece, labels: [] } : { words: `[${piece}]`, labels: piece.split(/[^A-Z]+/u) },
  );
}
