// A phone held upright: everything one needs is on the screen, and a finger is enough.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { House, PHONE, keepPicture, playOut, sitAlone, spot } from './house.js';

/** @type {House} */
let house;
before(async () => {
  house = await House.open(21);
});
after(() => house.close());

for (const game of ['nh21-plus', 'nh21-v3', 'nh-holdem']) {
  test(`${game} on a phone`, async () => {
    const page = await house.guest({ viewport: PHONE, hasTouch: true, isMobile: true });
    await sitAlone(page, game);
    await page.evaluate(() => scrollTo(0, 0));
    await spot(page, 'main').tap();
    await page.locator('.spot.side[role="button"]').first().tap();
    await page.locator('.deal:enabled').tap();
    await page
      .locator('[data-offer]:enabled')
      .or(page.locator('.deal', { hasText: 'Place your' }))
      .first()
      .waitFor();
    await keepPicture(page, `phone-${game}`);
    const boxes = await page
      .locator('[data-offer], .deal')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
    for (const box of boxes) {
      assert.ok(
        box.bottom <= PHONE.height && box.right <= PHONE.width && box.top >= 0,
        `an offer is off the screen: ${JSON.stringify(box)}`,
      );
      assert.ok(box.height >= 40, 'an offer is too low for a finger');
    }
    await playOut(page, ['stand', 'no-insurance', 'bet-1']);
    await keepPicture(page, `phone-${game}-settled`);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing sticks out');
  });
}
