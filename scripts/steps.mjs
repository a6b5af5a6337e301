// The checks that `check` and `test` share: each a name and a command, run one after the other.
import { spawnSync } from 'node:child_process';

/**
 * @typedef {object} Step
 * @property {string} name what a person reads: "formatting"
 * @property {readonly string[]} command
 * @property {string} [hint] what to do where it fails
 */

/** Without tests: what is cheap and needs no browser. `types` is forced, since a stale build hides errors after a `lib` change. */
export const cheapSteps = /** @type {const} @satisfies {readonly Step[]} */ ([
  { name: 'formatting', command: ['npx', 'oxfmt', '--check'], hint: 'npm run format' },
  { name: 'types and walls between rooms', command: ['npx', 'tsc', '-b', '--force'] },
  { name: 'lint', command: ['npx', 'oxlint'] },
  { name: 'dead code and unused packages', command: ['npx', 'knip', '--no-progress'] },
]);

/** The bundle, then its first-load size. */
export const buildSteps = /** @type {const} @satisfies {readonly Step[]} */ ([
  { name: 'build', command: ['npx', 'vite', 'build', '--logLevel', 'warn'] },
  { name: 'size of the first load', command: ['node', 'scripts/size.mjs'] },
]);

/**
 * Runs one step; its output is shown where it failed.
 * @param {Step} step
 * @returns {boolean} whether it passed
 */
export function runStep({ name, command: [program = '', ...args], hint }) {
  const began = performance.now();
  const done = spawnSync(program, args, { stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8', maxBuffer: 64 << 20 });
  const passed = done.status === 0;
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${passed ? '✓' : '✗'} ${name} (${seconds} s)`);
  if (!passed) console.log(`${done.stdout ?? ''}${done.stderr ?? ''}${done.error ?? ''}`.trimEnd());
  if (!passed && hint) console.log(`  → ${hint}`);
  return passed;
}

/**
 * Runs a command with its output in view.
 * @param {readonly string[]} command
 * @returns {boolean} whether it passed
 */
export function show([program = '', ...args]) {
  return spawnSync(program, args, { stdio: ['ignore', 'inherit', 'inherit'] }).status === 0;
}
