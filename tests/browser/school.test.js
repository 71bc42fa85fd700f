// The school: a whole round of every game dealt by the book, each kind of error told, drills, a table test on file.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { after, before, test } from 'node:test';
import { axeFaults } from './axe.js';
import { House, PHONE, PROGRAM, keepPicture, signIn } from './house.js';

/** @import { Locator, Page } from 'playwright-core' */

/** @type {House} */
let house;
before(async () => {
  house = await House.open(5);
});
after(() => house.close());

const LAPTOP = { width: 1280, height: 800 };

/**
 * The moves of a round by the book.
 * @param {string} game
 * @param {string} lesson
 * @param {number} seed
 * @param {string[]} [chances] of what players do
 * @returns {string[]}
 */
function book(game, lesson, seed, chances = []) {
  const args = ['lesson', game, lesson, '--seed', String(seed), '--seats', '3', '--json', ...chances];
  const said = execFileSync(PROGRAM, args, { encoding: 'utf8' });
  return JSON.parse(said).moves.map((/** @type {{ move: string }} */ one) => one.move);
}

/**
 * The chips of a payment, dearest first.
 * @param {string} move
 */
function chipsFor(move) {
  let left = Math.round(Number(move.split(' ')[3].replace(/[$,]/g, '')) * 100);
  const chips = [];
  for (const chip of [50000, 10000, 2500, 500, 100, 50, 25, 10, 5]) for (; left >= chip; left -= chip) chips.push(chip);
  assert.equal(left, 0, `${move} can be paid in chips`);
  return chips;
}

/**
 * Carries something with the mouse.
 * @param {Page} page
 * @param {Locator} from
 * @param {Locator} to
 */
async function drag(page, from, to) {
  const [start, end] = await middles(from, to);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(start.x + 20, start.y + 10, { steps: 2 });
  await page.mouse.move(end.x, end.y, { steps: 4 });
  assert.equal(await page.locator('.ghost').count(), 1, 'something is carried');
  await page.mouse.up();
}

/**
 * Carries something with a finger.
 * @param {Page} page
 * @param {import('playwright-core').CDPSession} fingers
 * @param {Locator} from
 * @param {Locator} to
 */
async function swipe(page, fingers, from, to) {
  const [start, end] = await middles(from, to);
  const touch = (/** @type {'touchStart' | 'touchMove' | 'touchEnd'} */ type, /** @type {typeof start[]} */ at) =>
    fingers.send('Input.dispatchTouchEvent', { type, touchPoints: at });
  await touch('touchStart', [start]);
  for (const part of [0.1, 0.3, 0.5, 0.7, 0.9, 1])
    await touch('touchMove', [{ x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part }]);
  assert.equal(await page.locator('.ghost').count(), 1, 'something is carried');
  await touch('touchEnd', []);
}

/**
 * The middles of two things on the page.
 * @param {Locator} from
 * @param {Locator} to
 */
async function middles(from, to) {
  await from.scrollIntoViewIfNeeded();
  const boxes = [await from.boundingBox(), await to.boundingBox()];
  return boxes.map((box) => {
    assert.ok(box, 'both are on the page');
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  });
}

/**
 * Begins a round that is known beforehand.
 * @param {Page} page
 * @param {string} game
 * @param {string} lesson the title of its button
 * @param {number} seed
 */
async function begin(page, game, lesson, seed) {
  await page.goto('/school');
  await page.getByLabel('Game', { exact: true }).selectOption(game);
  // The page is built anew for the game chosen.
  await page.waitForFunction((chosen) => document.body.dataset.game === chosen, game);
  await page.getByText('Settings', { exact: true }).click();
  await page.getByLabel('Deal the round of this number').fill(String(seed));
  await page.getByRole('button', { name: lesson, exact: true }).click();
  await page.locator('.school-round').waitFor();
}

/**
 * Makes a move with the mouse: chooses the place, cuts the chips, presses the button.
 * @param {Page} page
 * @param {string} move
 */
async function make(page, move) {
  const words = move.split(' ');
  const seat = words.map((word) => /^(\d)(\.\d+)*$/.exec(word)?.[1]).find((one) => one && !/announce/.test(words[0]));
  const place = /^(verify|wash|shuffle|offer-cut|place-cut-card|burn|close-bets|collect|announce last-round)$/.test(
    move,
  )
    ? 'shoe'
    : /community|turn board|deal middle/.test(move)
      ? 'board'
      : /extra/.test(move)
        ? 'extra'
        : /^deal (player|burned)/.test(move)
          ? words[1]
          : (seat ?? ((await page.locator('[data-place="banker"]').count()) > 0 ? 'banker' : 'dealer'));
  const before = await page.locator('.school-moves li').count();
  await page.locator(`[data-place="${place}"]`).click();
  const amount = /^(pay|take) (\S+ \S+) (\S+)$/.exec(move);
  if (amount) {
    for (const chip of chipsFor(move)) await page.locator(`.school-rack [data-chip="${chip}"]`).click();
    await page.locator(`button[data-move="${amount[1]} ${amount[2]}"]`).click();
  } else if (/^announce \d/.test(move)) {
    const form = page.locator('form[data-move="announce"]');
    const numbers = move.split(' ').slice(1);
    for (const [i, number] of numbers.entries()) await form.locator('input').nth(i).fill(number);
    await form.locator('button').click();
  } else {
    await page.locator(`button[data-move="${move}"]`).click();
  }
  await page.waitForFunction((count) => document.querySelectorAll('.school-moves li').length > count, before);
}

/**
 * What is dealt of a game beside a plain round, and the title of its button.
 * @type {Record<string, [string, string]>}
 */
const LESSONS = {
  'nh21-plus': ['everything', 'Everything'],
  'nh21-v3': ['side-bets', 'Side bets'],
  'super-fun-21': ['splits-and-doubles', 'Splits and doubles'],
  'presque-isle-blackjack': ['insurance', 'Insurance'],
  'nh-holdem': ['side-bets', 'Side bets'],
};

/** @type {{ id: string }[]} */
const games = JSON.parse(execFileSync(PROGRAM, ['games', '--json'], { encoding: 'utf8' }));
assert.ok(games.length >= 13, `${games.length} games`);

for (const { id: game } of games) {
  const [lesson, title] = LESSONS[game] ?? ['plain', 'A plain round'];
  test(`${game} is dealt by the book without an error`, async () => {
    const page = await house.guest({ viewport: LAPTOP });
    await begin(page, game, title, 1);
    const moves = book(game, lesson, 1);
    for (const [i, move] of moves.entries()) {
      if (i === Math.floor(moves.length * 0.6)) await keepPicture(page, `school-${game}`);
      await make(page, move);
      const said = await page.locator('.school-told').innerText();
      assert.equal(await page.locator('.school-moves li.error').count(), 0, `${move}: ${said}`);
    }
    await page.getByText('The round is over: 0 errors.').waitFor();
    await page.close();
  });
}

test('each kind of error is told at once with the clause, and the round waits for the right move', async () => {
  const page = await house.guest({ viewport: LAPTOP });
  await begin(page, 'nh21-plus', 'Side bets', 3);
  const moves = book('nh21-plus', 'side-bets', 3);
  const errors = new Set();
  let made = 0;
  const wrong = async (/** @type {string} */ move, /** @type {RegExp} */ said) => {
    await make(page, move);
    assert.match(await page.locator('.school-told').innerText(), said);
    assert.ok((await page.locator('.school-told blockquote').count()) > 0, 'the clause is quoted');
    errors.add(said.source);
  };
  for (const [i, move] of moves.entries()) {
    const next = moves[i + 1] ?? '';
    if (move === 'offer-cut') await wrong('burn', /Out of order/);
    if (/^deal \d/.test(move) && /^deal \d/.test(next) && move !== next && !errors.has('Wrong place for the card'))
      await wrong(next, /Wrong place for the card/);
    if (move.startsWith('pay ')) {
      await wrong(move.replace(/\$[\d.]+$/, '$3'), /Wrong amount/);
      if (!errors.has('Wrong outcome'))
        await wrong(move.replace('pay', 'take').replace(/\$[\d.]+$/, '$1'), /Wrong outcome/);
    }
    if (/^heed \d hit$/.test(move) && !errors.has('The player was misread'))
      await wrong(move.replace('hit', 'stand'), /The player was misread/);
    if (/^ask/.test(move) && !errors.has('A card was exposed')) await wrong('reveal', /A card was exposed/);
    if (/^announce \d/.test(move)) await wrong('announce 3', /Counted wrong/);
    const [verb, hand, wager] = move.split(' ');
    const [other, otherHand, otherWager] = next.split(' ');
    if (
      verb === other &&
      /pay|take/.test(verb) &&
      hand !== otherHand &&
      wager === otherWager &&
      !errors.has('Wrong direction')
    )
      await wrong(next, /Wrong direction/);
    await make(page, move);
    made += 1;
  }
  assert.equal(made, moves.length);
  await page.getByText(/The round is over: \d+ errors\./).waitFor();
  for (const kind of ['Out of order', 'Wrong place for the card', 'A card was exposed', 'Counted wrong'])
    assert.ok(errors.has(kind), kind);
  assert.ok(errors.has('Wrong amount') || errors.has('Wrong direction'));
});

test('a side bet that is passed over is told, with its clause', async () => {
  const side = /^(pay|take|leave) \S+ (up-match|down-match)/;
  const seeds = Array.from({ length: 40 }, (_, i) => i + 1);
  const seed = seeds.find((one) => missedAt(book('nh21-plus', 'side-bets', one)) >= 0) ?? 0;
  const moves = book('nh21-plus', 'side-bets', seed);
  const at = missedAt(moves);
  const page = await house.guest({ viewport: LAPTOP });
  await begin(page, 'nh21-plus', 'Side bets', seed);
  for (const move of moves.slice(0, at)) await make(page, move);
  await make(page, moves[at + 1]);
  assert.match(await page.locator('.school-told').innerText(), /A bet was passed over/);
  assert.ok((await page.locator('.school-told blockquote').count()) > 0, 'the clause is quoted');
  for (const move of moves.slice(at)) await make(page, move);
  await page.getByText('The round is over: 1 error.').waitFor();

  /**
   * Where a side bet is settled last before the dealer turns to a player.
   * @param {string[]} all
   */
  function missedAt(all) {
    return all.findIndex((move, i) => side.test(move) && /^ask \S+ turn$/.test(all[i + 1] ?? ''));
  }
});

test('cards, chips and bets are dragged by the pointer', async () => {
  const page = await house.guest({ viewport: LAPTOP });
  await dealDragging(page, (from, to) => drag(page, from, to));
});

test('cards, chips and bets are dragged with a finger', async () => {
  const page = await house.guest({ viewport: { width: 1024, height: 768 }, hasTouch: true });
  const fingers = await page.context().newCDPSession(page);
  await dealDragging(page, (from, to) => swipe(page, fingers, from, to));
});

/**
 * Deals a plain round by the book, dragging what can be dragged.
 * @param {Page} page
 * @param {(from: Locator, to: Locator) => Promise<void>} carry
 */
async function dealDragging(page, carry) {
  await begin(page, 'nh21-plus', 'A plain round', 1);
  const dragged = { deal: 0, pay: 0, take: 0 };
  for (const move of book('nh21-plus', 'plain', 1)) {
    const before = await page.locator('.school-moves li').count();
    const [verb, hand, wager] = move.split(' ');
    const bet = (/** @type {string} */ id) => page.locator(`[data-piece="w:${hand}.1.1:${id}"]`);
    if (verb === 'deal' && /^\d$/.test(hand)) {
      await carry(page.locator('[data-gear="shoe"]'), bet('main'));
      dragged.deal += 1;
    } else if (verb === 'take') {
      await carry(bet(wager), page.locator('.school-rack .school-hand'));
      dragged.take += 1;
    } else if (verb === 'pay') {
      const chips = chipsFor(move);
      for (const chip of chips.slice(0, -1)) await page.locator(`.school-rack [data-chip="${chip}"]`).click();
      await carry(page.locator(`.school-rack [data-chip="${chips.at(-1)}"]`), bet(wager));
      dragged.pay += 1;
    } else await make(page, move);
    await page.waitForFunction((count) => document.querySelectorAll('.school-moves li').length > count, before);
    const said = await page.locator('.school-told').innerText();
    assert.equal(await page.locator('.school-moves li.error').count(), 0, `${move}: ${said}`);
  }
  await page.getByText('The round is over: 0 errors.').waitFor();
  assert.ok(dragged.deal >= 6 && dragged.pay + dragged.take >= 3, JSON.stringify(dragged));
}

test('players think, show signs with the hand, and cheat where they are let', async () => {
  const page = await house.guest({ viewport: LAPTOP });
  await page.goto('/school');
  await page.getByText('Settings', { exact: true }).click();
  await page.getByLabel('Who plays').selectOption('Game protection');
  assert.equal(await page.getByLabel(/^Cheating/).inputValue(), '12');
  await page.getByLabel('Who plays').selectOption('Quiet players');
  for (const name of [/^Cheating/, /^Slow/]) {
    await page.getByLabel(name).fill('100');
    await page.getByLabel(name).press('Tab');
  }
  await begin(page, 'blackjack', 'A plain round', 4);
  const seen = { thinking: 0, signs: 0, cheating: 0 };
  for (const move of book('blackjack', 'plain', 4, ['--cheating', '100', '--slow', '100'])) {
    const cues = await page.locator('.school-cues').innerText();
    if (/is thinking/.test(cues)) {
      seen.thinking += 1;
      if (seen.signs === 0) {
        await page.locator('table-felt .bubble .sign-hand').first().waitFor();
        await keepPicture(page, 'school-sign');
        seen.signs += 1;
      }
    }
    if (/slips chips|takes chips off/.test(cues)) {
      assert.match(move, /^call-floor \d$/);
      seen.cheating += 1;
    }
    await make(page, move);
  }
  await page.getByText('The round is over: 0 errors.').waitFor();
  assert.ok(seen.thinking > 1 && seen.signs === 1 && seen.cheating > 1, JSON.stringify(seen));
});

test('a table test that was begun goes on after the house was killed', async () => {
  const dealer = await house.visitor({ viewport: LAPTOP });
  await dealer.goto('/sign-in');
  await dealer.getByLabel('Name').fill('Dealer Kay');
  await dealer.getByLabel('Password').fill('a long enough password');
  await dealer.getByRole('button', { name: 'Create account' }).click();
  await dealer.waitForURL((url) => url.pathname === '/');
  const floor = await house.visitor({ viewport: LAPTOP });
  await signIn(floor, 'Floor', house.password);
  await floor.goto('/examiner');
  await floor.getByLabel('Dealer', { exact: true }).fill('Dealer Kay');
  await floor.locator('#game-baccarat').check();
  await floor.getByLabel('Rounds of each').fill('1');
  await floor.getByRole('button', { name: 'Set the test' }).click();
  await floor.getByText('The test waits for Dealer Kay').waitFor();
  await dealer.goto('/school');
  await dealer.getByRole('button', { name: 'Take the test' }).click();
  await make(dealer, 'burn');
  await house.killAndReopen();
  await dealer.goto('/school');
  await dealer.getByRole('button', { name: 'Go on with the test' }).click();
  await dealer.locator('.school-round').waitFor();
  assert.equal(await dealer.locator('.school-moves li').count(), 1, 'the move is there');
  await floor.goto('/examiner');
  const box = floor.locator('[data-dealer="Dealer Kay"]');
  await box.waitFor();
  assert.match(await box.innerText(), /Begun and not ended: 1 of 1 rounds dealt/);
  await keepPicture(floor, 'school-examiner-unfinished');
});

test('errors may wait for the end of the round', async () => {
  const page = await house.guest({ viewport: LAPTOP });
  await page.goto('/school');
  await page.getByText('Settings', { exact: true }).click();
  await page.getByLabel('Tell errors at once').uncheck();
  await begin(page, 'nh21-plus', 'A plain round', 3);
  await make(page, 'burn');
  assert.equal(await page.locator('.school-moves li.made').count(), 1, 'nothing is told yet');
  await page.getByRole('button', { name: 'The round is over' }).click();
  await page.getByText(/The round is over: \d+ errors\./).waitFor();
  assert.ok((await page.locator('.school-moves li.error').count()) > 10, 'what was left out is an error');
});

test('the school works with the keyboard alone, on a phone, and is open to everybody', async () => {
  const page = await house.guest({ viewport: PHONE });
  await page.goto('/school');
  await page.getByRole('heading', { name: 'Deal', exact: true }).waitFor();
  assert.deepEqual(await axeFaults(page), []);
  await keepPicture(page, 'school-phone-choose');
  await begin(page, 'nh21-plus', 'A plain round', 2);
  await page.locator('[data-place="shoe"]').focus();
  await page.keyboard.press('s');
  await page.keyboard.press('Enter');
  await page.locator('.school-moves li.book').waitFor();
  const typed = page.getByLabel('Or type the move');
  for (const move of book('nh21-plus', 'plain', 2).slice(1, 12)) {
    const count = await page.locator('.school-moves li').count();
    await typed.fill(move);
    await page.keyboard.press('Enter');
    await page.waitForFunction((known) => document.querySelectorAll('.school-moves li').length > known, count);
  }
  assert.equal(await page.locator('.school-moves li.error').count(), 0);
  assert.deepEqual(await axeFaults(page), []);
  await keepPicture(page, 'school-phone');
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= PHONE.width, `nothing sticks out: ${wide}`);
});

test('another game leaves the settings open and as they were typed', async () => {
  const page = await house.guest({ viewport: LAPTOP });
  await page.goto('/school');
  await page.getByText('Settings', { exact: true }).click();
  const number = page.getByLabel('Deal the round of this number');
  await number.fill('77');
  await page.getByLabel('Who plays').selectOption('A lively table');
  await page.getByLabel('Slow to decide').fill('16');
  await page.getByLabel('Game', { exact: true }).selectOption('baccarat');
  await page.waitForFunction(() => document.body.dataset.game === 'baccarat');
  assert.equal(await number.inputValue(), '77');
  assert.equal(await page.getByLabel('Slow to decide').inputValue(), '16');
  assert.equal(await page.getByLabel('Who plays').inputValue(), '', 'no company is just so');
});

test('a drill is answered, and the books know it', async () => {
  const page = await house.guest({ viewport: LAPTOP });
  await page.goto('/school');
  await page.getByLabel('Game', { exact: true }).selectOption('nh21-plus');
  await page.waitForFunction(() => document.body.dataset.game === 'nh21-plus');
  await page.getByRole('button', { name: 'Irregularities' }).click();
  await page.locator('.options button').first().click();
  await page.locator('.school-question .verdict').waitFor();
  assert.deepEqual(await axeFaults(page), []);
  await keepPicture(page, 'school-drill');
  await page.getByRole('button', { name: 'Back to the school' }).click();
  assert.equal(await page.getByLabel(/^Against the clock/).isChecked(), false, 'nobody is hurried unasked');
  await page.getByLabel(/^Against the clock/).check();
  await page.getByRole('button', { name: 'Payouts' }).click();
  await page.locator('progress.school-clock').waitFor();
  assert.match(await page.locator('.drill-head').innerText(), /Payouts, level 1/);
  await page.locator('.school-rack [data-chip="100"]').click();
  await page.getByRole('button', { name: 'Answer', exact: true }).click();
  await page.locator('.school-question .verdict').waitFor();
});

test('an examiner sets a table test, a dealer takes it, and its record is on file', async () => {
  const dealer = await house.visitor({ viewport: LAPTOP });
  await dealer.goto('/sign-in');
  await dealer.getByLabel('Name').fill('Dealer Dan');
  await dealer.getByLabel('Password').fill('a long enough password');
  await dealer.getByRole('button', { name: 'Create account' }).click();
  await dealer.waitForURL((url) => url.pathname === '/');
  const floor = await house.visitor({ viewport: LAPTOP });
  await signIn(floor, 'Floor', house.password);
  await floor.goto('/examiner');
  await floor.getByLabel('Dealer', { exact: true }).fill('Dealer Dan');
  await floor.locator('#game-baccarat').check();
  await floor.getByLabel('Rounds of each').fill('1');
  await floor.getByLabel('Errors allowed in all').fill('0');
  assert.deepEqual(await axeFaults(floor), []);
  await floor.getByRole('button', { name: 'Set the test' }).click();
  await floor.getByText('The test waits for Dealer Dan').waitFor();
  await dealer.goto('/school');
  await dealer.getByRole('button', { name: 'Take the test' }).click();
  await dealer.locator('.school-round').waitFor();
  await make(dealer, 'shuffle');
  await dealer.getByRole('button', { name: 'The round is over' }).click();
  const link = dealer.getByRole('link', { name: 'Save the record' });
  await keepPicture(dealer, 'school-test-over');
  const record = await dealer.request.get((await link.getAttribute('href')) ?? '');
  assert.match(await record.text(), /Not passed/);
  await floor.goto('/examiner');
  const box = floor.locator('[data-dealer="Dealer Dan"]');
  await box.waitFor();
  assert.match(await box.innerText(), /not passed/);
  await keepPicture(floor, 'school-examiner');
  const pdf = await floor.request.get((await box.getByRole('link', { name: 'PDF' }).getAttribute('href')) ?? '');
  assert.equal((await pdf.body()).subarray(0, 5).toString(), '%PDF-');
});
