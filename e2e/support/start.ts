import type { Page } from '@playwright/test';
import { addProvider, openApp } from './app.ts';
import { grantFolder, type RealFolder } from './folder.ts';
import type { Provider } from './provider.ts';

/** Opens the app with a scripted model and the test's folder as the project of a new chat. */
export async function start(page: Page, folder: RealFolder, provider: Provider, model?: string): Promise<void> {
  await openApp(page);
  await addProvider(page, provider, model === undefined ? {} : { model });
  await grantFolder(page, folder.path);
}
