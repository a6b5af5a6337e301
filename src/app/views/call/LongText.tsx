import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { shown } from '../../../core/visible.ts';
import { Button } from '../../ui/Button.tsx';
import './LongText.css';

const pieceChars = 16_000;
const firstPieces = 2;

/** Where pieces of about 16,000 characters end: after a line break where there is one, never inside a character. */
function endsOf(text: string): readonly number[] {
  const ends: number[] = [];
  let at = 0;
  while (at < text.length) {
    let end = Math.min(text.length, at + pieceChars);
    if (end < text.length) {
      const line = text.lastIndexOf('\n', end);
      if (line > at + pieceChars / 2) end = line + 1;
      else if (text.charCodeAt(end - 1) >= 0xd800 && text.charCodeAt(end - 1) <= 0xdbff) end -= 1;
    }
    ends.push(end);
    at = end;
  }
  return ends;
}

/**
 * A text as a whole in a box that scrolls (row P11): drawn a piece at a time as the person comes near its end, so that
 * megabytes do not hold the page up.
 */
export function LongText({ text, label }: { readonly text: string; readonly label: string }): JSX.Element {
  const ends = useMemo(() => endsOf(text), [text]);
  const [drawn, setDrawn] = useState(firstPieces);
  if (text === '') return <p class="faint">(no text)</p>;
  const left = text.length - (ends[Math.min(drawn, ends.length) - 1] ?? 0);
  return (
    <div class="longtext">
      <div
        class="box"
        role="region"
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable by keyboard
        tabIndex={0}
        onScroll={({ currentTarget: box }) => {
          if (box.scrollHeight - box.scrollTop - box.clientHeight < 400 && drawn < ends.length) setDrawn(drawn + 1);
        }}
      >
        {ends.slice(0, drawn).map((end, at) => (
          <pre key={end}>{shown(text.slice(ends[at - 1] ?? 0, end))}</pre>
        ))}
      </div>
      <p class="under faint">
        {text.length.toLocaleString('en')} characters
        {left > 0 ? `, ${left.toLocaleString('en')} further down` : ''}
        <Button small kind="quiet" icon="copy" onClick={() => void navigator.clipboard.writeText(text)}>
          Copy all
        </Button>
      </p>
    </div>
  );
}
