import { unknownModel, type ModelFacts } from '../../core/facts.ts';
import type { ProviderKind } from '../../core/records.ts';

/** When the table was made. */
export const factsDate = '2026-11';

/** What the dated table says of a model (rows B5, V5), by the kind and address of its provider and its id. */
export function tableFacts(kind: ProviderKind, _baseUrl: string, _model: string): ModelFacts {
  return kind === 'demo' ? { context: null, inputPrice: 0, outputPrice: 0 } : unknownModel;
}
