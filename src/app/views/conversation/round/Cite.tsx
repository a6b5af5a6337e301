import type { JSX } from 'preact';
import type { CallView } from '../../../../core/conversation.ts';
import { oneLine } from '../../oneline.ts';
import { targetOf } from '../../call/status.ts';
import { citedAs, type Column } from './reading.ts';

/** Whose claim it is: the model's name; a click unfolds its answer and goes to it (row F5). */
export function Cite({
  column,
  onShow,
}: {
  readonly column: Column;
  readonly onShow: (key: string) => void;
}): JSX.Element {
  const name = `${column.alike && column.label !== null ? `${column.label} · ` : ''}${citedAs(column.model)}`;
  return (
    <button
      type="button"
      class="cite"
      title={`${column.label ?? ''}: ${oneLine(column.model.name)}. Show its answer.`}
      onClick={() => onShow(column.key)}
    >
      <span class="visually-hidden">says </span>
      {name}
    </button>
  );
}

/** A call that a claim rests on; a click opens it in the inspector. */
export function Evidence({
  at,
  view,
  onInspect,
}: {
  /** `A1`, as the synthesis names it. */
  readonly at: string;
  readonly view: CallView;
  readonly onInspect: (call: string) => void;
}): JSX.Element {
  const words = oneLine(`${view.label} ${targetOf(view)}`, 80);
  return (
    <button
      type="button"
      class="evidence"
      title={`${words}. Look at it in the inspector.`}
      onClick={() => onInspect(view.call.id)}
    >
      {at}
      <span class="visually-hidden">: {words}</span>
    </button>
  );
}
