// The coach: silent, after each choice, or before it; exact values and the price of a mistake; drills from mistakes.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { House, keepPicture, playOut, sitAlone, spot, untilAsked } from './house.js';

/** @type {House} */
let house;
before(async () => {
  house = await House.open(17);
});
after(() => house.close());

test('before: every offer shows what it is worth, and one of them is best', async () => {
  const page = await house.guest({ viewport: { width: 1440, height: 900 } });
  await sitAlone(page, 'super-fun-21');
  await page.getByLabel('The coach speaks').selectOption('before');
  await untilAsked(page);
  await page.locator('.offer .worth:not(:empty)').first().waitFor();
  assert.equal(await page.locator('.offer.best').count(), 1);
  assert.match(await page.locator('.panel.coach').innerText(), /¢|\$/);
  await keepPicture(page, 'coach-before');
});

test('the coach says why: how often the hand wins, what the next card does', async () => {
  const reasons = async (/** @type {string} */ game, /** @type {RegExp} */ words) => {
    const page = await house.guest({ viewport: { width: 1440, height: 900 } });
    await sitAlone(page, game);
    await page.getByLabel('The coach speaks').selectOption('before');
    await spot(page, 'main').click();
    await page.locator('.deal:enabled').click();
    await page.locator('.offer .worth:not(:empty)').first().waitFor();
    assert.match(await page.locator('.panel.coach').innerText(), words);
    await keepPicture(page, `coach-why-${game}`);
  };
  await reasons('let-it-ride', /the hand is paid [\d.]+%/);
  await reasons('nh-holdem', /the hand is paid [\d.]+%/);
  await reasons('four-card-poker', /the hand wins [\d.]+%, ties [\d.]+% and loses [\d.]+% of the time/);
});

test('after: the price of a mistake, and a drill made of it', async () => {
  const page = await house.guest({ viewport: { width: 1440, height: 900 } });
  await sitAlone(page, 'super-fun-21');
  await page.getByLabel('The coach speaks').selectOption('after');
  await untilAsked(page);
  assert.equal(await page.locator('.offer .worth:not(:empty)').count(), 0, 'the coach is silent before');
  await page.locator('[data-offer="double"]:enabled, [data-offer="hit"]:enabled').first().click();
  await page.locator('#verdict:not(:empty)').waitFor();
  assert.match(await page.locator('#verdict').innerText(), /was best|cost/);
  await keepPicture(page, 'coach-after');
  await playOut(page, ['surrender', 'double', 'hit', 'stand']);
  for (let round = 0; round < 4; round += 1) {
    await page.keyboard.press('r');
    await page.locator('.deal:enabled').click();
    await playOut(page, ['surrender', 'double', 'hit', 'stand']);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/drills');
  const choice = page.locator('#drill [data-offer]').first();
  await choice.waitFor();
  await keepPicture(page, 'drill');
  assert.match(await page.locator('.drill-head').innerText(), /1 of \d+ · 0 right/);
  const order = await page.locator('#drill .offers .name').allInnerTexts();
  assert.deepEqual(order.slice(0, 2), ['Stand', 'Hit'], 'the order of the table');
  const best = await page.evaluate(async () => {
    const drills = await (await fetch('/api/v1/drills')).json();
    const { offers } = drills[0].felt.phase;
    return offers.find((/** @type {{ action: string }} */ one) => one.action === drills[0].choices[0].action).key;
  });
  await page.keyboard.press(best.toLowerCase());
  const answer = page.locator('#drill .answer [role="status"]');
  await answer.waitFor();
  const box = await answer.boundingBox();
  assert.ok(box && box.y + box.height <= 800, `the answer is on the screen, not at ${box?.y}`);
  assert.match(await page.locator('#drill .answer').innerText(), /best|cost/);
  await page.keyboard.press('Enter');
  await page.getByText(/· 1 right|: 1 of \d+ right/).waitFor();
});
