// The floor: every table with its figures, live; opened, limited, paused and closed.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { axeFaults } from './axe.js';
import { House, PHONE, WIDE, keepPicture, playOut, signIn, sitAlone, spot } from './house.js';

/** @type {House} */
let house;
before(async () => {
  house = await House.open();
});
after(() => house.close());

test('the floor opens, limits, pauses and closes a table', async () => {
  const page = await house.visitor({ viewport: WIDE });
  await signIn(page, 'Floor', house.password);
  await page.getByRole('link', { name: 'Pit' }).click();
  await page.locator('#tables tr').nth(4).waitFor();
  await page.getByLabel('Game', { exact: true }).selectOption('super-fun-21');
  await page.getByLabel('Name', { exact: true }).fill('High limit');
  await page.getByLabel('Least bet, dollars').fill('25');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  const row = page.locator('#tables tr', { hasText: 'High limit' });
  await row.waitFor();
  await row.getByLabel('Most at High limit').fill('50');
  await row.getByRole('button', { name: 'Limit the bets at High limit' }).click();
  await row.filter({ hasText: '$25–$50' }).waitFor();
  await row.getByRole('button', { name: 'Pause High limit' }).click();
  await row.filter({ hasText: 'paused' }).waitFor();
  await row.getByRole('button', { name: 'Open High limit' }).click();
  await row.filter({ hasText: '· open' }).waitFor();
  assert.deepEqual(await axeFaults(page), []);
  await keepPicture(page, 'pit-wide');
  await page.setViewportSize(PHONE);
  await keepPicture(page, 'pit-phone');
  assert.deepEqual(await axeFaults(page), []);
  await row.getByRole('button', { name: 'Close High limit' }).click();
  await row.waitFor({ state: 'detached' });
});

test('the floor reads the night and finds a round with its transfers', async () => {
  const player = await house.guest();
  await sitAlone(player, 'super-fun-21');
  await spot(player, 'main').click();
  await player.locator('.deal:enabled').click();
  await playOut(player, ['no-insurance', 'stand']);
  const page = await house.visitor({ viewport: WIDE });
  await signIn(page, 'Floor', house.password);
  await page.getByRole('link', { name: 'Night' }).click();
  await page.locator('#house tr').waitFor();
  assert.match(await page.locator('#house').innerText(), /All tables/);
  assert.deepEqual(await axeFaults(page), []);
  await keepPicture(page, 'night-wide');
  await page.getByRole('link', { name: 'Rounds', exact: true }).click();
  await page.locator('#rounds tr').first().waitFor();
  assert.deepEqual(await axeFaults(page), []);
  await page.locator('#day').fill('2020-02-29');
  await page.getByRole('button', { name: 'Find' }).click();
  await page.locator('#none').waitFor();
  await page.locator('#day').fill('');
  await page.getByRole('button', { name: 'Find' }).click();
  await page.locator('#rounds a').first().click();
  await page.locator('#transfers summary').click();
  await page.locator('#transfers td', { hasText: 'wager' }).first().waitFor();
  await keepPicture(page, 'round-of-the-floor');
  // The shoe may go on: the round is proved by itself, as far as the floor has seen its cards.
  await page.locator('#verify').click();
  await page.locator('.checks li').first().waitFor();
  assert.equal(await page.locator('.checks li.fails').count(), 0);
});

test('a player is not let into the pit', async () => {
  const page = await house.guest();
  assert.equal(await page.getByRole('link', { name: 'Pit' }).count(), 0);
  const answer = await page.request.get('/api/v1/pit');
  assert.equal(answer.status(), 403);
});
