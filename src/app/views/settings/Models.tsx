import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ProviderRecord } from '../../../core/records.ts';
import { shown } from '../../../core/visible.ts';
import type { Preset } from '../../state/contract.ts';
import { useApp } from '../../state/context.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { Confirm } from '../../ui/Confirm.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { lazyPart } from '../lazyPart.tsx';
import { Instructions } from './Instructions.tsx';
import { ProviderDialog } from './ProviderDialog.tsx';

const ModelFacts = lazyPart('Context and prices', async () => (await import('./ModelFacts.tsx')).ModelFacts);

function count(models: number): string {
  return models === 0 ? 'no models yet' : models === 1 ? '1 model' : `${models} models`;
}

function Row({ provider, onEdit }: { readonly provider: ProviderRecord; readonly onEdit: () => void }): JSX.Element {
  const app = useApp();
  const [asking, setAsking] = useState(false);
  const [knowing, setKnowing] = useState(false);
  const name = shown(provider.name);
  const demo = provider.kind === 'demo';
  return (
    <div class="line">
      <div class="what">
        <b>{name}</b>
        <small>
          {demo
            ? 'Demo model: scripted, needs no key, sends nothing anywhere'
            : `${provider.kind === 'browser' ? 'in this browser' : shown(provider.baseUrl)} · ${count(provider.models.length)}`}
        </small>
      </div>
      <div class="how">
        {demo ? null : (
          <>
            <Chip>{provider.key === null ? 'no key' : 'key stored'}</Chip>
            {provider.models.length === 0 ? null : (
              <Button small onClick={() => setKnowing(true)}>
                Prices…<span class="visually-hidden"> and context of {name}</span>
              </Button>
            )}
            <Button small onClick={onEdit}>
              Edit…<span class="visually-hidden"> {name}</span>
            </Button>
            <Button kind="quiet" small icon="trash" label={`Remove ${name}`} onClick={() => setAsking(true)} />
          </>
        )}
      </div>
      {knowing ? (
        <ModelFacts
          models={app.models.value.filter((one) => one.provider.id === provider.id).map(({ ref }) => ref)}
          onClose={() => setKnowing(false)}
        />
      ) : null}
      {asking ? (
        <Confirm
          title={`Remove ${name}?`}
          verb="Remove"
          onYes={() => void app.removeProvider(provider.id)}
          onClose={() => setAsking(false)}
        >
          <p>
            Its key is deleted from this browser. Chats that used its models stay; choose another model to go on in
            them.
          </p>
        </Confirm>
      ) : null}
    </div>
  );
}

/** Settings → Models: where models are reached, with which key, and what every model is told (rows V1, V7). */
export function Models(): JSX.Element {
  const app = useApp();
  const [editing, setEditing] = useState<ProviderRecord | Preset | 'custom' | null>(null);
  const items = app.presets.map((preset) => ({
    label: preset.name,
    hint: preset.needsKey ? 'key' : 'this machine',
    onSelect: () => setEditing(preset),
  }));
  return (
    <>
      <p class="sub">
        Requests go from this browser straight to the provider. Keys are encrypted on this device and are never shown
        again.
      </p>
      <Menu
        class="button primary"
        label="Add a provider"
        items={[
          ...items,
          { label: 'Any OpenAI-compatible endpoint…', divided: true, onSelect: () => setEditing('custom') },
        ]}
      >
        <Icon name="plus" /> Add a provider
      </Menu>
      <h3>Providers</h3>
      {app.providers.value.map((provider) => (
        <Row key={provider.id} provider={provider} onEdit={() => setEditing(provider)} />
      ))}
      <Instructions />
      {editing === null ? null : <ProviderDialog from={editing} onClose={() => setEditing(null)} />}
    </>
  );
}
