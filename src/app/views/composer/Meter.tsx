import type { JSX } from 'preact';
import type { Meter as Measured } from '../../../core/meter.ts';
import type { ChatState } from '../../state/contract.ts';
import { short } from '../ago.ts';

/** US dollars as short as they still say something: "$0.31", "under $0.01". */
function dollars(cost: number): string {
  if (cost === 0) return '$0';
  return cost < 0.01 ? 'under $0.01' : `$${cost.toFixed(2)}`;
}

/** What an answer has used, in words: "12 of 75 calls", "~8.4k tokens", "at least $0.31" (row B5). */
export function meterWords({ calls, budget, input, output, estimated, cost, partial }: Measured): readonly string[] {
  const tokens = input + output;
  const next = calls > budget.soft ? budget.ceiling : budget.soft;
  return [
    `${calls} of ${next} calls`,
    tokens === 0 ? '' : `${estimated ? '~' : ''}${short(tokens)} tokens`,
    cost === null ? '' : `${partial ? 'at least ' : ''}${dollars(cost)}`,
  ].filter((word) => word !== '');
}

/** Calls, tokens and cost of the running answer, live; no live region: a reader looks when it wants to know (rows B5, U3). */
export function Meter({ chat }: { readonly chat: ChatState }): JSX.Element | null {
  const meter = chat.meter.value;
  if (meter === null) return null;
  const { soft, ceiling } = meter.budget;
  return (
    <p
      class="meter"
      title={`Sluice asks after ${soft} calls and stops calling tools at ${ceiling}. Set in Settings → Tools.`}
    >
      <span class="visually-hidden">This answer so far: </span>
      {meterWords(meter).join(' · ')}
    </p>
  );
}
