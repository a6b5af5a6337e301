import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button } from './Button.tsx';

/** Copies a text and says so; where the browser does not let it, says that. */
export function CopyButton({
  text,
  label = 'Copy',
}: {
  readonly text: () => string;
  readonly label?: string | undefined;
}): JSX.Element {
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle');
  useEffect(() => {
    if (state === 'idle') return undefined;
    const timer = setTimeout(() => setState('idle'), 2_000);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = (): void => {
    navigator.clipboard.writeText(text()).then(
      () => setState('copied'),
      () => setState('refused'),
    );
  };
  return (
    <>
      <Button kind="quiet" small icon={state === 'copied' ? 'check' : 'copy'} onClick={copy}>
        {state === 'refused' ? 'Not allowed by the browser' : label}
      </Button>
      <span class="visually-hidden" aria-live="polite">
        {state === 'copied' ? 'Copied' : ''}
      </span>
    </>
  );
}
