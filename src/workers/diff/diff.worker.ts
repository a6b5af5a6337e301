/** The diff worker's thin entry: the page names it by URL and speaks `Diffs` to it. */
import { expose } from 'comlink';
import { limits } from '../../core/limits.ts';
import type { Diffs } from '../../core/ports.ts';
import { patchOf } from './patch.ts';

expose({ patch: async (request) => patchOf(request, limits.diffMs) } satisfies Diffs);
