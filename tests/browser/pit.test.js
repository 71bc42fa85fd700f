// The floor: every table with its figures, live; opened, limited, paused and closed.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { axeFaults } from './axe.js';
import { House, PHONE, WIDE, keepPicture, signIn } from './house.js';

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

test('a player is not let into the pit', async () => {
  const page = await house.guest();
  assert.equal(await page.getByRole('link', { name: 'Pit' }).count(), 0);
  const answer = await page.request.get('/api/v1/pit');
  assert.equal(answer.status(), 403);
});
