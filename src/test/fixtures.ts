/**
 * The shared test material (`../shared/fixtures` beside the project, or `$SLUICE_FIXTURES`), read alike from node tests and
 * from browser tests. It may be absent: use `fixtureTest`, whose skip is visible and says why.
 */
import { inject, test, type TestContext } from 'vitest';

/** True where the test material is there. Guard reads at module level with it. */
export const fixturesPresent: boolean = inject('fixturesPresent');

/** True under `SLUICE_FULL=1`: heavy tests then run all their cases instead of a seeded sample. */
export const full: boolean = inject('full');

const absent = 'the shared test fixtures are absent: set SLUICE_FIXTURES to their folder';

interface Source {
  fixtureBase64(path: string): Promise<string>;
  fixtureList(path: string): Promise<string[]>;
}

async function source(): Promise<Source> {
  if (typeof document === 'undefined') return import('../../scripts/fixtures.mjs');
  return (await import('vitest/browser')).commands;
}

/** The bytes of a file of the test material; `path` is relative to its root ("streams/expected.json"). */
export async function fixtureBytes(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const binary = atob(await (await source()).fixtureBase64(path));
  return Uint8Array.from(binary, (char) => char.charCodeAt(0));
}

/** A file of the test material as UTF-8 text, byte order mark kept. */
export async function fixtureText(path: string): Promise<string> {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await fixtureBytes(path));
}

/** A JSON file of the test material; the caller says what it is. */
export async function fixtureJson(path: string): Promise<unknown> {
  return JSON.parse(await fixtureText(path)) as unknown;
}

/** Names in a folder of the test material, sorted; folders end in `/`. */
export async function fixtureNames(path: string): Promise<string[]> {
  return (await source()).fixtureList(path);
}

/** A test that needs the test material; without it the test is reported as skipped, with the reason. */
export function fixtureTest(
  name: string,
  body: (context: TestContext) => Promise<void> | void,
  timeout?: number,
): void {
  test(name, timeout === undefined ? {} : { timeout }, async (context) => {
    context.skip(!fixturesPresent, absent);
    await body(context);
  });
}

declare module 'vitest' {
  export interface ProvidedContext {
    fixturesPresent: boolean;
    full: boolean;
  }
}
declare module 'vitest/browser' {
  interface BrowserCommands {
    fixtureBase64(path: string): Promise<string>;
    fixtureList(path: string): Promise<string[]>;
  }
}
