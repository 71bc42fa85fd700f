// Every page at every size: it says what it should, nothing sticks out, and it is open to everybody.

import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
  await page.getByRole('button', { name: 'Create account' }).click();
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

test('a stranger who presses Play may bet next', async () => {
  const page = await house.visitor({ viewport: { width: 1280, height: 800 } });
  await page.goto('/');
  await page.locator('#tables .tile[data-game="nh21-plus"]').getByRole('link', { name: 'Play' }).click();
  await page.waitForURL(/\/table\//);
  await page.locator('.deal', { hasText: 'Place your ante' }).waitFor();
  await spot(page, 'main').click();
  await page.locator('.deal:enabled', { hasText: 'Deal' }).waitFor();
  assert.match(await page.locator('.person .session').innerText(), /\d min/, 'a time that is no time of day');
  // Leaving and loading the page again seats nobody.
  await page.locator('.panel.seat summary').click();
  await page.getByRole('button', { name: 'Leave the seat' }).click();
  await page.getByText('Choose a seat.').waitFor();
  await page.reload();
  await page.getByText('Choose a seat.').waitFor();
  await page.waitForTimeout(500);
  assert.ok(await page.getByText('Choose a seat.').isVisible());
});

test('the rules begin with a quick start and a way to play, and have contents', async () => {
  const page = await house.visitor({ viewport: { width: 1280, height: 800 } });
  await page.goto('/rules/nh21-plus');
  await page.locator('#contents a').first().waitFor();
  const play = await page.locator('#start').getByRole('link', { name: 'Play' }).boundingBox();
  assert.ok(play && play.y < 800, 'Play is on the first screen');
  await page.locator('#contents').getByRole('link', { name: 'Splitting pairs' }).click();
  const heading = await page.getByRole('heading', { name: 'Splitting pairs' }).boundingBox();
  assert.ok(heading && heading.y >= 0 && heading.y < 200, `the heading is at ${heading?.y}`);
  const odds = await page.locator('#sheet td.odds').evaluateAll((all) => all.map((one) => one.getClientRects().length));
  assert.ok(odds.length > 10 && odds.every((lines) => lines === 1));
});

test('every page names the modules it loads, so that none waits for another', async () => {
  const page = await house.guest();
  const table = await page.locator('#tables a').first().getAttribute('href');
  for (const place of [
    '/',
    table ?? '',
    '/rules/nh21-plus',
    '/history',
    '/statistics',
    '/drills',
    '/school',
    '/examiner',
    '/pit',
    '/night',
    '/rounds',
    '/sign-in',
    '/fairness',
  ]) {
    await page.goto(place);
    await page.waitForLoadState('networkidle');
    const [loaded, named] = await page.evaluate(() => [
      performance
        .getEntriesByType('resource')
        .map((entry) => new URL(entry.name).pathname)
        .filter((path) => path.endsWith('.js')),
      [...document.querySelectorAll('link[rel="modulepreload"], script[type="module"]')].map(
        (one) => one.getAttribute('href') ?? one.getAttribute('src') ?? '',
      ),
    ]);
    assert.deepEqual([...new Set(loaded)].sort(), [...new Set(named)].sort(), place);
  }
});

test('a house has its own name and logo on every page', async () => {
  const logo = join(mkdtempSync(join(tmpdir(), 'croupier-logo-')), 'logo.svg');
  writeFileSync(
    logo,
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="26"><rect width="40" height="26"/></svg>',
  );
  const own = await House.open(null, ['--name', 'Ocean & Sons', '--logo', logo]);
  try {
    const page = await own.visitor();
    for (const place of ['/', '/rules/nh21-plus', '/sign-in']) {
      await page.goto(place);
      await page.locator('.brand', { hasText: 'Ocean & Sons' }).waitFor();
      await page.waitForFunction(() => document.title.endsWith('· Ocean & Sons'));
      const wide = await page
        .locator('.brand img')
        .evaluate((/** @type {HTMLImageElement} */ image) => image.naturalWidth);
      assert.equal(wide, 40, place);
    }
  } finally {
    await own.close();
  }
});

test('the lobby shows every game with its exact edges, and the tables', async () => {
  const page = await house.guest();
  for (const game of GAMES) {
    const tile = page.locator(`#games .tile[data-game="${game}"]`);
    // A house that has just opened is still solving some of its games.
    await tile
      .getByText(/\d\.\d{3}%/)
      .first()
      .waitFor({ timeout: 120_000 });
    await page.locator(`#tables .tile[data-game="${game}"]`).first().waitFor();
  }
  assert.match(await page.locator('#games .tile[data-game="nh-holdem"]').innerText(), /402\/5525/);
  assert.match(await page.locator('footer').innerText(), /1-800-GAMBLER/);
  assert.match(await page.locator('.bar').innerText(), /play money/i);
});

test('a game is found by a word, by its family and among those recently played', async () => {
  const page = await house.guest();
  const shown = (/** @type {string} */ list) =>
    page
      .locator(`#${list} .tile`)
      .evaluateAll((tiles) => tiles.map((tile) => tile.getAttribute('data-game') ?? '').sort());
  const family = (/** @type {string} */ name) =>
    page.getByRole('group', { name: 'Kind of game' }).getByRole('button', { name });
  const status = page.locator('#find [role=status]');
  await page.locator('#games .tile').first().waitFor();
  const all = await shown('games');
  assert.equal(await family('Recently played').count(), 0, 'nothing was played');

  const find = page.getByLabel('Find a game');
  await find.fill('Holdem TEXAS');
  assert.deepEqual(await shown('games'), ['texas-holdem-bonus', 'ultimate-texas-holdem']);
  assert.deepEqual(await shown('tables'), ['texas-holdem-bonus', 'ultimate-texas-holdem']);
  assert.equal(await status.innerText(), `2 of ${all.length} games`);
  await find.fill('tiddlywinks');
  assert.deepEqual(await shown('games'), []);
  assert.equal(await status.innerText(), 'No game matches.');
  await find.fill('');
  await family('Baccarat').click();
  assert.equal(await family('Baccarat').getAttribute('aria-pressed'), 'true');
  assert.deepEqual(await shown('tables'), ['baccarat', 'ez-baccarat']);
  assert.ok(await find.isVisible());
  await family('All games').click();
  assert.deepEqual(await shown('games'), all);

  await sitAlone(page, 'let-it-ride');
  await spot(page, 'main').click();
  await page.locator('.deal:enabled').waitFor();
  await page.goto('/');
  await family('Recently played').click();
  assert.deepEqual(await shown('games'), ['let-it-ride']);
});

test('the rules of every game have a sheet, pay tables and edges', async () => {
  const page = await house.visitor();
  for (const game of GAMES) {
    await page.goto(`/rules/${game}`);
    await page.locator('#sheet h2').first().waitFor();
    assert.ok((await page.locator('#edges table').count()) >= 2, `${game} has an edge table and a pay table`);
  }
  await page.goto('/rules/nh-holdem');
  await page.waitForSelector('#edges .payout-limit');
  assert.match(
    await page.locator('#edges .payout-limit').first().innerText(),
    /an Ante of \$2, a player is paid at most \$1,000/,
  );
});

test('a loss limit is kept, and one that is no amount is refused in words', async () => {
  const page = await house.guest();
  const name = page.locator('.person button');
  await name.click();
  await page.getByLabel('Session loss limit').fill('50');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.locator('dialog').waitFor({ state: 'detached' });
  await name.click();
  assert.equal(await page.getByLabel('Session loss limit').inputValue(), '50');
  await page.getByLabel('Session loss limit').fill('plenty');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('alert').filter({ hasText: 'no amount of dollars' }).waitFor();
});

for (const [size, viewport] of Object.entries({ phone: PHONE, tablet: TABLET, wide: WIDE })) {
  test(`every page is open to everybody and fits a ${size}`, async () => {
    // The tablet is dark, the others are light.
    const page = await house.guest({ viewport, colorScheme: size === 'tablet' ? 'dark' : 'light' });
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
