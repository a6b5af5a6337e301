/** The MCP conformance suite's client scenarios, through the real page (rows M1, M5, M7). */
import { chromium, expect, test, type Browser, type Page } from '@playwright/test';
import { launchOptions } from '../../scripts/chromium.mjs';
import { openApp } from '../support/app.ts';
import { forget, type Plan } from './drive.ts';
import { plans } from './plans.ts';
import { writeReport, wrong, type Result } from './report.ts';
import { startScenario, type Edition, type Scenario } from './scenario.ts';

/** `npm run conformance`: every scenario, and the list is written anew. `SLUICE_SCENARIO` picks some by their name. */
const writes = process.env['SLUICE_CONFORMANCE'] === 'write';
const only = process.env['SLUICE_SCENARIO'];

/** Timing is judged by the suite to a fifth of a second: a busy machine may have another try. */
const tries: Readonly<Record<string, number>> = { 'sse-retry': 3 };

let browser: Browser;
test.beforeAll(async () => {
  const options = launchOptions();
  browser = await chromium.launch({ ...options, args: [...options.args, '--disable-web-security'] });
});
test.afterAll(() => browser.close());

let nth = 0;

/** What is run where not everything is asked for: one of each kind, the whole takes some minutes. */
const sample: Readonly<Record<Edition, readonly string[]>> = {
  '2025-11-25': [
    'initialize',
    'elicitation-sep1034-client-defaults',
    'sse-retry',
    'auth/metadata-var3',
    'auth/scope-step-up',
    'auth/2025-03-26-oauth-endpoint-fallback',
  ],
  '2026-07-28': [
    'tools_call',
    'sep-2322-client-request-state',
    'auth/iss-wrong-issuer',
    'auth/authorization-server-migration',
  ],
};

interface Round {
  readonly edition: Edition;
  readonly plan: Plan;
}

const every: readonly Round[] = (['2025-11-25', '2026-07-28'] as const).flatMap((edition) =>
  plans[edition].map((plan) => ({ edition, plan })),
);

function chosen(): readonly Round[] {
  const wanted = ({ edition, plan: { scenario } }: Round): boolean =>
    only === undefined
      ? writes || process.env['SLUICE_FULL'] === '1' || sample[edition].includes(scenario)
      : `${edition} ${scenario}`.includes(only);
  return every.filter(wanted);
}

const begin = ({ edition, plan }: Round): Promise<Scenario> => startScenario(plan.scenario, edition);

/** One scenario, from its started server to its checks; a page that got stuck is opened anew. */
async function drive(page: Page, { edition, plan }: Round, running: Scenario): Promise<Result> {
  nth += 1;
  const at = { page, name: `c${nth}`, url: running.url };
  try {
    await plan.drive(at);
    await forget(at);
  } catch (cause) {
    const told = (await page.getByRole('alert').allInnerTexts()).join('\n');
    expect.soft(`${String(cause)}\n${told}`, `${plan.scenario} can be driven to its end`).toBe('');
    await openApp(page);
  }
  const { scenario, does, short } = plan;
  return { edition, scenario, does, ...(short === undefined ? {} : { short }), checks: await running.end() };
}

test('M1 M5 M7 the client scenarios of the conformance suite pass in the page', async ({ baseURL, viewport }) => {
  test.setTimeout(900_000);
  const context = await browser.newContext({ viewport, ...(baseURL === undefined ? {} : { baseURL }) });
  const page = await context.newPage();
  // A click that cannot be done is one scenario's failure, not the whole run's.
  page.setDefaultTimeout(20_000);
  await openApp(page);
  const results: Result[] = [];
  const rounds = chosen();
  let next = rounds[0] && begin(rounds[0]);
  for (const [at, round] of rounds.entries()) {
    const { scenario } = round.plan;
    await test.step(`${round.edition} ${scenario}`, async () => {
      const running = await (next ?? begin(round));
      const following = rounds[at + 1];
      // Its process begins while this one is driven.
      next = following && begin(following);
      let result = await drive(page, round, running);
      for (let left = (tries[scenario] ?? 1) - 1; left > 0 && wrong(result).length > 0; left -= 1) {
        result = await drive(page, round, await begin(round));
      }
      results.push(result);
      if (writes) {
        // oxlint-disable-next-line no-console -- how far a run of minutes is
        console.log(`${round.edition} ${scenario}: ${wrong(result).join('; ') || 'passes'}`);
        writeReport(
          results,
          every.map((one) => `${one.edition} ${one.plan.scenario}`),
        );
      }
      if (result.short === undefined) expect.soft(wrong(result), scenario).toEqual([]);
      else expect.soft(wrong(result), `${scenario} is known to fall short`).not.toEqual([]);
    });
  }
  await context.close();
});
