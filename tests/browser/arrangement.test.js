// Any layout makes a sensible felt: spots do not cover each other, seats do not, and all of it lies on the cloth.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { House, playOut, sitAlone, spot } from './house.js';

/** @type {House} */
let house;
before(async () => {
  house = await House.open();
});
after(() => house.close());

test('spots and seats keep apart on every felt of the house', async () => {
  const page = await house.visitor();
  await page.goto('/');
  const faults = await page.evaluate(async () => {
    const { arrange, on } = await import(/** @type {any} */ ('/felt/arrange.js'));
    const games = await (await fetch('/api/v1/games')).json();
    /** @type {any[]} */
    const layouts = games.map((/** @type {any} */ game) => [game.id, game.layout]);
    const wrong = [];
    for (const [name, layout] of layouts) {
      for (const wide of [true, false]) {
        for (const mine of [null, 1, Math.ceil(layout.seats / 2), layout.seats]) {
          const at = arrange(layout, { wide, mine, taken: [1, 2].filter((seat) => seat <= layout.seats), hands: 1 });
          const where = `${name}, ${wide ? 'wide' : 'tall'}, seat ${mine}`;
          const circles = at.seats
            .filter((/** @type {any} */ seat) => !seat.compact)
            .flatMap((/** @type {any} */ seat) =>
              at.spots.map((/** @type {any} */ spot) => ({
                ...on(seat, seat.hands[0], spot.x, spot.y),
                r: spot.r,
                label: `${spot.id} of ${seat.seat}`,
              })),
            );
          for (const one of circles) {
            const r = one.r * one.scale;
            if (one.x - r < 0 || one.y - r < 0 || one.x + r > at.width || one.y + r > at.height)
              wrong.push(`${where}: ${one.label} is off the table`);
            for (const other of circles) {
              if (one.label >= other.label) continue;
              const gap = Math.hypot(one.x - other.x, one.y - other.y) - r - other.r * other.scale;
              if (gap < -1) wrong.push(`${where}: ${one.label} covers ${other.label} by ${(-gap).toFixed(1)}`);
            }
          }
        }
      }
    }
    return wrong;
  });
  assert.deepEqual(faults, []);
});

test("the labels of one's own spots can be read on a small laptop", async () => {
  for (const game of ['nh21-plus', 'nh-holdem', 'ultimate-texas-holdem', 'baccarat']) {
    const page = await house.guest({ viewport: { width: 1280, height: 720 } });
    await sitAlone(page, game);
    const sizes = await page.locator('.spot.mine .label, .labels .label').evaluateAll((labels) =>
      labels.map((label) => {
        const { a, b } = /** @type {SVGTextElement} */ (label).getScreenCTM() ?? new DOMMatrix();
        return { words: label.textContent, pixels: Number(label.getAttribute('font-size')) * Math.hypot(a, b) };
      }),
    );
    assert.ok(sizes.length > 1, `${game} has spots`);
    for (const { words, pixels } of sizes)
      assert.ok(pixels >= 8.5, `${game}: "${words}" is ${pixels.toFixed(1)} pixels high`);
  }
});

test('a chip raises a spot to the least, by its steps, and never over the most', async () => {
  const page = await house.visitor();
  await page.goto('/');
  const amounts = await page.evaluate(async () => {
    const { raised, lowered } = await import(/** @type {any} */ ('/js/slip.js'));
    const free = { id: 'main', name: 'Ante', min: 500, max: 1000, step: 100, amounts: [], pays: [] };
    const fixed = { ...free, amounts: [200, 400, 500, 1000] };
    return [
      raised(free, 0, 100),
      raised(free, 500, 100),
      raised(free, 900, 500),
      lowered(free, 600, 100),
      lowered(free, 500, 100),
      raised(fixed, 0, 100),
      raised(fixed, 200, 100),
      raised(fixed, 1000, 500),
      lowered(fixed, 500, 100),
      lowered(fixed, 200, 100),
    ];
  });
  assert.deepEqual(amounts, [500, 600, 1000, 500, 0, 200, 400, 1000, 400, 0]);
});

test('nothing on the felt moves from one phase of a round to the next', async () => {
  const page = await house.guest({ viewport: { width: 1280, height: 800 } });
  await sitAlone(page, 'nh21-plus');
  const ante = async () => {
    const box = await page.locator('.spot.main.mine').boundingBox();
    return box ? [Math.round(box.x), Math.round(box.y), Math.round(box.width)] : null;
  };
  const first = await ante();
  assert.ok(first);
  for (let round = 0; round < 3; round += 1) {
    await spot(page, 'main').click();
    await spot(page, 'up-match').click();
    assert.deepEqual(await ante(), first, 'bets are placed');
    await page.locator('.deal:enabled').click();
    await page.waitForTimeout(400);
    assert.deepEqual(await ante(), first, 'cards are dealt');
    await playOut(page, ['no-insurance', 'hit', 'stand']);
    assert.deepEqual(await ante(), first, 'the round is over');
  }
  // Print that is too small to read is left out; what is there can be read.
  const small = await page.evaluate(() =>
    [...document.querySelectorAll('table-felt .print.row, table-felt .spot:not(.mine) .label')]
      .filter((text) => getComputedStyle(text).display !== 'none')
      .map((text) => {
        const matrix = /** @type {SVGTextElement} */ (text).getScreenCTM();
        return parseFloat(getComputedStyle(text).fontSize) * Math.hypot(matrix?.a ?? 0, matrix?.b ?? 0);
      })
      .filter((size) => size < 5),
  );
  assert.deepEqual(small, []);
});

test('bets of the last round that the chips do not cover are not made, and the player is told', async () => {
  const page = await house.visitor();
  await page.goto('/');
  const said = await page.evaluate(async () => {
    const { Slip } = await import(/** @type {any} */ ('/js/slip.js'));
    const main = { id: 'main', name: 'Ante', min: 500, max: 1000, step: 100, amounts: [], pays: [] };
    const slip = new Slip({ main, side: [], multiples: [], riding: [], main_required: true });
    slip.dealt([{ main: 1000, multiples: [], side: {} }]);
    return [slip.repeat(900), slip.total, slip.repeat(1000), slip.total];
  });
  assert.deepEqual(said, ['The last bets were $10; you have $9. Buy chips, or bet less.', 0, null, 1000]);
});
