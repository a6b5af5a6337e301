import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { budgetOf } from '../../../core/budget.ts';
import { limits, type BudgetPreset } from '../../../core/limits.ts';
import { useApp } from '../../state/context.ts';
import { TextField } from '../../ui/Field.tsx';
import { Segmented, type Segment } from '../../ui/Segmented.tsx';

const numbers = (preset: BudgetPreset): string => `${budgetOf(preset).soft}/${budgetOf(preset).ceiling}`;
const presets: readonly Segment<BudgetPreset>[] = [
  { value: 'focused', label: `Focused ${numbers('focused')}` },
  { value: 'standard', label: `Standard ${numbers('standard')}` },
  { value: 'extended', label: `Extended ${numbers('extended')}` },
];

/** Settings → Tools → Tool budget (rows B1, T3), and how long a model of a round may take (limits, "round"). */
export function Budget(): JSX.Element {
  const app = useApp();
  const { budget, roundMinutes } = app.settings.value;
  const { soft, ceiling } = budgetOf(budget);
  return (
    <section>
      <h3>Tool budget</h3>
      <div class="line">
        <div class="what">
          <b>Calls in one answer</b>
          <small>
            of all its models together: after {soft} it pauses and asks, once; at {ceiling} tools stop. It holds for
            every chat.
          </small>
        </div>
        <Segmented
          label="Tool budget"
          segments={presets}
          value={budget}
          onChange={(next) => app.setSettings({ budget: next })}
        />
      </div>
      <Minutes minutes={roundMinutes} onMinutes={(next) => app.setSettings({ roundMinutes: next })} />
    </section>
  );
}

function Minutes({
  minutes,
  onMinutes,
}: {
  readonly minutes: number;
  readonly onMinutes: (minutes: number) => void;
}): JSX.Element {
  const [typed, setTyped] = useState(String(minutes));
  const { least, most } = limits.round.minutes;
  const read = (text: string): number | null => {
    const value = Number(text.trim());
    return /^\d+$/u.test(text.trim()) && value >= least && value <= most ? value : null;
  };
  return (
    <div class="line">
      <TextField
        label="Minutes a model of a round may take"
        inputMode="numeric"
        hint="Waiting for you does not count. What it has said by then is kept."
        value={typed}
        error={read(typed) === null ? `Give a whole number from ${least} to ${most}.` : null}
        onText={(text) => {
          setTyped(text);
          const value = read(text);
          if (value !== null) onMinutes(value);
        }}
      />
    </div>
  );
}
