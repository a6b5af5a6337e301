// `npm test`: everything, summed up in its last line. `npm test -- <row id | part of a path>` runs the tests that match.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { ensureChromium } from './chromium.mjs';
import { fixturesPresent } from './fixtures.mjs';
import { buildSteps, cheapSteps, runStep, show } from './steps.mjs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

const filter = process.argv[2];
/** A row id ("G4", "P10") is looked for in test names, anything else in paths. */
const byName = filter !== undefined && /^[A-Z]\d+$/.test(filter);
const vitestReport = 'test-results/vitest.json';
const playwrightReport = 'test-results/e2e.json';

/**
 * Counts one run by its report; a run that failed without saying why in its report counts as one failure.
 * @template Report
 * @param {boolean} ok the run's own verdict
 * @param {string} path
 * @param {(report: Report) => Counts} read
 * @returns {Counts}
 */
function counted(ok, path, read) {
  /** @type {Counts} */
  let counts = { passed: 0, failed: 0, skipped: 0 };
  try {
    counts = read(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    // No report: the run broke before its end, which the next line counts.
  }
  return !ok && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

let built = false;

/** @returns {Counts} */
function checks() {
  const cheap = filter === undefined ? cheapSteps : [];
  const passed = cheap.filter((step) => runStep(step)).length;
  const [build, ...afterwards] = buildSteps;
  built = runStep(build);
  const rest = built && filter === undefined ? afterwards : [];
  const alsoPassed = rest.filter((step) => runStep(step)).length;
  const all = cheap.length + 1 + rest.length;
  const allPassed = passed + Number(built) + alsoPassed;
  return { passed: allPassed, failed: all - allPassed, skipped: 0 };
}

/** @returns {Counts} */
function vitest() {
  const wanted = filter === undefined ? [] : byName ? ['-t', `^${filter}\\b`] : [filter];
  const reports = ['--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`];
  const ok = show(['npx', 'vitest', 'run', '--passWithNoTests', ...reports, ...wanted]);
  if (!fixturesPresent) {
    console.log('Skipped: tests that read ../shared/fixtures, which is absent. Set SLUICE_FIXTURES to run them.');
  }
  /** @typedef {Record<'numPassedTests' | 'numFailedTests' | 'numPendingTests' | 'numTodoTests', number>} Report */
  return counted(ok, vitestReport, (/** @type {Report} */ report) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    // With a name asked for, all others are reported as skipped: they say nothing.
    skipped: byName ? 0 : report.numPendingTests + report.numTodoTests,
  }));
}

/** @returns {Counts} */
function journeys() {
  if (!built) {
    console.log('The journeys need the built app, and the build failed: they count as one failure.');
    return { passed: 0, failed: 1, skipped: 0 };
  }
  const wanted = filter === undefined ? [] : byName ? ['-g', `\\b${filter}\\b`] : [filter];
  const ok = show(['npx', 'playwright', 'test', '--pass-with-no-tests', ...wanted]);
  /** @typedef {{ stats: Record<'expected' | 'flaky' | 'unexpected' | 'skipped', number> }} Report */
  return counted(ok, playwrightReport, (/** @type {Report} */ { stats }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
  }));
}

mkdirSync('test-results', { recursive: true });
for (const report of [vitestReport, playwrightReport]) rmSync(report, { force: true });

/** @type {Counts} */
const sum = { passed: 0, failed: 0, skipped: 0 };
try {
  process.env['CHROMIUM_PATH'] = ensureChromium();
  for (const [name, part] of Object.entries({ checks, vitest, journeys })) {
    const began = performance.now();
    const { passed, failed, skipped } = part();
    console.log(
      `\n${name}: ${passed} passed, ${failed} failed, ${skipped} skipped in ${Math.round((performance.now() - began) / 1000)} s\n`,
    );
    sum.passed += passed;
    sum.failed += failed;
    sum.skipped += skipped;
  }
} catch (cause) {
  console.error(cause instanceof Error ? cause.message : cause);
  sum.failed += 1;
}
if (filter !== undefined && sum.passed + sum.failed <= 1) console.log(`No test matches "${filter}".`);
console.log(`${sum.passed} passed, ${sum.failed} failed${sum.skipped > 0 ? `, ${sum.skipped} skipped` : ''}`);
process.exitCode = sum.failed === 0 ? 0 : 1;
