import { mkdtempSync, rmSync, writeFileSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, preview } from 'vite';
import { expect, test } from '../support/test.ts';
import type { Cost } from './peers/page.tsx';

/** What is asked: no task over 50 ms after the first second, under 1 % of frames dropped, memory that does not grow with time. */
const said = ({ tokens, frames, dropped, long, chars, heap }: Cost, what: string): string =>
  [
    what.padEnd(34),
    `${tokens} tokens each, ${(chars / 1_000).toFixed(0)} KB each`,
    `${((100 * dropped) / frames).toFixed(2)} % of ${frames} frames dropped`,
    `${long.length} tasks over 50 ms${long.length === 0 ? '' : ` (longest ${Math.max(...long).toFixed(0)} ms)`}`,
    `heap ${(heap / 1024 / 1024).toFixed(0)} MB`,
  ].join(' · ');

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
    await expect(page.getByRole('region', { name: 'Bench · Haiku, peer' })).toBeVisible();
    // The first second warms the machine up: chunks are fetched, code is compiled.
    await page.evaluate(() => window.stream(2, 200));
    // What the machine itself drops while nothing streams: the rest is ours.
    const idle = await page.evaluate(() => window.stream(5, 0));
    const real = await page.evaluate(() => window.stream(20, 200));
    // Five times as fast, into answers that are long already: the cost must follow what is added, not what is there.
    const later = await page.evaluate(() => window.stream(10, 1_000));
    const lines = [
      said(idle, 'nothing, 5 s'),
      said(real, '200 tokens a second, 20 s'),
      said(later, '1,000 tokens a second, 10 s'),
    ];
    mkdirSync('test-results', { recursive: true });
    writeFileSync('test-results/bench-peers.json', JSON.stringify(lines, null, 2));
  } finally {
    await server.close();
    rmSync(outDir, { recursive: true, force: true });
  }
});
