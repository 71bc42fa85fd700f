// A line that breaks in mid-hand is shown and taken up again; an order given meanwhile is done once.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { House, sitAlone, untilAsked } from './house.js';

/** @import { Page } from 'playwright-core' */

/** @type {House} */
let house;
before(async () => {
  house = await House.open(11);
});
after(() => house.close());

/**
 * The viewer's hand in words.
 * @param {Page} page
 */
function handOf(page) {
  return page.locator('[data-part="hands"] .you p').first().innerText();
}

test('dropped in mid-hand, back with the same hand, and the order given meanwhile is done once', async () => {
  const page = await house.guest();
  await sitAlone(page, 'presque-isle-blackjack');
  await untilAsked(page);
  const hand = await handOf(page);
  await page.context().setOffline(true);
  await page.locator('#line', { hasText: 'lost' }).waitFor();
  assert.equal(await handOf(page), hand);
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
  await untilAsked(page);
  const hand = await handOf(page);
  await house.killAndReopen();
  await page.locator('#line:empty').waitFor({ state: 'attached' });
  await page.locator('[data-offer="stand"]:enabled').waitFor();
  assert.equal(await handOf(page), hand);
  await page.keyboard.press('s');
  await page.locator('.deal').waitFor();
});
