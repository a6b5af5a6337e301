import { releaseProxy, wrap } from 'comlink';
import { expect, test } from 'vitest';
import type { Diffs } from '../../core/ports.ts';

test('D1 the diff worker answers with the patch of two texts', async () => {
  const worker = new Worker(new URL('./diff.worker.ts', import.meta.url), { type: 'module' });
  const diffs = wrap<Diffs>(worker);
  const patch = await diffs.patch({ path: 'a.txt', before: 'one\ntwo\n', after: 'one\n2\n' });
  expect(patch).toEqual({
    unified: '--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n',
    added: 1,
    removed: 1,
    whole: false,
  });
  diffs[releaseProxy]();
  worker.terminate();
});
