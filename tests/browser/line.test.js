// A line that breaks in mid-hand is shown and taken up again; an order given meanwhile is done once.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { House, sitAlone, spot } from './house.js';

/** @import { Page } from 'playwright-core' */

/** @type {House} */
let house;
before(async () => {
  house = await House.open(11);
});
after(() => house.close());

/**
 * Plays until the viewer is asked whether to stand, and answers with the hand in words.
 * @param {Page} page
 */
async function untilAsked(page) {
  const stand = page.locator('[data-offer="stand"]');
  for (let round = 0; round < 12; round += 1) {
    if (round === 0) await spot(page, 'main').click();
    else await page.keyboard.press('r');
    await page.locator('.deal:enabled').click();
    await page.locator('[data-offer]:enabled').or(page.locator('.deal:enabled')).first().waitFor();
    if (await page.locator('[data-offer="no-insurance"]').isVisible()) await page.keyboard.press('n');
    await stand.or(page.locator('.deal:enabled')).first().waitFor();
    if (await stand.isVisible()) return page.locator('[data-part="hands"] .you p').first().innerText();
  }
  return assert.fail('no decision came up in twelve rounds');
}

test('dropped in mid-hand, back with the same hand, and the order given meanwhile is done once', async () => {
  const page = await house.guest();
  await sitAlone(page, 'presque-isle-blackjack');
  const hand = await untilAsked(page);
  await page.context().setOffline(true);
  await page.locator('#line', { hasText: 'lost' }).waitFor();
  assert.equal(await page.locator('[data-part="hands"] .you p').first().innerText(), hand);
  await page.keyboard.press('s');
  await page.waitForTimeout(700);
  await page.context().setOffline(false);
  await page.locator('#line:empty').waitFor({ state: 'attached' });
  await page.locator('.deal').waitFor();
  const stood = await page.locator('.commentary p', { hasText: 'You stand' }).count();
  assert.equal(stood, 1, 'the hand stood once');
});

test('the house is killed in mid-hand, opens again, and the hand stands where it stood', async () => {
  const page = await house.guest();
  await sitAlone(page, 'presque-isle-blackjack');
  const hand = await untilAsked(page);
  await house.killAndReopen();
  await page.locator('#line:empty').waitFor({ state: 'attached' });
  await page.locator('[data-offer="stand"]:enabled').waitFor();
  assert.equal(await page.locator('[data-part="hands"] .you p').first().innerText(), hand);
  await page.keyboard.press('s');
  await page.locator('.deal').waitFor();
});
