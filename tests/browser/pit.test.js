// The floor: every table with its figures, live; opened, limited, paused and closed.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { axeFaults } from './axe.js';
import { House, PHONE, WIDE, keepPicture, playOut, signIn, sitAlone, sitDown, spot } from './house.js';

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
  await page.getByLabel('Table minimum').fill('25');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  const row = page.locator('#tables tr', { hasText: 'High limit' });
  await row.waitFor();
  await page.getByLabel('Maximum at High limit').fill('10');
  await page.getByRole('button', { name: 'Set limits at High limit' }).click();
  await page.getByRole('alert').filter({ hasText: 'Minimum is above maximum' }).waitFor();
  await page.getByLabel('Maximum at High limit').fill('50');
  await page.getByRole('button', { name: 'Set limits at High limit' }).click();
  await row.filter({ hasText: '$25–$50' }).waitFor();
  await page.getByRole('button', { name: 'Pause High limit' }).click();
  await row.filter({ hasText: 'paused' }).waitFor();
  await page.getByRole('button', { name: 'Open High limit' }).click();
  await row.filter({ hasText: '· open' }).waitFor();
  assert.deepEqual(await axeFaults(page), []);
  await keepPicture(page, 'pit-wide');
  await page.setViewportSize(PHONE);
  await keepPicture(page, 'pit-phone');
  assert.deepEqual(await axeFaults(page), []);
  for (const viewport of [PHONE, { width: 1280, height: 800 }]) {
    await page.setViewportSize(viewport);
    for (const action of await page.locator('.actions :is(button, input)').all()) {
      const box = await action.boundingBox();
      assert.ok(box && box.x >= 0 && box.x + box.width <= viewport.width, `an action is cut off: ${box?.x}`);
    }
  }
});

test('hands called out wait in the pit until the floor acknowledges them', async () => {
  const page = await house.visitor({ viewport: WIDE });
  await signIn(page, 'Floor', house.password);
  const said = "Seat 3's hand is called out by the dealer for the floor: Three of a Kind.";
  let waits = true;
  await page.route('**/api/v1/pit', async (route) => {
    const answer = await route.fetch();
    const pit = await answer.json();
    for (const line of pit.tables) line.called_out = waits && line.table.game === 'nh-holdem' ? [said] : [];
    await route.fulfill({ response: answer, json: pit });
  });
  await page.goto('/pit');
  await page.getByText(said).waitFor();
  assert.deepEqual(await axeFaults(page), []);
  const given = page.waitForRequest((request) => request.url().endsWith('/change'));
  await page.getByRole('button', { name: /^Acknowledge the hands called out at/ }).click();
  assert.equal((await given).postDataJSON().acknowledge, true);
  waits = false;
  await page.getByText(said).waitFor({ state: 'detached' });
  assert.equal(await page.getByRole('button', { name: /^Acknowledge/ }).count(), 0);
});

test('closing asks first; a closed table stays with its figures and is opened again', async () => {
  const page = await house.visitor({ viewport: { width: 1280, height: 800 } });
  await signIn(page, 'Floor', house.password);
  await page.goto('/pit');
  await page.getByLabel('Game', { exact: true }).selectOption('super-fun-21');
  await page.getByLabel('Name', { exact: true }).fill('Early shift');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  const row = page.locator('#tables tr', { hasText: 'Early shift' });
  await row.waitFor();
  const player = await house.guest();
  await player.goto((await row.getByRole('link').getAttribute('href')) ?? '');
  await sitDown(player, 3);
  const close = page.getByRole('button', { name: 'Close Early shift' });
  await close.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await row.filter({ hasText: '· open' }).waitFor();
  await close.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close the table' }).click();
  await row.filter({ hasText: '· closed' }).waitFor();
  assert.match(await row.innerText(), /\$500/, 'the drop is still told');
  // Whoever was there is told once, and the page does not try for ever.
  await player.locator('#line', { hasText: 'This table is closed.' }).waitFor();
  await page.getByRole('button', { name: 'Reopen Early shift' }).click();
  await row.filter({ hasText: '· open' }).waitFor();
  await keepPicture(page, 'pit-closed');
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
