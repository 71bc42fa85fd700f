// The row of actions: every action in a place of its own, the reason for what is not offered, no click on something that was
// never aimed at, and the coach's figures for exactly the amount that would be bet.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { House, playOut, sitAlone, spot, untilAsked } from './house.js';

/** @import { Page } from 'playwright-core' */

const DESK = { width: 1280, height: 800 };

/** @type {House} */
let house;
before(async () => {
  house = await House.open(17);
});
after(() => house.close());

/**
 * Where each action's button stands, offered or not.
 * @param {Page} page
 */
function places(page) {
  return page
    .locator('.offers button')
    .evaluateAll((all) =>
      Object.fromEntries(
        all.map((one) => [
          one.getAttribute('data-offer') ?? one.getAttribute('data-withheld'),
          Math.round(one.getBoundingClientRect().x),
        ]),
      ),
    );
}

/**
 * Plays rounds until a decision comes up at which an action is offered or withheld.
 * @param {Page} page
 * @param {string} selector
 */
async function untilSeen(page, selector) {
  for (let round = 0; round < 30; round += 1) {
    await untilAsked(page);
    if ((await page.locator(selector).count()) > 0) return;
    await playOut(page, ['stand', 'no-insurance']);
  }
  assert.fail(`${selector} never came up`);
}

test('an action keeps its place from decision to decision, and what is not offered says why', async () => {
  const page = await house.guest({ viewport: DESK });
  await sitAlone(page, 'nh21-plus');
  await untilSeen(page, '[data-offer="double"]');
  const before = await places(page);
  assert.deepEqual(Object.keys(before), ['stand', 'hit', 'double', 'split', 'surrender']);
  const hit = page.locator('[data-offer="hit"]');
  for (let card = 0; card < 4; card += 1) {
    await hit.click();
    // Either tells that the card has come: surrender is for the first two cards.
    await page.locator('[data-withheld="surrender"]').or(page.locator('.deal')).first().waitFor();
    const now = await places(page);
    // The hand may be over, whether or not the next is to be bet on yet.
    if (Object.keys(now).length === 0 || (await page.locator('.deal').isVisible())) {
      await untilAsked(page);
      continue;
    }
    assert.deepEqual(now, before, 'nothing has moved');
    const withheld = page.locator('[data-withheld="surrender"]');
    const why = page.locator('.withheld', { has: withheld }).locator('.why');
    assert.equal(await why.isVisible(), false);
    await withheld.focus();
    assert.equal(await why.isVisible(), true, 'focus shows the reason');
    assert.match(await why.innerText(), /first two cards/);
    await withheld.press('Enter');
    assert.ok(await hit.isEnabled(), 'a gray button does nothing');
    return;
  }
  assert.fail('no hand of three cards came up');
});

test('a second click at the same place does not press what has come there since', async () => {
  const page = await house.guest({ viewport: DESK });
  await page.addInitScript(() => localStorage.setItem('croupier.settings', JSON.stringify({ fast: true })));
  await sitAlone(page, 'super-fun-21');
  await untilAsked(page);
  // What stands in the place of a button is exchanged under a still mouse, as when a round ends.
  const clicks = await page.evaluate(async () => {
    const holder = document.getElementById('controls');
    const stand = document.querySelector('[data-offer="stand"]');
    if (!holder || !(stand instanceof HTMLElement)) throw new Error('no decision');
    /** @type {string[]} */
    const pressed = [];
    const press = (/** @type {Element} */ element) =>
      element.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1, clientX: 300, clientY: 700 }));
    const other = document.createElement('button');
    other.dataset.focus = 'something-else';
    other.addEventListener('click', () => pressed.push('else'));
    holder.append(other);
    const same = document.createElement('button');
    same.dataset.focus = 'first';
    same.addEventListener('click', () => pressed.push('first'));
    holder.append(same);
    press(same);
    press(other);
    press(same);
    await new Promise((done) => setTimeout(done, 600));
    press(other);
    return pressed;
  });
  assert.deepEqual(clicks, ['first', 'first', 'else']);
});

test('the coach’s cost of a double follows the amount, and advice that comes later leaves the amount alone', async () => {
  const page = await house.guest({ viewport: DESK });
  await sitAlone(page, 'nh21-plus');
  await untilSeen(page, '[data-offer="double"]:enabled');
  const slider = page.locator('[data-focus="amount-double"]');
  const double = page.locator('.offer', { has: page.locator('[data-offer="double"]') });
  assert.match(await double.locator('label').innerText(), /^Double for \$1 to \$5/);
  await slider.fill('200');
  await page.getByLabel('The coach speaks').selectOption('before');
  await page.locator('.offer .worth:not(:empty)').first().waitFor();
  assert.equal(await slider.inputValue(), '200', 'the amount is as it was set');
  assert.match(await page.locator('[data-offer="double"]').innerText(), /\$2/);
  const told = await page
    .locator('.choices tbody tr', { hasText: 'Double' })
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent ?? '')));
  assert.equal(told.length, 2, 'the table has the least and the greatest double');
  const worth = async (/** @type {string} */ cents) => {
    await slider.fill(cents);
    return (await double.locator('.worth').innerText()).replace(/^(costs|best:) /, '');
  };
  for (const [name, ev, cost] of told) {
    const cents = String(Math.round(Number(/\$([\d.]+)/.exec(name)?.[1]) * 100));
    assert.equal(await worth(cents), cost === 'best' ? ev : cost, name);
  }
  const dollars = (/** @type {string} */ text) => Number(text.replace(/[^\d.]/g, '')) * (text.includes('¢') ? 0.01 : 1);
  const [least, most] = [dollars(await worth('100')), dollars(await worth('500'))];
  const middle = dollars(await worth('300'));
  assert.ok(
    (middle > Math.min(least, most) && middle < Math.max(least, most)) ||
      (told.some((row) => row[2] === 'best') && middle >= 0),
    `${middle} lies between ${least} and ${most}`,
  );
});

test('insurance is a question with its price, and its amount is labeled', async () => {
  const page = await house.guest({ viewport: DESK });
  await page.addInitScript(() => localStorage.setItem('croupier.settings', JSON.stringify({ fast: true })));
  await sitAlone(page, 'presque-isle-blackjack');
  await page.keyboard.press('2');
  for (let round = 0; round < 60; round += 1) {
    if (round === 0) await spot(page, 'main').click();
    else await page.keyboard.press('r');
    await page.locator('.deal:enabled').click();
    const asked = page.locator('[data-offer="no-insurance"]:enabled');
    await asked.or(page.locator('[data-offer="stand"]:enabled')).or(page.locator('.deal')).first().waitFor();
    if (await asked.isVisible()) {
      assert.match(await page.locator('p.asked').innerText(), /^Insurance\? Pays \d+ to \d+\./);
      return;
    }
    await playOut(page, ['stand', 'no-insurance']);
  }
  assert.fail('no ace came up');
});

test('a decision of Hold ’Em names its street and the hand so far', async () => {
  const page = await house.guest({ viewport: { width: 820, height: 1180 } });
  await sitAlone(page, 'nh-holdem');
  await page.evaluate(() => scrollTo(0, 0));
  await page.keyboard.press('m');
  await page.keyboard.press('Enter');
  const offers = page.locator('[data-offer]:enabled');
  await offers.first().waitFor();
  assert.match(await page.locator('p.asked').innerText(), /^Flop bet · You have (a pair of \w+|\w+ high)/);
  assert.match(await page.locator('[data-offer="bet-1"]').innerText(), /^Flop bet 1x\s+\$/);
  for (const box of await offers.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON())))
    assert.ok(box.bottom <= 1180 && box.right <= 820, `an offer is off a tablet held upright: ${JSON.stringify(box)}`);
  await page.setViewportSize({ width: 844, height: 390 });
  const felt = await page.locator('table-felt').boundingBox();
  assert.ok(felt && felt.width > 400, `the felt of a phone on its side is ${felt?.width} wide`);
  for (const box of await offers.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON())))
    assert.ok(box.bottom <= 390 && box.right <= 844, `an offer is off a phone on its side: ${JSON.stringify(box)}`);
});
