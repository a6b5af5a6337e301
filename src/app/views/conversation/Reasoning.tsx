import type { JSX } from 'preact';
import { MarkdownPart } from './MarkdownPart.tsx';

/** What a model thought before it answered: folded, since it is not the answer. */
export function Reasoning({ text, growing }: { readonly text: string; readonly growing: boolean }): JSX.Element {
  return (
    <details class="reasoning">
      <summary>
        Reasoning
        {growing ? <span class="dot run" /> : null}
      </summary>
      <MarkdownPart text={text} growing={growing} />
    </details>
  );
}
