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
  await page.addInitScript(() => localStorage.setItem('croupier.words', 'a rabbit, two doves'));
  await sitAlone(page, 'super-fun-21');
  await page.locator('.panel.shoe summary').click();
  await page.locator('.panel.shoe', { hasText: 'a rabbit, two doves' }).waitFor();
  await page.locator('.panel.shoe', { hasText: 'Root over the cards' }).waitFor();
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
  for (let i = 0; i < steps; i += 1) await page.locator('#forth').click();
  assert.match(await page.locator('#count').innerText(), new RegExp(`${steps + 1} of ${steps + 1}`));
  assert.match(await page.locator('#hands').innerText(), /\$/);
  await page.locator('#verify').click();
  await page.locator('.checks li').first().waitFor();
  const checks = await page.locator('.checks li').allInnerTexts();
  assert.equal(await page.locator('.checks li.fails').count(), 0, checks.join('; '));
  for (const wanted of [
    /SHA-256 of the house’s seed is the commitment/,
    /those this browser saw before betting/,
    /Your client seed is in the shuffle/,
    /Merkle root over the cards/,
    /no other card left it/,
  ])
    assert.ok(
      checks.some((check) => wanted.test(check)),
      `${wanted}: ${checks.join('; ')}`,
    );
  await keepPicture(page, 'proof');
  await findsCheats(page);
  await page.goto('/statistics');
  await page.locator('#curve svg').waitFor();
  assert.match(await page.locator('#figures').innerText(), /9 rounds/);
  await keepPicture(page, 'statistics-played');
  await page.goto('/drills');
  await page.locator('#drill > *').first().waitFor();
  await keepPicture(page, 'drills-played');
});

/**
 * A house that rewrites its books is found out by what the browser saw.
 * @param {import('playwright-core').Page} page
 */
async function findsCheats(page) {
  /** @type {[string, (paper: any) => void, RegExp][]} */
  const cheats = [
    ['a burn nobody saw', (paper) => (paper.rounds[1].gone += 1), /began with/],
    [
      'a shoe made afterwards',
      (paper) => ([paper.commitment, paper.root] = ['0'.repeat(64), '0'.repeat(64)]),
      /saw before betting/,
    ],
    ['a client seed left out', (paper) => paper.client_seeds.pop(), /Your client seed is in the shuffle/],
  ];
  for (const [story, cheat, found] of cheats) {
    await page.route('**/api/v1/shoes/*', async (route) => {
      const answer = await route.fetch();
      const paper = await answer.json();
      cheat(paper);
      // The house says that everything is in order.
      for (const check of paper.checks) check.holds = true;
      await route.fulfill({ response: answer, json: paper });
    });
    await page.reload();
    await page.locator('#verify').click();
    await page.locator('.checks li.fails').first().waitFor();
    const fails = (await page.locator('.checks li.fails').allInnerTexts()).join('; ');
    assert.match(fails, found, story);
    await page.unroute('**/api/v1/shoes/*');
  }
}
