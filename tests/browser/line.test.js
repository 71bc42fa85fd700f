// A line that breaks in mid-hand is shown and taken up again; an order given meanwhile is done once.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { House, playOut, sitAlone, spot } from './house.js';

/** @type {House} */
let house;
before(async () => {
  house = await House.open(11);
});
after(() => house.close());

test('dropped in mid-hand, back with the same hand, and the order given meanwhile is done', async () => {
  const page = await house.guest();
  await sitAlone(page, 'presque-isle-blackjack');
  const offer = page.locator('[data-offer]');
  for (let round = 0; ; round += 1) {
    assert.ok(round < 12, 'a decision comes up');
    if (round === 0) await spot(page, 'main').click();
    else await page.keyboard.press('r');
    await page.locator('.deal:enabled').click();
    await offer.or(page.locator('.deal:enabled')).first().waitFor();
    if (await page.locator('[data-offer="stand"]').isVisible()) break;
    await playOut(page, ['no-insurance', 'stand']);
  }
  const before = await page.locator('[data-part="hands"] .you p').first().innerText();
  await page.context().setOffline(true);
  await page.locator('#line', { hasText: 'lost' }).waitFor();
  assert.equal(await page.locator('[data-part="hands"] .you p').first().innerText(), before);
  await page.keyboard.press('s');
  await page.waitForTimeout(700);
  await page.context().setOffline(false);
  await page.locator('#line:empty').waitFor({ state: 'attached' });
  await page.locator('.deal').waitFor();
  const stood = await page.locator('.commentary p', { hasText: /stand/i }).count();
  assert.equal(stood, 1, 'the hand stood once');
});
