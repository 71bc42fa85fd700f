// Each game at its own felt: every wager bet, the hands that make it what it is, and every result with its clause.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { House, keepPicture, playOut, sitAlone, spot } from './house.js';

/** @type {House} */
let house;
before(async () => {
  house = await House.open(2024);
});
after(() => house.close());

/**
 * What a game must let happen within some rounds, and what its player wishes, dearest first.
 * @type {Record<string, { spots: string[], wishes: string[], seen: string[] }>}
 */
const GAMES = {
  'nh21-plus': {
    spots: ['main', '2x', '3x', '4x'],
    wishes: ['split', 'insurance', 'surrender', 'double', 'stand'],
    seen: ['split', 'insurance', 'surrender', 'double'],
  },
  'nh21-v3': {
    spots: ['main'],
    wishes: ['split', 'insurance', 'double', 'hit', 'stand'],
    seen: ['split', 'insurance', 'double'],
  },
  'super-fun-21': {
    spots: ['main'],
    wishes: ['split', 'insurance', 'double', 'surrender'],
    seen: ['split', 'insurance', 'double'],
  },
  'nh-holdem': { spots: ['main'], wishes: ['bet-3', 'bet-2', 'bet-1'], seen: ['bet-3'] },
  'presque-isle-blackjack': {
    spots: ['main'],
    wishes: ['split', 'even-money', 'insurance', 'double', 'stand'],
    seen: ['split', 'insurance', 'double'],
  },
  'let-it-ride': { spots: ['main'], wishes: ['let-it-ride', 'pull-back'], seen: ['let-it-ride'] },
  baccarat: { spots: ['main'], wishes: [], seen: [] },
  'ez-baccarat': { spots: ['main'], wishes: [], seen: [] },
  'mississippi-stud': { spots: ['main'], wishes: ['bet-3', 'bet-1'], seen: ['bet-3'] },
  'three-card-poker': { spots: ['main'], wishes: ['bet-1', 'fold'], seen: ['bet-1'] },
  'caribbean-stud': { spots: ['main'], wishes: ['bet-2', 'fold'], seen: ['bet-2'] },
  'four-card-poker': { spots: ['main'], wishes: ['bet-3', 'bet-1'], seen: ['bet-3'] },
  'crazy-4-poker': { spots: ['main'], wishes: ['bet-3', 'bet-1'], seen: ['bet-3', 'bet-1'] },
  'ultimate-texas-holdem': { spots: ['main'], wishes: ['bet-2', 'check', 'bet-1'], seen: ['check', 'bet-2'] },
  'texas-holdem-bonus': { spots: ['main'], wishes: ['bet-2', 'bet-1'], seen: ['bet-2', 'bet-1'] },
  blackjack: {
    spots: ['main'],
    wishes: ['split', 'insurance', 'double', 'stand'],
    seen: ['split', 'insurance', 'double'],
  },
  'spanish-21': {
    spots: ['main'],
    wishes: ['split', 'insurance', 'surrender', 'double', 'stand'],
    seen: ['split', 'insurance', 'double', 'surrender'],
  },
  'double-exposure': { spots: ['main'], wishes: ['split', 'double', 'stand'], seen: ['split', 'double'] },
  'buster-blackjack': {
    spots: ['main', 'buster'],
    wishes: ['split', 'insurance', 'double', 'stand'],
    seen: ['split', 'double'],
  },
  'free-bet-blackjack': {
    spots: ['main', 'push-22'],
    wishes: ['split', 'insurance', 'double', 'stand'],
    seen: ['split', 'double'],
  },
  'casino-war': { spots: ['main'], wishes: ['raise', 'surrender'], seen: ['raise'] },
  'red-dog': { spots: ['main'], wishes: ['raise', 'check'], seen: ['raise'] },
};
const ROUNDS_MAX = 60;

for (const [game, { spots, wishes, seen }] of Object.entries(GAMES)) {
  test(`${game}: every wager, and the hands that make the game`, async () => {
    const page = await house.guest({ viewport: { width: 1440, height: 900 } });
    await page.addInitScript(() => localStorage.setItem('croupier.settings', JSON.stringify({ fast: true })));
    await sitAlone(page, game);
    // Enough for every round: what is bet again must be in the rack.
    const panel = page.locator('.panel.seat');
    await panel.locator('summary').click();
    await page.locator('#chips-amount').fill('3000');
    await panel.getByRole('button', { name: 'Buy', exact: true }).click();
    await panel.getByText('$3,500').waitFor();
    await panel.locator('summary').click();
    await page.locator('body').click({ position: { x: 5, y: 5 } });
    await page.keyboard.press('1');
    for (const id of spots) await spot(page, id).click();
    for (const side of await page.locator('.spot.side[role="button"]').all()) await side.click();
    const chosen = new Set();
    let kept = false;
    for (
      let round = 0;
      round < ROUNDS_MAX && (round === 0 || !seen.every((action) => chosen.has(action)));
      round += 1
    ) {
      const broke = page.getByRole('button', { name: 'Buy $500' });
      if (await broke.isVisible()) await broke.click();
      if (round > 0) await page.keyboard.press('r');
      await page.locator('.deal:enabled').click();
      for (const action of await playOut(
        page,
        wishes.filter((wish) => !chosen.has(wish) || wish !== 'surrender'),
      )) {
        if (!kept && action === 'split') kept = true;
        chosen.add(action);
      }
      await settledWithClauses(page);
    }
    await keepPicture(page, `settled-${game}`);
    for (const action of seen)
      assert.ok(
        chosen.has(action),
        `${game} offered ${action} in ${ROUNDS_MAX} rounds; it offered ${[...chosen].join(', ')}`,
      );
  });
}

/**
 * Every wager of the viewer has an outcome and the clause it was settled by.
 * @param {import('playwright-core').Page} page
 */
async function settledWithClauses(page) {
  const rows = await page
    .locator('.hand-words.you tbody tr')
    .evaluateAll((all) =>
      all.map((row) => ({ words: row.textContent ?? '', clause: row.querySelector('.clause')?.textContent ?? '' })),
    );
  assert.ok(rows.length > 0, 'a settled round has wagers');
  for (const row of rows) {
    assert.doesNotMatch(row.words, /open$/, row.words);
    assert.match(row.clause, /\w/, `${row.words} has a clause`);
  }
}
