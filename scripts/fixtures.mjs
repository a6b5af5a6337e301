// Where the shared test material lies, and how the node side reads it. It is optional: see `fixturesPresent`.
import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { dirname, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(
  process.env['SLUICE_FIXTURES'] ?? resolve(dirname(fileURLToPath(import.meta.url)), '../../shared/fixtures'),
);

/** Whether `$SLUICE_FIXTURES` (or `../shared/fixtures` beside the project) is there; tests that need it say so when skipped. */
export const fixturesPresent = existsSync(root);

/** @param {string} path relative to the fixtures' folder; may not leave it */
function inside(path) {
  const full = resolve(root, path);
  if (full !== root && !full.startsWith(root + sep)) throw new Error(`"${path}" is outside the test fixtures`);
  return full;
}

/**
 * A file of the test material, as base64: the one form that crosses to a browser unharmed.
 * @param {string} path
 * @returns {Promise<string>}
 */
export async function fixtureBase64(path) {
  return (await readFile(inside(path))).toString('base64');
}

/**
 * Names in a folder of the test material, sorted; folders end in `/`.
 * @param {string} path
 * @returns {Promise<string[]>}
 */
export async function fixtureList(path) {
  const entries = await readdir(inside(path), { withFileTypes: true });
  return entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name)).toSorted();
}
