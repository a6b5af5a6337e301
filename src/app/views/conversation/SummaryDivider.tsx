import type { JSX } from 'preact';
import type { Summary } from '../../../core/conversation.ts';
import { MarkdownPart } from './MarkdownPart.tsx';

/** Where the models read a summary in place of what stands above it; a person still has all of it (row V5). */
export function SummaryDivider({ summary }: { readonly summary: Summary }): JSX.Element {
  return (
    <details class="summary-divider">
      <summary>
        <span>Earlier turns were summarised for the models</span>
      </summary>
      <p class="faint">
        The chat had outgrown the model’s context. From here on the models are given this text in place of what stands
        above; nothing was deleted.
      </p>
      <MarkdownPart text={summary.text} growing={false} />
    </details>
  );
}
