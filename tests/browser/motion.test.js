// Movement: short, skippable, and none for whoever asks for none.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { House, playOut, sitAlone, spot } from './house.js';

/** @import { Page } from 'playwright-core' */

/** @type {House} */
let house;
before(async () => {
  house = await House.open(4);
});
after(() => house.close());

/**
 * Plays a round while every movement that begins is written down: how long it takes with its delay.
 * @param {Page} page
 * @returns {Promise<number[]>}
 */
async function movements(page) {
  await page.addInitScript(() => {
    const own = Element.prototype.animate;
    /** @type {number[]} */
    const lengths = [];
    Object.assign(globalThis, { lengths });
    Element.prototype.animate = function animate(/** @type {any} */ frames, /** @type {any} */ options) {
      const animation = own.call(this, frames, options);
      const timing = animation.effect?.getComputedTiming();
      lengths.push(Number(timing?.endTime));
      return animation;
    };
  });
  await sitAlone(page, 'super-fun-21');
  await spot(page, 'main').click();
  await page.locator('.deal:enabled').click();
  await playOut(page, ['hit', 'stand', 'no-insurance']);
  return page.evaluate(() => /** @type {any} */ (globalThis).lengths);
}

test('cards and chips move, and none for longer than 300 milliseconds', async () => {
  const lengths = await movements(await house.guest({ reducedMotion: 'no-preference' }));
  assert.ok(lengths.length >= 4, `${lengths.length} movements`);
  assert.ok(Math.max(...lengths) < 300, `the longest takes ${Math.max(...lengths)} ms`);
});

test('nothing moves for whoever prefers reduced motion', async () => {
  assert.deepEqual(await movements(await house.guest({ reducedMotion: 'reduce' })), []);
});

test('a key ends every movement at once', async () => {
  const page = await house.guest({ reducedMotion: 'no-preference' });
  await sitAlone(page, 'super-fun-21');
  const left = await page.evaluate(async () => {
    const piece = document.querySelector('.brand');
    piece?.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 60000 });
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    return document
      .getAnimations()
      .filter((animation) => !(animation instanceof CSSAnimation || animation instanceof CSSTransition)).length;
  });
  assert.equal(left, 0);
});
