import { shown } from '../../../core/visible.ts';
import { lazyPart } from '../lazyPart.tsx';

/** Markdown from its own chunk; until that is here the text stands as it is written. */
export const MarkdownPart = lazyPart<{ readonly text: string; readonly growing: boolean }>(
  'The Markdown reader',
  async () => (await import('../markdown/Markdown.tsx')).Markdown,
  ({ text }) => <div class="plain">{shown(text)}</div>,
);
