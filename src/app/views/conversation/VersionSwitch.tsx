import type { JSX } from 'preact';
import type { Versions } from '../../../core/conversation.ts';
import type { AnswerId } from '../../../core/ids.ts';
import { Button } from '../../ui/Button.tsx';

/** ‹ 2/3 ›: the versions of a message or an answer (row U5); nothing where there is only one. */
export function VersionSwitch({
  versions,
  of,
  disabled,
  onChoose,
}: {
  readonly versions: Versions;
  readonly of: 'message' | 'answer';
  readonly disabled: boolean;
  readonly onChoose: (leaf: AnswerId) => void;
}): JSX.Element | null {
  const { index, leaves } = versions;
  if (leaves.length < 2) return null;
  const step = (by: 1 | -1, label: string, icon: 'left' | 'right'): JSX.Element => {
    const leaf = leaves[index + by] ?? null;
    return (
      <Button
        kind="quiet"
        small
        icon={icon}
        label={label}
        aria-disabled={disabled || leaf === null}
        onClick={() => {
          if (!disabled && leaf !== null) onChoose(leaf);
        }}
      />
    );
  };
  return (
    <span class="versions" role="group" aria-label={`Versions of this ${of}`}>
      {step(-1, 'Version before', 'left')}
      <span aria-label={`Version ${index + 1} of ${leaves.length}`}>
        {index + 1}/{leaves.length}
      </span>
      {step(1, 'Version after', 'right')}
    </span>
  );
}
