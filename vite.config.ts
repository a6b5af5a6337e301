import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import type { BrowserCommand } from 'vitest/node';
import { launchOptions } from './scripts/chromium.mjs';
import { clientDocumentInBuild, publicOrigin } from './scripts/clientdocument.mjs';
import { contentSecurityPolicy, policyInPage } from './scripts/csp.mjs';
import * as fixtures from './scripts/fixtures.mjs';
import { catalogueCommands } from './src/test/servers/catalogue.ts';
import { serverCommands } from './src/test/servers/commands.ts';
import { oauthCommands } from './src/test/servers/oauthcommands.ts';

const fixtureBase64: BrowserCommand<[path: string]> = (_context, path) => fixtures.fixtureBase64(path);
const fixtureList: BrowserCommand<[path: string]> = (_context, path) => fixtures.fixtureList(path);

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string };
const origin = publicOrigin(process.env['SLUICE_ORIGIN']);

export default defineConfig({
  define: { __SLUICE_VERSION__: JSON.stringify(version), __SLUICE_ORIGIN__: JSON.stringify(origin) },
  plugins: [policyInPage(), clientDocumentInBuild(origin)],
  resolve: {
    alias: [
      { find: 'react/jsx-runtime', replacement: 'preact/jsx-runtime' },
      { find: 'react-dom', replacement: 'preact/compat' },
      { find: 'react', replacement: 'preact/compat' },
      // The MCP library's validator needs eval, which the policy forbids.
      {
        find: /^.*\/validation\/ajv-provider\.js$/u,
        replacement: fileURLToPath(new URL('src/app/mcp/link/unvalidated.ts', import.meta.url)),
      },
    ],
  },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  worker: { format: 'es' },
  build: { target: 'es2023', modulePreload: { polyfill: false }, manifest: true },
  // Folder grants belong to an origin: the address must be the same every time.
  preview: {
    host: '127.0.0.1',
    port: 4173,
    strictPort: true,
    headers: { 'content-security-policy': contentSecurityPolicy },
  },
  test: {
    provide: { fixturesPresent: fixtures.fixturesPresent, full: process.env['SLUICE_FULL'] === '1' },
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['src/{core,test}/**/*.test.ts', 'scripts/**/*.test.ts'], environment: 'node' },
      },
      {
        extends: true,
        // Known from the start: a package found in the middle of a run would reload the page under its tests.
        optimizeDeps: {
          include: [
            '@ai-sdk/openai-compatible',
            '@cfworker/json-schema',
            '@modelcontextprotocol/client',
            '@modelcontextprotocol/sdk/client/auth.js',
            '@modelcontextprotocol/sdk/client/index.js',
            '@modelcontextprotocol/sdk/client/streamableHttp.js',
            '@modelcontextprotocol/sdk/server/auth/errors.js',
            '@modelcontextprotocol/sdk/shared/auth-utils.js',
            '@modelcontextprotocol/sdk/shared/auth.js',
            '@modelcontextprotocol/sdk/types.js',
            '@preact/signals',
            'comlink',
            'diff',
            'diff2html',
            'fast-check',
            'fflate',
            'highlight.js/lib/core',
            'idb',
            'ignore',
            'marked',
            'picomatch/posix',
            'preact',
            'preact/hooks',
            'preact/jsx-dev-runtime',
            'preact/jsx-runtime',
            're2js',
            'yaml',
            'zod',
            ...[
              'bash',
              'cpp',
              'css',
              'diff',
              'go',
              'java',
              'javascript',
              'json',
              'python',
              'rust',
              'sql',
              'typescript',
              'xml',
              'yaml',
            ].map((name) => `highlight.js/lib/languages/${name}`),
          ],
        },
        test: {
          name: 'browser',
          // States are waited for, never time; a busy machine may take its time to reach them.
          testTimeout: 30_000,
          expect: { poll: { timeout: 10_000 } },
          include: ['src/{workers,storage,app}/**/*.test.{ts,tsx}'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: launchOptions() }),
            instances: [{ browser: 'chromium' }],
            commands: { fixtureBase64, fixtureList, ...serverCommands, ...catalogueCommands, ...oauthCommands },
          },
        },
      },
    ],
  },
});
