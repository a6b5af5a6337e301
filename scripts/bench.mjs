// `npm run bench`: file work through the built files worker against the same work by hand, on a real folder in Chromium;
// and what four models streaming at once cost the page.
import { readFileSync, rmSync } from 'node:fs';
import { ensureChromium } from './chromium.mjs';
import { buildSteps, runStep, show } from './steps.mjs';

const results = 'test-results/bench.json';
rmSync(results, { force: true });
process.env['CHROMIUM_PATH'] = ensureChromium();
process.env['SLUICE_BENCH'] = '1';
if (!runStep(buildSteps[0]) || !show(['npx', 'playwright', 'test'])) {
  process.exitCode = 1;
} else {
  /** @type {{ what: string, ours: number, byHand: number }[]} */
  const rows = JSON.parse(readFileSync(results, 'utf8'));
  console.log(`\n${'median, ms'.padEnd(36)}${'Sluice'.padStart(9)}${'by hand'.padStart(9)}${'ratio'.padStart(8)}`);
  for (const { what, ours, byHand } of rows) {
    const ratio = `${(ours / byHand).toFixed(2)}×`;
    console.log(`${what.padEnd(36)}${ours.toFixed(1).padStart(9)}${byHand.toFixed(1).padStart(9)}${ratio.padStart(8)}`);
  }
  console.log('\nFour peers at once, in a chat of 2,000 messages');
  for (const line of JSON.parse(readFileSync('test-results/bench-peers.json', 'utf8'))) console.log(line);
  console.log('\nThe machine decides the milliseconds; the ratios are what to compare.');
}
