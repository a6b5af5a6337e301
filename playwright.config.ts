import { defineConfig } from '@playwright/test';
import { launchOptions } from './scripts/chromium.mjs';

/** Not `npm start`'s port: tests and a running app do not meet. */
const port = 4174;
const address = `http://127.0.0.1:${port}`;

/** Journeys against the built app (`npm run build` first). Contexts come from e2e/support/test.ts. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  workers: 1,
  timeout: 30_000,
  expect: { timeout: 7_000 },
  forbidOnly: Boolean(process.env['CI']),
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  outputDir: 'test-results/e2e',
  use: { baseURL: address, launchOptions: launchOptions(), viewport: { width: 1280, height: 800 }, locale: 'en-GB' },
  webServer: {
    command: `npx vite preview --port ${port}`,
    url: address,
    reuseExistingServer: !process.env['CI'],
    timeout: 20_000,
    stdout: 'ignore',
  },
});
