// A shoe that has ended is proved in the browser, and every round of it can be stepped through.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { House, keepPicture, playOut, sitAlone, spot } from './house.js';

/** @type {House} */
let house;
before(async () => {
  house = await House.open();
});
after(() => house.close());

test('history, replay step by step, and the proof of the shoe', async () => {
  const page = await house.guest();
  await page.addInitScript(() =>
    localStorage.setItem('croupier.settings', JSON.stringify({ fast: true, coach: 'after' })),
  );
  await sitAlone(page, 'super-fun-21');
  for (let round = 0; round < 9; round += 1) {
    if (round === 0) await spot(page, 'main').click();
    else await page.keyboard.press('r');
    await page.locator('.deal:enabled').click();
    await playOut(page, ['hit', 'no-insurance', 'stand']);
  }
  await page.goto('/history');
  await page.locator('#rounds tr').nth(8).waitFor();
  const oldest = page.locator('#rounds tr').nth(8).getByRole('link');
  await oldest.click();
  await page.waitForURL(/\/round\//);
  await page.locator('table-felt svg').waitFor();
  const steps = Number(await page.locator('#step').getAttribute('max'));
  assert.ok(steps >= 4, `the round has ${steps} steps`);
  for (let i = 0; i < steps; i += 1) await page.getByRole('button', { name: 'Step forward' }).click();
  assert.match(await page.locator('#count').innerText(), new RegExp(`${steps + 1} of ${steps + 1}`));
  assert.match(await page.locator('#hands').innerText(), /\$/);
  await page.locator('#verify').click();
  await page.locator('.checks li').first().waitFor();
  const checks = await page.locator('.checks li').allInnerTexts();
  assert.ok(checks.length >= 2, checks.join('; '));
  assert.match(checks[0], /checked by this browser/);
  assert.equal(await page.locator('.checks li.fails').count(), 0);
  await keepPicture(page, 'proof');
  await page.goto('/statistics');
  await page.locator('#curve svg').waitFor();
  assert.match(await page.locator('#figures').innerText(), /9 rounds/);
  await keepPicture(page, 'statistics-played');
  await page.goto('/drills');
  await page.locator('#drill > *').first().waitFor();
  await keepPicture(page, 'drills-played');
});
