import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { sameModel, type ModelRef } from '../../../core/ids.ts';
import type { ChatState, ModelChoice } from '../../state/contract.ts';
import { useApp } from '../../state/context.ts';
import { Combo, type ComboOption } from '../../ui/Combo.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { shortName } from '../conversation/round/reading.ts';
import { oneLine } from '../oneline.ts';

/** What picking a model in the list means. */
type Role = 'primary' | 'peer';

const roles: readonly { readonly value: Role; readonly label: string }[] = [
  { value: 'primary', label: 'Primary' },
  { value: 'peer', label: 'Also ask' },
];

const keyOf = ({ provider, model }: ModelRef): string => `${provider}/${model}`;

const optionOf = ({ ref, provider }: ModelChoice, tag: string): ComboOption => ({
  value: keyOf(ref),
  label: oneLine(provider.kind === 'demo' ? ref.name : ref.model),
  hint: tag === '' ? oneLine(provider.name, 40) : `${tag} · ${oneLine(provider.name, 40)}`,
});

/**
 * Which model answers, and which ones answer beside it (rows F1, V1). `known`: the chat's primary still exists in the
 * settings; a peer that does not is marked and can be taken out.
 */
export function ModelPicker({ chat, known }: { readonly chat: ChatState; readonly known: boolean }): JSX.Element {
  const app = useApp();
  const [role, setRole] = useState<Role>('primary');
  const { model, peers: all = [] } = chat.record.value;
  const choices = app.models.value;
  const peers = all.filter((peer) => !sameModel(peer, model));
  const exists = (ref: ModelRef): boolean => choices.some((choice) => sameModel(choice.ref, ref));
  const nameOf = (ref: ModelRef): string => `${oneLine(ref.name)}${exists(ref) ? '' : ' (removed)'}`;
  const asked = (ref: ModelRef): boolean => peers.some((peer) => sameModel(peer, ref));
  const tag = (ref: ModelRef): string => (sameModel(ref, model) ? 'primary' : asked(ref) ? 'also asked' : '');
  const others = choices.filter(({ ref }) => role === 'primary' || !sameModel(ref, model));
  const gone = role === 'peer' ? peers.filter((peer) => !exists(peer)) : [];
  const toggle = (ref: ModelRef): void =>
    chat.setPeers(asked(ref) ? peers.filter((peer) => !sameModel(peer, ref)) : [...peers, ref]);
  const pick = (value: string): void => {
    const ref = choices.find((choice) => keyOf(choice.ref) === value)?.ref ?? gone.find((one) => keyOf(one) === value);
    if (ref === undefined) return;
    if (role === 'primary') chat.setModel(ref);
    else toggle(ref);
  };
  const removed = (model !== null && !known ? 1 : 0) + peers.filter((peer) => !exists(peer)).length;
  const first = model === null ? 'Choose a model' : known ? oneLine(model.name) : `${oneLine(model.name)} (removed)`;
  const label =
    model === null
      ? 'Choose a model'
      : `Model: ${first}${peers.length === 0 ? '' : `, also asked: ${peers.map(nameOf).join(', ')}`}`;
  return (
    <Combo
      class={`chip${removed > 0 ? ' warn' : ''}`}
      label={label}
      value={role === 'primary' && model !== null ? keyOf(model) : null}
      values={role === 'peer' ? peers.map(keyOf) : undefined}
      onOpen={() => setRole('primary')}
      head={<Segmented label="Pick a model as" segments={roles} value={role} onChange={setRole} />}
      note={role === 'peer' ? 'All answer side by side; the primary then writes the one answer.' : undefined}
      options={[
        ...others.map((choice) => optionOf(choice, tag(choice.ref))),
        ...gone.map((ref) => ({ value: keyOf(ref), label: `${oneLine(ref.name)} (removed)`, hint: 'also asked' })),
      ]}
      onPick={pick}
      action={{ label: 'Add or change models…', onSelect: () => app.go({ at: 'settings', page: 'models' }) }}
    >
      <span class="clip">
        {model !== null && known && peers.length > 0 ? oneLine(shortName(model), 40) : first}
        {peers.length === 0 ? '' : ` + ${peers.length}`}
      </span>
    </Combo>
  );
}
