// What each person may choose for themselves: colors, sounds, words in the shuffle, the most to lose, reports to keep.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { House, playOut, sitAlone, spot } from './house.js';

/** @type {House} */
let house;
before(async () => {
  house = await House.open(23);
});
after(() => house.close());

test('four colors and sounds are kept, and sounds are made only for those who ask', async () => {
  const page = await house.guest({ viewport: { width: 1440, height: 900 } });
  await page.addInitScript(() => {
    const Real = AudioContext;
    Object.assign(globalThis, { heard: 0 });
    globalThis.AudioContext = class extends Real {
      constructor() {
        super();
        Object.assign(globalThis, { heard: 1 });
      }
    };
  });
  const heard = () => page.evaluate(() => Reflect.get(globalThis, 'heard'));
  const clubs = () => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--clubs'));
  const address = await sitAlone(page, 'super-fun-21');
  const two = await clubs();
  await spot(page, 'main').click();
  await page.locator('.deal:enabled').click();
  await playOut(page, ['no-insurance', 'stand']);
  assert.equal(await heard(), 0);
  await page.locator('.panel.taste summary').click();
  await page.getByLabel('Four-color deck').check();
  await page.getByLabel('Sounds').check();
  assert.notEqual(await clubs(), two);
  await page.keyboard.press('r');
  await page.locator('.deal:enabled').click();
  await playOut(page, ['no-insurance', 'stand']);
  assert.equal(await heard(), 1);
  await page.goto(address);
  await page.locator('table-felt svg').waitFor();
  assert.notEqual(await clubs(), two, 'the choice outlives the page');
});

test('a loss limit holds bets back until it is lifted', async () => {
  const page = await house.guest();
  await sitAlone(page, 'nh-holdem');
  const account = page.getByRole('button', { name: /^Guest \w+/ });
  const keep = async (/** @type {string} */ dollars) => {
    await account.click();
    await page.getByLabel(/Session loss limit/).fill(dollars);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  };
  await keep('1');
  await spot(page, 'main').click();
  await page
    .getByText(/your loss limit leaves/)
    .first()
    .waitFor();
  await keep('');
  await spot(page, 'main').click();
  await page.locator('.deal:enabled').click();
  await page.locator('[data-offer]:enabled').first().waitFor();
});

test('reports are downloads on the page of the rules', async () => {
  const page = await house.guest();
  await page.goto('/rules/super-fun-21');
  const link = page.getByRole('link', { name: 'Pay card as HTML' });
  await link.waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  assert.equal(download.suggestedFilename(), 'super-fun-21-pay-card.html');
  assert.match(readFileSync(await download.path(), 'utf8'), /Super Fun 21/);
});
