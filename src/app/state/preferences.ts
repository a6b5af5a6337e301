import { computed, type ReadonlySignal } from '@preact/signals';
import { grantName } from '../../core/grants.ts';
import { modelKey } from '../../core/records.ts';
import { factsDate, presets } from '../models/index.ts';
import type { Book, Rulebook } from '../runs/rulebook.ts';
import type { AppState } from './contract.ts';
import type { Providers } from './providers.ts';
import type { Servers } from './servers.ts';
import type { KeptSettings } from './settings.ts';
import { toolRows } from './toolrows.ts';

/** What of the app is settings: tools, grants, providers, what is known of models. */
export type Preferences = Pick<
  AppState,
  | 'providers'
  | 'models'
  | 'presets'
  | 'tools'
  | 'grants'
  | 'settings'
  | 'setTool'
  | 'removeGrant'
  | 'clearGrants'
  | 'setSettings'
  | 'modelFacts'
  | 'factsDate'
  | 'setModelFacts'
  | 'saveProvider'
  | 'removeProvider'
  | 'listModels'
  | 'testModel'
>;

interface Ground {
  readonly book: ReadonlySignal<Book>;
  readonly rulebook: Rulebook;
  readonly kept: KeptSettings;
  readonly providers: Providers;
  readonly servers: Servers;
}

/** The settings' part of the app's state. Every change takes effect at once, and in other tabs (row T4). */
export function makePreferences({ book, rulebook, kept, providers, servers }: Ground): Preferences {
  return {
    providers: providers.list,
    models: providers.models,
    presets,
    tools: computed(() => toolRows(book.value)),
    grants: computed(() => book.value.grants),
    settings: computed(() => book.value.settings),
    setTool(tool, setting) {
      if (setting !== null) servers.set(tool);
      void kept.change((now) => {
        const { [tool.key]: _old, ...rest } = now.tools;
        return { ...now, tools: setting === null ? rest : { ...rest, [tool.key]: setting } };
      });
    },
    removeGrant: (grant) =>
      rulebook.change({ grants: rulebook.now().grants.filter((one) => grantName(one) !== grantName(grant)) }),
    clearGrants: () => rulebook.change({ grants: [] }),
    setSettings: (change) => void kept.change((now) => ({ ...now, ...change })),
    modelFacts(model) {
      const own = book.value.settings.modelFacts[modelKey(model)];
      return { facts: own ?? providers.facts(model), own: own !== undefined };
    },
    factsDate,
    setModelFacts: (model, facts) =>
      void kept.change((now) => {
        const { [modelKey(model)]: _old, ...rest } = now.modelFacts;
        return { ...now, modelFacts: facts === null ? rest : { ...rest, [modelKey(model)]: facts } };
      }),
    saveProvider: providers.save,
    removeProvider: providers.remove,
    listModels: providers.listModels,
    testModel: providers.testModel,
  };
}
