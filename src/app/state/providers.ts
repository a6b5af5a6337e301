import { computed, signal, type ReadonlySignal } from '@preact/signals';
import { unknownModel, type ModelFacts } from '../../core/facts.ts';
import type { ModelRef, ProviderId } from '../../core/ids.ts';
import type { ModelEvent, ModelRequest, ModelStream } from '../../core/model.ts';
import { ok, type Fault, type Outcome } from '../../core/outcome.ts';
import type { ProviderRecord } from '../../core/records.ts';
import type { Keys } from '../../storage/keys.ts';
import type { Table } from '../../storage/table.ts';
import { demoProvider, demoRefs } from '../demo/provider.ts';
import { listModels, modelsFor, tableFacts, testModel } from '../models/index.ts';
import type { ModelChoice, ProviderDraft } from './contract.ts';

export interface Providers {
  readonly list: ReadonlySignal<readonly ProviderRecord[]>;
  readonly models: ReadonlySignal<readonly ModelChoice[]>;
  load(): Promise<void>;
  save(draft: ProviderDraft): Promise<Outcome<ProviderRecord>>;
  remove(id: ProviderId): Promise<void>;
  listModels(draft: ProviderDraft): Promise<Outcome<readonly string[]>>;
  testModel(draft: ProviderDraft, model: string): Promise<Outcome<string>>;
  stream(request: ModelRequest): ModelStream;
  /** What the dated table says of a model (row B5); the person's corrections are in the settings. */
  facts(model: ModelRef): ModelFacts;
}

const entryOf = ({ kind, baseUrl }: ProviderDraft) => ({ kind, baseUrl: baseUrl.trim().replace(/\/+$/u, '') });

export function makeProviders(
  table: Table<ProviderRecord>,
  keys: Keys,
  ids: () => string,
  tell: (fault: Fault) => void,
  changed: () => void,
): Providers {
  const stored = signal<readonly ProviderRecord[]>([]);
  const list = computed(() => [demoProvider, ...stored.value]);
  const models = computed(() =>
    list.value.flatMap((provider): ModelChoice[] =>
      provider.id === demoProvider.id
        ? demoRefs.map((ref) => ({ ref, provider }))
        : provider.models.map((model) => ({
            ref: { provider: provider.id, model, name: `${provider.name} · ${model}` },
            provider,
          })),
    ),
  );

  /** The key of a draft: typed anew, or the stored one opened for this one request. */
  async function keyOf(draft: Pick<ProviderDraft, 'id' | 'key'>): Promise<Outcome<string | null>> {
    if (draft.key !== undefined) return ok(draft.key === '' ? null : draft.key);
    const sealed = stored.value.find((one) => one.id === draft.id)?.key ?? null;
    return sealed === null ? ok(null) : keys.open(sealed);
  }

  async function load(): Promise<void> {
    const read = await table.list();
    if (!read.ok) return tell(read.fault);
    stored.value = read.value.records.toSorted((a, b) => a.made - b.made);
  }

  return {
    list,
    models,
    load,
    async save(draft) {
      const old = stored.value.find((one) => one.id === draft.id);
      let key = old?.key ?? null;
      if (draft.key === '') key = null;
      else if (draft.key !== undefined) {
        const sealed = await keys.seal(draft.key);
        if (!sealed.ok) return sealed;
        key = sealed.value;
      }
      const record: ProviderRecord = {
        id: old?.id ?? ids(),
        name: draft.name,
        kind: draft.kind,
        baseUrl: entryOf(draft).baseUrl,
        key,
        models: draft.models,
        made: old?.made ?? Date.now(),
      };
      const put = await table.put(record);
      if (!put.ok) return put;
      await load();
      changed();
      return ok(record);
    },
    async remove(id) {
      const removed = await table.remove(id);
      if (!removed.ok) tell(removed.fault);
      await load();
      changed();
    },
    async listModels(draft) {
      const key = await keyOf(draft);
      return key.ok ? listModels(entryOf(draft), key.value) : key;
    },
    async testModel(draft, model) {
      const key = await keyOf(draft);
      return key.ok ? testModel(entryOf(draft), key.value, model) : key;
    },
    stream: (request) => lazily(() => adapter(request)),
    facts(model) {
      const provider = list.value.find((one) => one.id === model.provider);
      return provider === undefined ? unknownModel : tableFacts(provider.kind, provider.baseUrl, model.model);
    },
  };

  async function adapter(request: ModelRequest): Promise<Outcome<ModelStream>> {
    const provider = list.value.find((one) => one.id === request.model.provider);
    if (provider === undefined) {
      return {
        ok: false,
        fault: {
          code: 'unknown-model',
          message: `“${request.model.name}” was removed from Settings → Models. Pick another model and send again.`,
        },
      };
    }
    const key = await keyOf({ id: provider.id, key: undefined });
    return key.ok ? ok((await modelsFor(provider, key.value)).stream(request)) : key;
  }
}

/** A stream whose adapter is still being loaded; a stop before that ends it as a stop after. */
function lazily(open: () => Promise<Outcome<ModelStream>>): ModelStream {
  let stopped = false;
  let stream: ModelStream | null = null;
  async function* events(): AsyncGenerator<ModelEvent> {
    let opened: Outcome<ModelStream>;
    try {
      opened = await open();
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      yield {
        is: 'fault',
        fault: {
          code: 'bug',
          message: `The model’s adapter could not be loaded (${why}). Reload Sluice and try again.`,
        },
      };
      return;
    }
    if (!opened.ok) return void (yield { is: 'fault', fault: opened.fault });
    stream = opened.value;
    if (stopped) stream.stop();
    yield* stream.events;
  }
  return {
    events: events(),
    stop() {
      stopped = true;
      stream?.stop();
    },
  };
}
