import type { JSX } from 'preact';
import { sameModel } from '../../../core/ids.ts';
import { shown } from '../../../core/visible.ts';
import type { ChatState } from '../../state/contract.ts';
import { useApp } from '../../state/context.ts';
import { Combo } from '../../ui/Combo.tsx';

/** Which model answers; `known`: the chat's model still exists in the settings (row V1). */
export function ModelPicker({ chat, known }: { readonly chat: ChatState; readonly known: boolean }): JSX.Element {
  const app = useApp();
  const { model } = chat.record.value;
  const choices = app.models.value;
  const chosen = choices.findIndex((choice) => sameModel(choice.ref, model));
  const name = model === null ? 'Choose a model' : known ? shown(model.name) : `${shown(model.name)} (removed)`;
  return (
    <Combo
      class="chip"
      label={model === null ? 'Choose a model' : `Model: ${name}`}
      value={chosen < 0 ? null : String(chosen)}
      options={choices.map((choice, at) => ({
        value: String(at),
        label: shown(choice.provider.kind === 'demo' ? choice.ref.name : choice.ref.model),
        hint: shown(choice.provider.name),
      }))}
      onPick={(value) => {
        const choice = choices[Number(value)];
        if (choice !== undefined) chat.setModel(choice.ref);
      }}
      action={{ label: 'Add or change models…', onSelect: () => app.go({ at: 'settings', page: 'models' }) }}
    >
      <span class="clip">{name}</span>
    </Combo>
  );
}
