import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ModelFacts as Facts } from '../../../core/facts.ts';
import type { ModelRef } from '../../../core/ids.ts';
import { useApp } from '../../state/context.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Select, TextField } from '../../ui/Field.tsx';
import { oneLine } from '../oneline.ts';

const fields = [
  { key: 'context', label: 'Context (tokens)', hint: 'A request and its answer together.' },
  { key: 'inputPrice', label: 'Input, US$ a million tokens', hint: '0 for a model on this machine.' },
  { key: 'outputPrice', label: 'Output, US$ a million tokens', hint: undefined },
] as const;
type Key = (typeof fields)[number]['key'];
type Typed = Readonly<Record<Key, string>>;

const typedOf = (facts: Facts): Typed => ({
  context: facts.context === null ? '' : String(facts.context),
  inputPrice: facts.inputPrice === null ? '' : String(facts.inputPrice),
  outputPrice: facts.outputPrice === null ? '' : String(facts.outputPrice),
});

/** '' is "nobody knows"; undefined where the text is no such number. */
function numberOf(key: Key, text: string): number | null | undefined {
  const trimmed = text.trim().replace(',', '.');
  if (trimmed === '') return null;
  if (!(key === 'context' ? /^\d+$/u : /^\d+(\.\d+)?$/u).test(trimmed)) return undefined;
  const value = Number(trimmed);
  return Number.isSafeInteger(Math.ceil(value)) && (key !== 'context' || value > 0) ? value : undefined;
}

/** What is known of each model of a provider, and the person's corrections (rows B5, V5). */
export function ModelFacts({
  models,
  onClose,
}: {
  readonly models: readonly ModelRef[];
  readonly onClose: () => void;
}): JSX.Element {
  const app = useApp();
  const [at, setAt] = useState(0);
  const model = models[at] ?? models[0];
  return (
    <Dialog title="Context and prices" onClose={onClose}>
      <p class="sub">
        From a table of {app.factsDate}; prices change, so check your provider. They serve the meter and the inspector,
        and the context says when old turns are shortened. Empty: not known.
      </p>
      <Select
        label="Model"
        value={String(at)}
        onText={(value) => setAt(Number(value))}
        options={models.map((one, index) => ({ value: String(index), label: oneLine(one.model) }))}
      />
      {model === undefined ? null : <One key={model.model} model={model} />}
    </Dialog>
  );
}

function One({ model }: { readonly model: ModelRef }): JSX.Element {
  const app = useApp();
  const { facts, own } = app.modelFacts(model);
  const [typed, setTyped] = useState<Typed>(typedOf(facts));
  // Taken back, the table's numbers stand in the fields again.
  useEffect(() => {
    if (!own) setTyped(typedOf(facts));
  }, [own]);
  const change = (key: Key, text: string): void => {
    const next = { ...typed, [key]: text };
    setTyped(next);
    const [context, inputPrice, outputPrice] = fields.map((field) => numberOf(field.key, next[field.key]));
    if (context !== undefined && inputPrice !== undefined && outputPrice !== undefined)
      app.setModelFacts(model, { context, inputPrice, outputPrice });
  };
  return (
    <div class="fields facts">
      {fields.map(({ key, label, hint }) => (
        <TextField
          key={key}
          label={label}
          hint={hint}
          inputMode="numeric"
          placeholder="not known"
          value={typed[key]}
          error={numberOf(key, typed[key]) === undefined ? 'Give a number, or leave it empty.' : null}
          onText={(text) => change(key, text)}
        />
      ))}
      <p class="soft" role="status">
        {own ? 'These are your numbers.' : 'These are the table’s numbers.'}
      </p>
      {own ? (
        <Button small onClick={() => app.setModelFacts(model, null)}>
          Back to the table
        </Button>
      ) : null}
    </div>
  );
}
