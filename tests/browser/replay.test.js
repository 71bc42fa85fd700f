// A round gone by: it plays by itself, step by step, and one that ends with a fold is told event by event.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { House, playOut, sitAlone, spot } from './house.js';

/** @type {House} */
let house;
before(async () => {
  house = await House.open(31);
});
after(() => house.close());

test('a folded hand of Hold ’Em is told event by event', async () => {
  const page = await house.guest({ viewport: { width: 1280, height: 800 } });
  await page.addInitScript(() => localStorage.setItem('croupier.settings', JSON.stringify({ fast: true })));
  await sitAlone(page, 'nh-holdem');
  await spot(page, 'main').click();
  for (const side of await page.locator('.spot.side[role="button"]').all()) await side.click();
  await page.locator('.deal:enabled').click();
  await playOut(page, ['fold']);
  await page.goto('/history');
  await page.locator('#rounds a').first().click();
  await page.waitForURL(/\/round\//);
  const replay = await page.evaluate(async () => {
    const id = location.pathname.split('/')[2];
    return (await fetch(`/api/v1/rounds/${id}`)).json();
  });
  /** @type {{ said: { sentence: string, what: { is: string } }[], felt: { board: string[] } }[]} */
  const steps = replay.steps;
  for (const step of steps)
    assert.ok(
      step.said.length === 1 || step.said.every((one) => ['placed', 'chose'].includes(one.what.is)),
      `one step tells: ${step.said.map((one) => one.sentence).join(' ')}`,
    );
  const folds = steps.findIndex((step) => step.said.some((one) => /fold/.test(one.sentence)));
  assert.ok(steps.length - folds > 8, `${steps.length - folds} steps after the fold`);
  const hidden = steps.slice(folds).map((step) => step.felt.board.filter((card) => card === '??').length);
  assert.deepEqual([...hidden].sort().reverse(), hidden, 'cards are turned and stay turned');
  assert.ok(new Set(hidden).size > 1 || hidden[0] === 0, 'cards are turned one after the other');
  await page.locator('#play').click();
  await page.getByText('2 of').waitFor();
  assert.equal(await page.locator('#play').innerText(), 'Pause');
  await page.locator('#forth').click();
  assert.equal(await page.locator('#play').innerText(), 'Play');
  const at = await page.locator('#count').innerText();
  await page.waitForTimeout(1500);
  assert.equal(await page.locator('#count').innerText(), at, 'a step by hand stops the playing');
});
