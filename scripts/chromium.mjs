// Which Chromium the tests run in: one answer for vitest, Playwright and the scripts.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

/** Flags that keep a test browser quiet: no background traffic, and no sandbox where root could not start with one. */
export const chromiumFlags = [
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/**
 * The browser that is there: `$CHROMIUM_PATH`, Playwright's own, the system's. Undefined where there is none.
 * @returns {string | undefined}
 */
export function findChromium() {
  const named = process.env['CHROMIUM_PATH'];
  if (named) return named;
  return [chromium.executablePath(), '/usr/bin/chromium'].find((path) => existsSync(path));
}

/** Launch options shared by everything that starts Chromium; Playwright's own choice where none was found. */
export function launchOptions() {
  const executablePath = findChromium();
  return { ...(executablePath ? { executablePath } : {}), args: chromiumFlags };
}

/**
 * Finds Chromium or installs it: as root on Debian the distribution's, with all it needs; else Playwright's build.
 * @returns {string} its path
 * @throws {Error} saying what was tried, where nothing worked
 */
export function ensureChromium() {
  const found = findChromium();
  if (found) {
    if (!existsSync(found))
      throw new Error(`CHROMIUM_PATH names ${found}, which does not exist. Correct it or unset it.`);
    return found;
  }
  console.log('No Chromium found: installing one for the tests.');
  const debian = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  /** @type {string[][]} */
  const ways = [
    ...(debian
      ? [['sh', '-c', 'apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium']]
      : []),
    ['npx', 'playwright', 'install', 'chromium'],
  ];
  for (const [command = '', ...args] of ways) {
    // A download that is shut off may hang rather than fail.
    spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], timeout: 600_000 });
    const installed = findChromium();
    if (installed) return installed;
  }
  throw new Error(
    'No Chromium could be found or installed. Set CHROMIUM_PATH to one, or run `npx playwright install --with-deps chromium`.',
  );
}
