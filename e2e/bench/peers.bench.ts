import { mkdtempSync, rmSync, writeFileSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CDPSession } from '@playwright/test';
import { build, preview } from 'vite';
import { expect, test } from '../support/test.ts';
import type { Cost } from './peers/measured.ts';

interface Measured extends Cost {
  /** Milliseconds of the page's thread that one drawing took, however busy the machine was. */
  readonly aDraw: number;
  /** Megabytes of the heap at the end, after it was tidied. */
  readonly heap: number;
}

/** What the browser counts of the page's thread. */
async function counted(cdp: CDPSession): Promise<{ readonly busy: number; readonly heap: number }> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  const of = (name: string): number => metrics.find((one) => one.name === name)?.value ?? 0;
  return { busy: of('TaskDuration') * 1_000, heap: of('JSHeapUsedSize') / 1024 / 1024 };
}

async function costOf(cdp: CDPSession, stream: () => Promise<Cost>): Promise<Measured> {
  await cdp.send('HeapProfiler.collectGarbage');
  const before = await counted(cdp);
  const cost = await stream();
  const { busy } = await counted(cdp);
  await cdp.send('HeapProfiler.collectGarbage');
  const { heap } = await counted(cdp);
  return { ...cost, aDraw: (busy - before.busy) / Math.max(1, cost.draws), heap };
}

const said = (what: string, cost: Measured, plain: Measured): string =>
  [
    what.padEnd(40),
    `${(cost.chars / 1_000).toFixed(0)} KB each`,
    cost.draws === 0
      ? ''
      : `${cost.draws} drawings of ${cost.aDraw.toFixed(1)} ms (${(cost.aDraw / plain.aDraw).toFixed(1)} × plain text)`,
    `${((100 * cost.dropped) / cost.frames).toFixed(2)} % of ${cost.frames} frames dropped`,
    `${cost.long.length} tasks over 50 ms${cost.long.length === 0 ? '' : ` (longest ${Math.max(...cost.long).toFixed(0)} ms)`}`,
    `heap ${cost.heap.toFixed(0)} MB`,
  ]
    .filter((part) => part !== '')
    .join(' · ');

test('F1 four peers stream 200 tokens a second each into a chat of 2,000 messages', async ({ page }) => {
  const outDir = mkdtempSync(join(tmpdir(), 'sluice-peers-'));
  const root = 'e2e/bench/peers';
  await build({
    configFile: 'vite.config.ts',
    root,
    logLevel: 'error',
    build: { outDir, emptyOutDir: true, rollupOptions: { input: `${root}/page.html` } },
  });
  const server = await preview({ configFile: 'vite.config.ts', root, build: { outDir }, preview: { port: 4_190 } });
  try {
    await page.goto('http://127.0.0.1:4190/page.html');
    await expect(page.getByRole('group', { name: 'Bench · Haiku, peer' })).toBeVisible();
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
    // The first seconds warm the machine up: chunks are fetched, code is compiled.
    await page.evaluate(() => window.stream(2, 200));
    const [idle, plain, real, later] = [
      // What the machine itself drops while nothing streams, and while the same words come as plain text: the rest is ours.
      await costOf(cdp, () => page.evaluate(() => window.stream(5, 0))),
      await costOf(cdp, () => page.evaluate(() => window.plain(10, 200))),
      await costOf(cdp, () => page.evaluate(() => window.stream(20, 200))),
      // Ten minutes of answers in half a minute: a drawing must cost what was added, and memory what the words take.
      await costOf(cdp, () => page.evaluate(() => window.stream(30, 4_000))),
    ];
    // And the last words of them, at their usual pace.
    const end = await costOf(cdp, () => page.evaluate(() => window.stream(10, 20)));
    const lines = [
      said('nothing, 5 s', idle, plain),
      said('plain text, 200 tokens a second, 10 s', plain, plain),
      said('200 tokens a second, 20 s', real, plain),
      said('4,000 tokens a second, 30 s', later, plain),
      said('20 tokens a second after that, 10 s', end, plain),
    ];
    mkdirSync('test-results', { recursive: true });
    writeFileSync('test-results/bench-peers.json', JSON.stringify(lines, null, 2));
  } finally {
    await server.close();
    rmSync(outDir, { recursive: true, force: true });
  }
});
