import type { ComponentChildren, JSX } from 'preact';
import type { Explained } from '../../../core/server.ts';
import { shown } from '../../../core/visible.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Note } from '../../ui/Fault.tsx';
import './Explanation.css';

function Fix({ what, code }: Explained['fixes'][number]): JSX.Element {
  return (
    <div class="fix">
      <p>{shown(what)}</p>
      <div class="code">
        <code>{shown(code)}</code>
        <CopyButton text={() => code} />
      </div>
    </div>
  );
}

/**
 * A failed connection in words, with what to change ready to copy (row M6); a guess is called one. Several fixes are folded
 * until asked for, unless `open`.
 */
export function Explanation({
  why,
  open = false,
  children,
}: {
  readonly why: Explained;
  readonly open?: boolean | undefined;
  readonly children?: ComponentChildren;
}): JSX.Element {
  const fixes = why.fixes.map((fix) => <Fix key={`${fix.what} ${fix.code}`} {...fix} />);
  return (
    <Note tone="bad">
      <p class="explained">
        {shown(why.text)}
        {why.sure ? null : <span class="soft"> This is a guess: the browser does not say more.</span>}
      </p>
      {fixes.length > 1 ? (
        <details class="fixes" open={open}>
          <summary>How to set it</summary>
          {fixes}
        </details>
      ) : (
        fixes
      )}
      {children === undefined || children === null ? null : <div class="do">{children}</div>}
    </Note>
  );
}
