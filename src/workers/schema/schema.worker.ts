/** The schema worker's thin entry: the page names it by URL and speaks `Schemas` to it. */
import { expose } from 'comlink';
import type { Schemas } from '../../core/ports.ts';
import { fitOf } from './fit.ts';

expose({
  ready: () => Promise.resolve(),
  fit: (schema, value) => Promise.resolve(fitOf(schema, value)),
} satisfies Schemas);
