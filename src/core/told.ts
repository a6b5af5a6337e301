/** What a model is told of its calls (rows A6, G12, V3). */
import { capped } from './cap.ts';
import { safeName } from './catalog.ts';
import type { CallView } from './conversation.ts';
import { canonical, type Json } from './json.ts';
import type { CallAnswer } from './model.ts';

/** Half a surrogate pair is refused by some providers; the mark for a broken character stands for it. */
export const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd');

/** What the person changed in the arguments, for the model (row A6): only what differs. */
function edits({ original, call }: CallView): string {
  if (original === null) return '';
  const now = call.args ?? {};
  const set = Object.fromEntries(Object.entries(now).filter(([key, value]) => !sameJson(value, original[key])));
  const gone = Object.keys(original).filter((key) => !Object.hasOwn(now, key));
  const left = gone.length === 0 ? '' : ` Left out: ${gone.join(', ')}.`;
  return `[The person changed the arguments of this call. Changed: ${canonical(set)}.${left}]\n`;
}
const sameJson = (a: Json, b: Json | undefined): boolean => b !== undefined && canonical(a) === canonical(b);

/** What a model is told of one call, in whatever state the log has it. */
export function callAnswer(view: CallView): CallAnswer {
  const { call } = view;
  const base = { call: call.id, tool: safeName(call.name), images: [] };
  const told = (text: string): string => capped(wellFormed(edits(view) + text), view.tool ?? '');
  const no = (text: string): CallAnswer => ({ ...base, text: told(text), failed: true });
  switch (call.at) {
    case 'done':
      return call.outcome.ok
        ? {
            ...base,
            images: call.outcome.value.images ?? [],
            text: told(call.outcome.value.text),
            failed: false,
          }
        : no(call.outcome.fault.message);
    case 'rejected':
      return call.by === 'person'
        ? no(
            `tool-call-cancelled: declined by the person: do not repeat.${call.reason === undefined ? '' : ` Reason: ${call.reason}`}`,
          )
        : no(`Rejected by rule ${call.why.row}, it did not run: ${call.why.rule}`);
    case 'stopped':
      return no(
        `${call.ran === 'no' ? 'cancelled: it did not run.' : 'cancelled: it may or may not have run.'} ${call.fault.message}`,
      );
    case 'running':
      return no('cancelled: the answer was interrupted while this ran; it may or may not have run.');
    case 'proposed':
    case 'held':
    case 'waiting':
    default:
      return no('cancelled: the answer ended before this ran.');
  }
}
