import type { JSX } from 'preact';
import { lazyPart } from '../lazyPart.tsx';

const Compared = lazyPart('The diff viewer', async () => (await import('./Compared.tsx')).Compared);

/** What a server says of its tool now beside what it said when the tool was last allowed (row T6). Long lines stay whole. */
export function ToolChange({
  change,
  label,
}: {
  readonly change: { readonly before: string; readonly after: string };
  /** The tool's label, ready to be shown. */
  readonly label: string;
}): JSX.Element {
  return (
    <section class="diffview" aria-label={`What changed in ${label}`}>
      <Compared path="tool" texts={change} whole />
    </section>
  );
}
