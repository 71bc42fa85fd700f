// Bets by click, by drag and by keys; taken back, repeated and doubled; refused in words.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { House, playOut, sitAlone, spot } from './house.js';

/** @import { Page } from 'playwright-core' */

/** @type {House} */
let house;
before(async () => {
  house = await House.open();
});
after(() => house.close());

/**
 * What the deal button says the bets come to.
 * @param {Page} page
 * @param {string} amount
 */
async function totals(page, amount) {
  await page.locator('.deal', { hasText: amount === '' ? 'Place your ante' : `· ${amount}` }).waitFor();
}

test('bets are placed, taken back, undone, cleared and doubled', async () => {
  const page = await house.guest();
  await sitAlone(page, 'nh21-plus');
  await page.keyboard.press('1');
  await spot(page, 'main').click();
  await totals(page, '$5');
  await spot(page, 'main').click();
  await totals(page, '$6');
  await spot(page, 'main').click({ button: 'right' });
  await totals(page, '$5');
  await spot(page, '2x').click();
  await totals(page, '$10');
  await spot(page, '2x').click();
  await totals(page, '$5');
  await page.keyboard.press('u');
  await totals(page, '$10');
  await page.keyboard.press('d');
  await totals(page, '$20');
  await page.getByRole('button', { name: 'Clear' }).click();
  await totals(page, '');
  await page.getByRole('button', { name: 'Undo' }).click();
  await totals(page, '$20');
});

test('a chip is dragged from the rack onto a spot', async () => {
  const page = await house.guest();
  await sitAlone(page, 'super-fun-21');
  await page.locator('[data-chip="2500"]').dragTo(spot(page, 'main'));
  await totals(page, '$25');
});

test('a bet the rules refuse is taken back with the reason', async () => {
  const page = await house.guest();
  await sitAlone(page, 'nh21-plus');
  await page.keyboard.press('1');
  await spot(page, 'main').click();
  const side = page.locator('.spot.side[role="button"]').first();
  for (let i = 0; i < 5; i += 1) await side.click();
  await totals(page, '$10');
  await side.click();
  await page.getByRole('alert').filter({ hasText: /\$6/ }).waitFor();
  await totals(page, '$10');
});

test('the same bets again after a round', async () => {
  const page = await house.guest();
  await sitAlone(page, 'super-fun-21');
  await page.keyboard.press('2');
  await spot(page, 'main').click();
  await page.keyboard.press('Enter');
  await playOut(page, ['stand', 'no-insurance']);
  await page.keyboard.press('r');
  await totals(page, '$5');
  const said = await page.locator('.commentary').innerText();
  assert.match(said, /dealer/i);
});

test('what a spot does not take is said: below the minimum, over the maximum, a side bet alone', async () => {
  const page = await house.guest();
  await sitAlone(page, 'nh21-plus');
  await page.keyboard.press('1');
  await page.locator('.spot.side[role="button"]').first().click();
  await page.getByText('Side bets need a bet on the Ante.').waitFor();
  await page.getByRole('button', { name: 'Clear' }).click();
  await spot(page, 'main').click();
  await page.getByRole('alert').filter({ hasText: 'Ante: the minimum is $5.' }).waitFor();
  await totals(page, '$5');
  await page.keyboard.press('2');
  await spot(page, 'main').click();
  await totals(page, '$10');
  await spot(page, 'main').click();
  await page.getByRole('alert').filter({ hasText: 'Ante: $10 is the maximum.' }).waitFor();
  await totals(page, '$10');
});

test('the result of a round stays until the next bet', async () => {
  const page = await house.guest();
  await page.addInitScript(() => localStorage.setItem('croupier.settings', JSON.stringify({ fast: true })));
  await sitAlone(page, 'super-fun-21');
  await spot(page, 'main').click();
  await page.keyboard.press('Enter');
  await playOut(page, ['stand', 'no-insurance']);
  await page.waitForTimeout(3000);
  assert.match(await page.locator('.outcome.last').innerText(), /^Last round: (you win \$|you lose \$|push)/);
  await spot(page, 'main').click();
  await page.locator('.outcome.last').waitFor({ state: 'detached' });
});

test('what is typed in a panel outlives what happens at the table', async () => {
  const page = await house.guest({ viewport: { width: 1280, height: 800 } });
  await sitAlone(page, 'super-fun-21');
  await page.locator('.panel.seat summary').click();
  await page.getByLabel('Dollars').fill('75');
  await spot(page, 'main').click();
  await page.locator('.deal:enabled').click();
  await playOut(page, ['no-insurance', 'stand']);
  assert.equal(await page.getByLabel('Dollars').inputValue(), '75');
});
