/**
 * `test` for journeys: a fresh profile each, with real folders, a scripted provider, and a watch for errors that ends
 * every test. Import `test` and `expect` from here.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, chromium, expect } from '@playwright/test';
import { launchOptions } from '../../scripts/chromium.mjs';
import { folderPreferences, RealFolder, replacePicker } from './folder.ts';
import { Problems } from './problems.ts';
import { Provider } from './provider.ts';

interface Journey {
  /** Where the profile lies; a test may close the context and launch it again on the same one. */
  profile: string;
  /** A temporary folder on disk to be granted. */
  folder: RealFolder;
  /** A scripted OpenAI-compatible endpoint. Its faults (invalid history, unscripted requests) fail the test. */
  provider: Provider;
  /** Console errors, uncaught errors and policy violations; any that was not allowed fails the test. */
  problems: Problems;
}

export const test = base.extend<Journey>({
  profile: async ({}, use) => {
    const profile = await mkdtemp(join(tmpdir(), 'sluice-profile-'));
    await mkdir(join(profile, 'Default'));
    await writeFile(join(profile, 'Default', 'Preferences'), JSON.stringify(folderPreferences));
    await use(profile);
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  },
  problems: [
    async ({}, use) => {
      const problems = new Problems();
      await use(problems);
      problems.expectNone();
    },
    { auto: true },
  ],
  context: async ({ profile, problems, baseURL, viewport, locale, colorScheme, reducedMotion }, use) => {
    const context = await chromium.launchPersistentContext(profile, {
      ...launchOptions(),
      viewport,
      acceptDownloads: true,
      ...(baseURL ? { baseURL } : {}),
      ...(locale ? { locale } : {}),
      ...(colorScheme ? { colorScheme } : {}),
      ...(reducedMotion ? { reducedMotion } : {}),
    });
    await problems.watch(context);
    await context.addInitScript(replacePicker);
    await use(context);
    await context.close();
  },
  page: async ({ context }, use) => {
    await use(context.pages()[0] ?? (await context.newPage()));
  },
  folder: async ({}, use) => {
    const folder = await RealFolder.make();
    await use(folder);
    await folder.remove();
  },
  provider: async ({}, use) => {
    const provider = await Provider.start();
    await use(provider);
    await provider.stop();
    expect(provider.faults, 'what a strict endpoint would have refused').toEqual([]);
  },
});

export { expect };
