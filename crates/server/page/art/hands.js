// Hand signals, drawn: what a player's hand shows over the felt, in a box of 44 by 44 around the origin.

/** A palm seen from above, fingers up. */
const PALM =
  'M-9 18C-13 10-15 4-15-2C-15-5-11-6-10-3L-8 3V-14C-8-18-3-18-3-14V-4V-17C-3-21 2-21 2-17V-4V-15C2-19 7-19 7-15V-3V-10C7-14 12-14 12-10V4C12 10 10 14 8 18Z';
/** A hand that points: the first finger out. */
const POINT = 'M-4 18C-9 13-11 8-11 3C-11 0-8-1-6 1L-4 3V-17C-4-21 2-21 2-17V-3C8-4 12-2 12 3C12 9 10 14 8 18Z';
/** Two fingers out. */
const TWO =
  'M-5 18C-10 13-12 8-12 3C-12 0-9-1-7 1L-5 3V-17C-5-21 0-21 0-17V-5L5-17C7-21 12-19 10-15L6-2C10-1 12 2 12 5C12 10 10 14 8 18Z';
/** Strokes beside a hand that say how it moves. */
const TAPS = 'M-16-16q-5 5 0 10M17-16q5 5 0 10';
const SWEEP = 'M-20-14H20M14-19L20-14L14-9';
const LINE = 'M-20 20H20';
const CHIPS = 'M14 16a6 3 0 1 0 12 0a6 3 0 1 0-12 0M14 12a6 3 0 1 0 12 0';
const NO = 'M-18-18L-8-8M-8-18L-18-8';
const PUSH = 'M0-22V-32M-5-27L0-32L5-27';
const PULL = 'M-18 12H-6M-12 6L-18 12L-12 18';

/** @type {Record<string, [string, string]>} */
const SIGNS = {
  hit: [POINT, TAPS],
  check: [POINT, TAPS],
  stand: [PALM, SWEEP],
  double: [POINT, CHIPS],
  split: [TWO, CHIPS],
  surrender: [POINT, LINE],
  insurance: [PALM, CHIPS],
  'no-insurance': [PALM, NO],
  'even-money': [POINT, ''],
  'take-blackjack': [POINT, PUSH],
  keep: [PALM, ''],
  fold: [PALM, PUSH],
  'let-it-ride': [PALM, CHIPS],
  'pull-back': [PALM, PULL],
};

/**
 * A hand that shows a wish; chips that are put down where nothing else is known of it.
 * @param {string} wish the word of an action, like `hit` or `bet-3x`
 */
export function handMarkup(wish) {
  const [hand, strokes] = SIGNS[wish] ?? [PALM, CHIPS];
  return `<path class="sign-hand" d="${hand}"/>${strokes ? `<path class="sign-stroke" d="${strokes}"/>` : ''}`;
}
