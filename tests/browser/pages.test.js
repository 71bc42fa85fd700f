// Every page at every size: it says what it should, nothing sticks out, and it is open to everybody.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { axeFaults } from './axe.js';
import { House, PHONE, TABLET, WIDE, keepPicture, playOut, sitAlone, spot } from './house.js';

/** @type {House} */
let house;
before(async () => {
  house = await House.open();
});
after(() => house.close());

const GAMES = ['nh21-plus', 'nh21-v3', 'super-fun-21', 'nh-holdem', 'presque-isle-blackjack'];

test('a stranger makes an account, is refused with a wrong password, and comes in with the right one', async () => {
  const page = await house.visitor();
  await page.goto('/history');
  await page.waitForURL(/\/sign-in\?next=/);
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('Password').fill('a long enough password');
  await page.getByRole('button', { name: 'Make an account' }).click();
  await page.waitForURL(/\/history$/);
  await page.getByRole('button', { name: 'Ada' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(/\/sign-in/);
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('Password').fill('a wrong password');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.locator('#refused:not(:empty)').waitFor();
  await page.getByLabel('Password').fill('a long enough password');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL((url) => url.pathname === '/');
});

test('the lobby shows every game with its exact edges, and the tables', async () => {
  const page = await house.guest();
  for (const game of GAMES) {
    const tile = page.locator(`#games .tile[data-game="${game}"]`);
    // A house that has just opened is still solving some of its games.
    await tile
      .getByText(/\d\.\d{3}%/)
      .first()
      .waitFor();
    await page.locator(`#tables .tile[data-game="${game}"]`).first().waitFor();
  }
  assert.match(await page.locator('#games .tile[data-game="nh-holdem"]').innerText(), /402\/5525/);
  assert.match(await page.locator('footer').innerText(), /1-800-GAMBLER/);
  assert.match(await page.locator('.bar').innerText(), /play money/i);
});

test('the rules of every game have a sheet, pay tables and edges', async () => {
  const page = await house.visitor();
  for (const game of GAMES) {
    await page.goto(`/rules/${game}`);
    await page.locator('#sheet h2').first().waitFor();
    assert.ok((await page.locator('#edges table').count()) >= 2, `${game} has an edge table and a pay table`);
  }
});

test('a loss limit is kept, and one that is no amount is refused in words', async () => {
  const page = await house.guest();
  const name = page.locator('.person button');
  await name.click();
  await page.getByLabel('The most to lose').fill('50');
  await page.getByRole('button', { name: 'Keep' }).click();
  await page.locator('dialog').waitFor({ state: 'detached' });
  await name.click();
  assert.equal(await page.getByLabel('The most to lose').inputValue(), '50');
  await page.getByLabel('The most to lose').fill('plenty');
  await page.getByRole('button', { name: 'Keep' }).click();
  await page.getByRole('alert').filter({ hasText: 'no amount of dollars' }).waitFor();
});

for (const [size, viewport] of Object.entries({ phone: PHONE, tablet: TABLET, wide: WIDE })) {
  test(`every page is open to everybody and fits a ${size}`, async () => {
    const page = await house.guest({ viewport });
    const table = await sitAlone(page, 'nh21-plus');
    await spot(page, 'main').click();
    await page.locator('.deal').click();
    await playOut(page, ['stand', 'no-insurance']);
    await page.goto('/history');
    const round = await page.locator('#rounds a').first().getAttribute('href');
    const places = [
      '/',
      '/sign-in',
      '/rules/nh21-plus',
      '/rules/nh-holdem',
      '/history',
      round ?? '',
      '/statistics',
      '/drills',
      table,
    ];
    for (const place of places) {
      await page.goto(place);
      await page.waitForLoadState('networkidle');
      await page.waitForTimeout(150);
      const name = new URL(page.url()).pathname.split('/')[1] || 'lobby';
      await keepPicture(page, `${name}-${size}`);
      assert.deepEqual(await axeFaults(page), [], `${place} at ${size}`);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(over <= 0, `${place} sticks out by ${over} pixels at ${size}`);
    }
  });
}
