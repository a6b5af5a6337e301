/** Cards worked by keys alone. */
import { expect, type Locator, type Page } from '@playwright/test';

/** Goes to a waiting card with Ctrl+J and presses one of its keys until it is answered: young cards take none (row A3). */
export async function answerByKey(page: Page, ask: Locator, key: 'Enter' | 'Escape'): Promise<void> {
  await toCard(page, ask);
  await expect(async () => {
    if ((await ask.count()) > 0 && (await ask.evaluate((card) => card === document.activeElement)))
      await page.keyboard.press(key);
    await expect(ask).toHaveCount(0, { timeout: 300 });
  }).toPass();
}

/** Ctrl+J, and the card stands whole in sight where it fits. */
export async function toCard(page: Page, ask: Locator): Promise<void> {
  await expect(ask).toBeVisible();
  await page.keyboard.press('Control+j');
  await expect(ask).toBeFocused();
  await expectWhole(page, ask);
}

/** Waits until an element stands whole within the conversation, or fills it where it is taller. */
export async function expectWhole(page: Page, element: Locator): Promise<void> {
  await expect
    .poll(async () => {
      const inside = await element.boundingBox();
      const around = await page.getByRole('log').boundingBox();
      if (inside === null || around === null) return 'not there';
      const above = around.y - inside.y;
      const below = inside.y + inside.height - (around.y + around.height);
      if (inside.height > around.height) return above >= -1 || below >= -1 ? 'whole' : 'apart';
      return above <= 1 && below <= 1 ? 'whole' : `${Math.round(above)} px above, ${Math.round(below)} px below`;
    })
    .toBe('whole');
}

/** Tabs on until an element has the focus; fails where it cannot be reached. */
export async function tabTo(page: Page, element: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let step = 0; step < 40; step += 1) {
    if (await element.evaluate((one) => one === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  await expect(element).toBeFocused();
}
