/**
 * `test` for journeys: a fresh profile each, with real folders, a scripted provider, and a watch for errors that ends
 * every test. Import `test` and `expect` from here.
 */
import { test as base, expect } from '@playwright/test';
import { RealFolder } from './folder.ts';
import { Problems } from './problems.ts';
import { Profile } from './profile.ts';
import { Provider } from './provider.ts';

interface Journey {
  /** The browser's profile: `profile.restart('reconnect')` ends the browser and opens it again with lapsed grants. */
  profile: Profile;
  /** A temporary folder on disk to be granted. */
  folder: RealFolder;
  /** A scripted OpenAI-compatible endpoint. Its faults (invalid history, unscripted requests) fail the test. */
  provider: Provider;
  /** Console errors, uncaught errors and policy violations; any that was not allowed fails the test. */
  problems: Problems;
}

export const test = base.extend<Journey>({
  problems: [
    async ({}, use) => {
      const problems = new Problems();
      await use(problems);
      problems.expectNone();
    },
    { auto: true },
  ],
  profile: async ({ problems, baseURL, viewport, locale, colorScheme }, use) => {
    const options = {
      viewport,
      ...(baseURL ? { baseURL } : {}),
      ...(locale ? { locale } : {}),
      ...(colorScheme ? { colorScheme } : {}),
    };
    const profile = await Profile.make(options, problems);
    await use(profile);
    await profile.remove();
  },
  context: async ({ profile }, use) => {
    await use(await profile.launch('granted'));
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
