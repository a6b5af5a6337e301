/** How a screen is judged: axe's rules, and pictures for a person to look at. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';

const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Fails with every breach of WCAG 2.2 AA that axe finds on the page as it stands, or of its rules on `colours` alone (row U3). */
export async function expectAccessible(page: Page, { colours = false } = {}): Promise<void> {
  // There are no frames; without this each judgement would open a page of its own.
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  const chosen = colours ? axe.withRules(['color-contrast', 'link-in-text-block']) : axe.withTags(levels);
  const { violations } = await chosen.analyze();
  const found = violations.map(({ id, help, nodes }) => ({ id, help, at: nodes.map((node) => node.target.join(' ')) }));
  expect(found, 'accessibility violations').toEqual([]);
}

/**
 * Judges the page as it stands: axe in light, its colours in the dark, and nothing wider than a window of 360 px (rows U1, U3).
 * States that are not `coloured` show no colour of their own: they are judged in the dark only where SLUICE_FULL=1.
 * SLUICE_SHOTS=1 takes pictures too.
 */
export async function judge(page: Page, name: string, coloured = true): Promise<void> {
  await test.step(name, async () => {
    const wide = page.viewportSize();
    await page.emulateMedia({ colorScheme: 'light' });
    await expectAccessible(page);
    if (coloured || process.env['SLUICE_FULL'] === '1') {
      await page.emulateMedia({ colorScheme: 'dark' });
      await expectAccessible(page, { colours: true });
    }
    await page.emulateMedia({ colorScheme: null });
    await page.setViewportSize({ width: 360, height: 780 });
    const over = (): Promise<number> =>
      page.evaluate(() =>
        Math.max(
          ...[document.documentElement, ...document.querySelectorAll('dialog .body')].map(
            (one) => one.scrollWidth - one.clientWidth,
          ),
        ),
      );
    expect(await over(), `${name}: pixels beyond a 360 px window`).toBeLessThanOrEqual(0);
    if (wide) await page.setViewportSize(wide);
    if (process.env['SLUICE_SHOTS'] === '1') await shoot(page, name);
  });
}

/** Pictures of the page as it stands: light and dark, 390 and 1440 px wide, to `test-results/shots/<name>-…png`. */
export async function shoot(page: Page, name: string): Promise<void> {
  const before = page.viewportSize();
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const path = `test-results/shots/${name}-${width}-${colorScheme}.png`;
      await page.screenshot({ path, animations: 'disabled' });
    }
  }
  await page.emulateMedia({ colorScheme: null });
  if (before) await page.setViewportSize(before);
}
