// The whole way without a mouse: in, to a table, a bet on every spot, a round, and out again.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { House } from './house.js';

/** @import { Page } from 'playwright-core' */

/** @type {House} */
let house;
before(async () => {
  house = await House.open(5);
});
after(() => house.close());

/**
 * Tabs until the focus is on something that matches.
 * @param {Page} page
 * @param {string} selector
 */
async function tabTo(page, selector) {
  for (let i = 0; i < 120; i += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
  }
  assert.fail(`the keyboard never reaches ${selector}`);
}

test('a round by keys alone', async () => {
  const page = await house.visitor();
  await page.goto('/sign-in');
  await tabTo(page, '#guest');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === '/');
  await page.locator('#tables a').first().waitFor();
  await tabTo(page, '#tables .tile[data-game="nh21-plus"] a');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/table\//);
  await page.locator('[data-seat]').first().waitFor();
  await tabTo(page, '[data-seat="4"]');
  await page.keyboard.press('Enter');
  await page.locator('[data-focus="cut"]').waitFor();
  await tabTo(page, '#cut-depth');
  await page.keyboard.press('ArrowLeft');
  await tabTo(page, '[data-focus="cut"]');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Buy $200' }).waitFor();
  await tabTo(page, '[data-focus="buy-20000"]');
  await page.keyboard.press('Enter');
  await page.locator('.deal').waitFor();
  await page.keyboard.press('2');
  await tabTo(page, '[data-spot="main"]');
  await page.keyboard.press('Enter');
  await page.locator('.deal', { hasText: '$5' }).waitFor();
  assert.equal(
    await page.evaluate(() => document.activeElement?.getAttribute('data-spot')),
    'main',
    'the focus stays on the spot',
  );
  await tabTo(page, '[data-spot="2x"]');
  await page.keyboard.press(' ');
  await page.locator('.deal', { hasText: '$10' }).waitFor();
  await page.keyboard.press('Shift+?');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await tabTo(page, '.deal');
  await page.keyboard.press('Enter');
  for (;;) {
    await page.locator('[data-offer]:enabled').or(page.locator('.deal')).first().waitFor();
    if (await page.locator('.deal').isVisible()) break;
    const insurance = await page.locator('[data-offer="no-insurance"]').isVisible();
    await page.keyboard.press(insurance ? 'n' : 's');
    await page.waitForTimeout(120);
  }
  assert.match(await page.locator('.commentary').innerText(), /\$/);
  assert.notEqual(await page.locator('#turn').textContent(), null);
});
