// Two people at one table: each sees the other, and neither sees what is the other's alone.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { House, keepPicture, playOut, sitAlone, sitDown, spot, untilAsked } from './house.js';

/** @type {House} */
let house;
before(async () => {
  house = await House.open(7);
});
after(() => house.close());

test('two browsers at one table of hold ’em', async () => {
  const ada = await house.guest();
  const table = await sitAlone(ada, 'nh-holdem', 2);
  const grace = await house.guest();
  await grace.goto(table);
  await sitDown(grace, 5);
  const name = await grace.locator('.person button').innerText();
  await ada.locator('.plate', { hasText: name.slice(0, 8) }).waitFor();
  await spot(ada, 'main').click();
  await spot(grace, 'main').click();
  await ada.locator('.deal:enabled').click();
  await grace.locator('.deal:enabled').click();
  const both = [ada, grace];
  await Promise.race(both.map((page) => page.locator('[data-offer]').first().waitFor()));
  const asked = await Promise.all(both.map((page) => page.locator('[data-offer]').count()));
  assert.equal(asked.filter((count) => count > 0).length, 1, 'one of the two is asked');
  for (const page of both)
    assert.match(await page.locator('[data-part="hands"]').innerText(), /hidden card/, 'the other’s cards are hidden');
  await keepPicture(ada, 'together-holdem');
  await Promise.all(both.map((page) => playOut(page, ['bet-1'])));
  for (const page of both) assert.match(await page.locator('.commentary').innerText(), /\$/);
});

test('who watches is told whose turn it is', async () => {
  const ada = await house.guest();
  const table = await sitAlone(ada, 'nh21-plus', 3);
  const watcher = await house.guest();
  await watcher.goto(table);
  const told = watcher.locator('#controls .notice');
  await told.filter({ hasText: 'Choose a seat. Place your bets.' }).waitFor();
  await untilAsked(ada);
  const name = await ada.locator('.person button').innerText();
  await told.filter({ hasText: `${name}’s turn.` }).waitFor();
  assert.equal(await watcher.locator('[data-offer]').count(), 0, 'what may be chosen is the player’s alone');
  await keepPicture(watcher, 'watching');
  await playOut(ada, ['stand']);
});

test('a private table stays hidden from who has no code', async () => {
  const ada = await house.guest();
  const table = await sitAlone(ada, 'super-fun-21', 1);
  const stranger = await house.guest();
  await stranger.goto(new URL(table).pathname);
  await stranger.waitForTimeout(1200);
  assert.equal(await stranger.locator('table-felt svg').count(), 0);
  assert.equal(await stranger.locator('#tables a', { hasText: 'Test of super-fun-21' }).count(), 0);
});
