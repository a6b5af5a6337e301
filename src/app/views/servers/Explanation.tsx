import type { ComponentChildren, JSX } from 'preact';
import type { Explained } from '../../../core/server.ts';
import { shown } from '../../../core/visible.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Note } from '../../ui/Fault.tsx';
import './Explanation.css';

/** A failed connection in words, with what to change ready to copy (row M6); a guess is called one. */
export function Explanation({
  why,
  children,
}: {
  readonly why: Explained;
  readonly children?: ComponentChildren;
}): JSX.Element {
  return (
    <Note tone="bad">
      <p class="explained">
        {shown(why.text)}
        {why.sure ? null : <span class="soft"> This is a guess: the browser does not say more.</span>}
      </p>
      {why.fixes.map(({ what, code }) => (
        <div class="fix" key={`${what} ${code}`}>
          <p>{shown(what)}</p>
          <div class="code">
            <code>{shown(code)}</code>
            <CopyButton text={() => code} label="Copy" />
          </div>
        </div>
      ))}
      {children === undefined || children === null ? null : <div class="do">{children}</div>}
    </Note>
  );
}
