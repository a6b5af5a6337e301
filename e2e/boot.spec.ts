import { contentSecurityPolicy } from '../scripts/csp.mjs';
import { shoot } from './support/look.ts';
import { expect, test } from './support/test.ts';

test('X4 the built app opens under its policy, sent as a header and written in the page', async ({ page }) => {
  const response = await page.goto('/');
  expect(response?.headers()['content-security-policy']).toBe(contentSecurityPolicy);
  const meta = page.locator('meta[http-equiv="Content-Security-Policy"]');
  await expect(meta).toHaveAttribute('content', contentSecurityPolicy);
  await expect(page).toHaveTitle(/Sluice/);
  await expect(page.locator('#app > *').first()).toBeVisible();
});

test('X4 the page cannot evaluate text as code', async ({ page, problems }) => {
  problems.allow(/TrustedScript|CSP (script-src|require-trusted-types-for)/);
  await page.goto('/');
  await expect(page.locator('#app > *').first()).toBeVisible();
  // In a timer: what the test tool evaluates itself is exempt from the policy.
  const outcome = await page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        setTimeout(() => {
          try {
            resolve(String(Reflect.construct(Function, ['return 1'])));
          } catch (thrown) {
            resolve((thrown as Error).name);
          }
        });
      }),
  );
  expect(outcome).toBe('EvalError');
});

test('U1 the first screen holds its width from 360 px up', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('textbox').first()).toBeVisible();
  for (const width of [360, 768, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, `pixels beyond a ${width} px window`).toBeLessThanOrEqual(0);
  }
  await shoot(page, 'first');
});
