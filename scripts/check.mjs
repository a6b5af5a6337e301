// `npm run check`: all that needs no browser. Formatting, types, lint, dead code, unit tests, size.
import { buildSteps, cheapSteps, runStep, show } from './steps.mjs';

let passed = true;
for (const step of cheapSteps) passed = runStep(step) && passed;
passed = show(['npx', 'vitest', 'run', '--project', 'unit']) && passed;
for (const step of buildSteps) passed = passed && runStep(step);
console.log(passed ? 'All checks passed.' : 'Some checks failed: see above.');
process.exitCode = passed ? 0 : 1;
