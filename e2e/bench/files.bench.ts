import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { offerFolder } from '../support/folder.ts';
import { expect, test } from '../support/test.ts';
import { editByHand, keepWorkerPolicy, searchByHand, startWorker, throughWorker } from './inpage.ts';
import { growTree, needle, needles } from './tree.ts';

/** One line of the table: what, through the worker, by hand, and how the first may stand to the second. */
interface Row {
  readonly what: string;
  readonly ours: number;
  readonly byHand: number;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const workerFile = (): string => {
  const name = readdirSync('dist/assets').find((file) => /^files\.worker-.*\.js$/.test(file));
  if (!name) throw new Error('dist/assets holds no files worker: build first.');
  return `/assets/${name}`;
};

test('P9 P10 file work through the worker, measured against the same by hand', async ({ page, folder }) => {
  await growTree(folder);
  await page.addInitScript(keepWorkerPolicy);
  await page.goto('/');
  await page.waitForFunction(() => window.trustedTypes === undefined || window.workerPolicy !== undefined);
  const comlink = createRequire(import.meta.url).resolve('comlink/dist/umd/comlink.js');
  await page.evaluate(readFileSync(comlink, 'utf8'));
  await offerFolder(page, folder.path);
  const worker = workerFile();
  await page.evaluate(startWorker, worker);

  const edit = { ours: [] as number[], byHand: [] as number[] };
  for (let round = 0; round < 40; round++) {
    const [a, b, c] = [`line ${20 + round}\n`, `LINE ${20 + round}\n`, `line ${20 + round} \n`];
    const args = { path: 'edited.ts', old_text: a, new_text: b };
    edit.ours.push((await page.evaluate(throughWorker, ['file_edit', args] as const))[0]);
    edit.byHand.push(await page.evaluate(editByHand, ['edited.ts', b, c] as const));
  }

  const cold = { ours: [] as number[], again: [] as number[], regex: [] as number[], byHand: [] as number[] };
  for (let round = 0; round < 5; round++) {
    await page.evaluate(startWorker, worker);
    const literal = ['grep', { pattern: needle, literal: true }] as const;
    const [first, said] = await page.evaluate(throughWorker, literal);
    expect(said.split(needle).length - 1, 'matches found by grep').toBeGreaterThanOrEqual(needles);
    cold.ours.push(first);
    cold.again.push((await page.evaluate(throughWorker, literal))[0]);
    const regex = ['grep', { pattern: 'const [a-z]+XYZZY = \\d+' }] as const;
    cold.regex.push((await page.evaluate(throughWorker, regex))[0]);
    const [ms, hits] = await page.evaluate(searchByHand, needle);
    expect(hits, 'matches found by hand').toBe(needles);
    cold.byHand.push(ms);
  }

  const search = median(cold.byHand);
  const rows: Row[] = [
    { what: 'edit one line of a 200-line file', ours: median(edit.ours), byHand: median(edit.byHand) },
    { what: 'grep, literal, first time', ours: median(cold.ours), byHand: search },
    { what: 'grep, literal, again', ours: median(cold.again), byHand: search },
    { what: 'grep, regular expression, again', ours: median(cold.regex), byHand: search },
  ];
  mkdirSync('test-results', { recursive: true });
  writeFileSync('test-results/bench.json', JSON.stringify(rows, null, 2));
});
