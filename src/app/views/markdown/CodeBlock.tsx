import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { shown } from '../../../core/visible.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import type { Run } from './highlight.ts';

/** Longer code stays uncoloured: colouring would hold up the page. */
const mostColoured = 60_000;

/** Code with its language and a copy button; colours come later, from their own chunk, once the block is complete. */
export function CodeBlock({
  code,
  language,
  growing,
}: {
  readonly code: string;
  readonly language: string;
  readonly growing: boolean;
}): JSX.Element {
  const [runs, setRuns] = useState<readonly Run[] | null>(null);
  useEffect(() => {
    setRuns(null);
    if (growing || language === '' || code.length > mostColoured) return undefined;
    let here = true;
    void import('./highlight.ts').then(
      ({ highlight }) => here && setRuns(highlight(code, language)),
      // Offline before the first use: plain code is still code.
      () => undefined,
    );
    return () => {
      here = false;
    };
  }, [code, language, growing]);
  return (
    <div class="code-block">
      <div class="bar">
        <span>{language === '' ? 'text' : shown(language)}</span>
        <CopyButton text={() => code} />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <pre tabIndex={0} aria-label={language === '' ? 'Code' : `Code, ${language}`}>
        <code>
          {runs === null
            ? shown(code)
            : runs.map((run, at) =>
                run.kind === '' ? (
                  shown(run.text)
                ) : (
                  // Runs have no identity but their place; they are replaced all at once.
                  <span key={at} class={run.kind}>
                    {shown(run.text)}
                  </span>
                ),
              )}
        </code>
      </pre>
    </div>
  );
}
