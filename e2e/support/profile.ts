/** A browser profile of its own for one test: launched, and launched again as after a restart of the browser. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { launchOptions } from '../../scripts/chromium.mjs';
import { replacePicker } from './folder.ts';
import type { Problems } from './problems.ts';

/**
 * How granted folders stand: `granted` needs no click, ever. `reconnect`: the browser has forgotten, and agrees without a
 * window as soon as the page asks from a click (row P1). Only for folders in the system's temporary folder.
 */
export type FolderAccess = 'granted' | 'reconnect';

type ContextOptions = NonNullable<Parameters<typeof chromium.launchPersistentContext>[1]>;

interface Preferences {
  profile?: { content_settings?: { exceptions?: Record<string, unknown> }; [other: string]: unknown };
  [other: string]: unknown;
}

export class Profile {
  readonly #dir: string;
  readonly #options: ContextOptions;
  readonly #problems: Problems;
  #context: BrowserContext | null = null;

  private constructor(dir: string, options: ContextOptions, problems: Problems) {
    this.#dir = dir;
    this.#options = options;
    this.#problems = problems;
  }

  static async make(options: ContextOptions, problems: Problems): Promise<Profile> {
    const dir = await mkdtemp(join(tmpdir(), 'sluice-profile-'));
    await mkdir(join(dir, 'Default'));
    return new Profile(dir, options, problems);
  }

  async launch(access: FolderAccess): Promise<BrowserContext> {
    await this.#prefer(access);
    const context = await chromium.launchPersistentContext(this.#dir, {
      ...launchOptions(),
      ...this.#options,
      acceptDownloads: true,
    });
    this.#context = context;
    await this.#problems.watch(context);
    await context.addInitScript(replacePicker);
    return context;
  }

  /** Ends the browser and starts it again on the same storage; the page it had is gone, this one is blank. */
  async restart(access: FolderAccess): Promise<Page> {
    await this.#context?.close();
    const context = await this.launch(access);
    return context.pages()[0] ?? context.newPage();
  }

  async remove(): Promise<void> {
    await this.#context?.close();
    await rm(this.#dir, { recursive: true, force: true, maxRetries: 5 });
  }

  /** Writes the folder permissions into the profile's preferences, keeping what the browser has put there. */
  async #prefer(access: FolderAccess): Promise<void> {
    const path = join(this.#dir, 'Default', 'Preferences');
    const kept = JSON.parse(await readFile(path, 'utf8').catch(() => '{}')) as Preferences;
    const { file_system_access_chooser_data: _, ...others } = kept.profile?.content_settings?.exceptions ?? {};
    const allow = { file_system_write_guard: 1, file_system_read_guard: 1 };
    const preferences: Preferences = {
      ...kept,
      // Safe Browsing without a network delays every write by seconds.
      safebrowsing: { enabled: false },
      profile: {
        ...kept.profile,
        default_content_setting_values: access === 'granted' ? allow : {},
        content_settings: {
          ...kept.profile?.content_settings,
          exceptions: { ...others, ...(access === 'reconnect' ? remembered(this.#options.baseURL ?? '') : {}) },
        },
      },
    };
    await writeFile(path, JSON.stringify(preferences));
  }
}

/** "Allow on every visit" for the folder that holds all test folders: asking again then needs no window. */
function remembered(origin: string): Record<string, unknown> {
  const site = `${origin},*`;
  // Microseconds since 1601, as Chromium keeps time.
  const last_modified = String((Date.now() + 11_644_473_600_000) * 1000);
  const parent = { 'display-name': 'tmp', 'is-directory': true, path: tmpdir(), readable: true, writable: true };
  return {
    file_system_access_chooser_data: { [site]: { last_modified, setting: { 'chosen-objects': [parent] } } },
    file_system_access_extended_permission: { [site]: { last_modified, setting: 1 } },
  };
}
