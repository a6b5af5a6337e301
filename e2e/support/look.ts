/** How a screen is judged: axe's rules, and pictures for a person to look at. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

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
