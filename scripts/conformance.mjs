// `npm run conformance`: every client scenario of the MCP conformance suite through the built page; writes docs/conformance.md.
import { ensureChromium } from './chromium.mjs';
import { buildSteps, runStep, show } from './steps.mjs';

process.env['CHROMIUM_PATH'] = ensureChromium();
process.env['SLUICE_CONFORMANCE'] = 'write';
if (!runStep(buildSteps[0]) || !show(['npx', 'playwright', 'test', 'e2e/conformance'])) process.exitCode = 1;
