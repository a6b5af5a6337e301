import { defineConfig } from '@playwright/test';
import { launchOptions } from './scripts/chromium.mjs';

/** Not `npm start`'s port: tests and a running app do not meet. Set both to test another build beside this one. */
const port = Number(process.env['SLUICE_PORT'] ?? 4174);
const dist = process.env['SLUICE_DIST'] ?? 'dist';
const address = `http://127.0.0.1:${port}`;

/** `npm run bench` runs the measurements instead of the journeys. */
const bench = process.env['SLUICE_BENCH'] === '1';

/** Journeys against the built app (`npm run build` first). Contexts come from e2e/support/test.ts. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: bench ? '**/*.bench.ts' : '**/*.spec.ts',
  workers: bench ? 1 : 2,
  // Ceilings for a busy machine; nothing waits for them.
  timeout: bench ? 300_000 : 90_000,
  expect: { timeout: 20_000 },
  forbidOnly: Boolean(process.env['CI']),
  reporter: bench ? 'line' : [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  outputDir: 'test-results/e2e',
  use: { baseURL: address, launchOptions: launchOptions(), viewport: { width: 1280, height: 800 }, locale: 'en-GB' },
  webServer: {
    command: `npx vite preview --port ${port} --outDir ${dist}`,
    url: address,
    reuseExistingServer: !process.env['CI'],
    timeout: 20_000,
    stdout: 'ignore',
  },
});
