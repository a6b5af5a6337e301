/** A diff as it is drawn, read back as the lines of a patch. */
import { expect, type Locator } from '@playwright/test';

/** `@@` lines, and each line with its sign, of the unified diff inside `place`; waits until it is drawn. */
export async function diffLines(place: Locator): Promise<string[]> {
  const diff = place.locator('.diff');
  await expect(diff).toHaveAttribute('aria-busy', 'false');
  return diff.locator('.row').evaluateAll((rows) =>
    rows.map((row) => {
      const sign = row.querySelector('.d2h-code-line-prefix')?.textContent;
      const text = row.querySelector('.d2h-code-line-ctn')?.textContent ?? '';
      return sign == null ? (row.textContent ?? '') : sign + text;
    }),
  );
}
