// Chips: drawn from above at a slant, in stacks of the fewest chips that make an amount.

import { dollars } from '../js/money.js';

/**
 * The denominations, dearest first: their worth in cents and what their class of color is called.
 * @type {{ cents: number, look: string }[]}
 */
export const CHIPS = [
  { cents: 100000, look: 'thousand' },
  { cents: 50000, look: 'five-hundred' },
  { cents: 10000, look: 'hundred' },
  { cents: 2500, look: 'twenty-five' },
  { cents: 500, look: 'five' },
  { cents: 100, look: 'one' },
  { cents: 50, look: 'fifty-cents' },
  { cents: 25, look: 'quarter' },
  { cents: 10, look: 'dime' },
  { cents: 5, look: 'nickel' },
  { cents: 1, look: 'cent' },
];

/** How far one chip of a stack lies above the next, and the flattening of its circle. */
const RISE = 6.5;
const FLAT = 0.72;
const TALLEST = 12;

/**
 * The chips of an amount, dearest first.
 * @param {number} cents
 */
export function change(cents) {
  const chips = [];
  let left = cents;
  for (const chip of CHIPS) {
    while (left >= chip.cents) {
      chips.push(chip);
      left -= chip.cents;
    }
  }
  return chips;
}

/**
 * A stack around the origin, its lowest chip there, as markup; radius 26.
 * @param {number} cents
 */
export function stackMarkup(cents) {
  const chips = change(cents);
  const shown = chips.slice(0, TALLEST);
  return shown
    .map(
      (chip, i) =>
        `<g transform="translate(0 ${(-i * RISE).toFixed(1)})" class="chip ${chip.look}">${slanted(i === shown.length - 1 ? chip.cents : 0)}</g>`,
    )
    .join('');
}

/** A free bet lammer: a chip without a worth of its own, marked for what it is. */
export function lammerMarkup() {
  return `<g class="chip lammer">${slanted(0)}<g transform="scale(1 ${FLAT})"><circle r="17" class="inlay"/><text y="1" class="worth">FREE</text></g></g>`;
}

/**
 * How high the stack of an amount is.
 * @param {number} cents
 */
export function stackHeight(cents) {
  return Math.min(change(cents).length, TALLEST) * RISE;
}

/**
 * A chip seen straight from above, for the rack, as markup in a box of 64 by 64 around the origin.
 * @param {number} cents
 */
export function faceMarkup(cents) {
  return `<circle r="30" class="body"/><g class="spots">${edgeSpots(30, 21, 1)}</g><circle r="29.5" class="rim"/>
    <circle r="19.5" class="inlay"/><circle r="16.5" class="ring"/><text y="1" class="worth">${label(cents)}</text>`;
}

/**
 * @param {number} cents The worth printed on it; 0 for a chip that lies under another.
 */
function slanted(cents) {
  const side = `<path class="body" d="M-26 0V5.5A26 ${26 * FLAT} 0 0 0 26 5.5V0Z"/>
    <path class="spots" d="M-22 ${10 * FLAT + 3}l7 5v6l-7-6zM-4 ${26 * FLAT}h8v5.5h-8zM22 ${10 * FLAT + 3}l-7 5v6l7-6z"/>
    <path class="edge" d="M-26 0V5.5A26 ${26 * FLAT} 0 0 0 26 5.5V0"/>`;
  const top = `<g transform="scale(1 ${FLAT})"><circle r="26" class="body"/><g class="spots">${edgeSpots(26, 18.5, 1)}</g><circle r="25.6" class="rim"/>
    ${cents ? `<circle r="17" class="inlay"/><circle r="14.5" class="ring"/><text y="1" class="worth">${label(cents)}</text>` : ''}</g>`;
  return side + top;
}

/**
 * Six marks along the edge.
 * @param {number} outer
 * @param {number} inner
 * @param {number} scale
 */
function edgeSpots(outer, inner, scale) {
  const marks = [];
  for (let i = 0; i < 6; i += 1) {
    const from = (i * Math.PI) / 3 - 0.2;
    const to = from + 0.4;
    const at = (/** @type {number} */ angle, /** @type {number} */ r) =>
      `${(Math.cos(angle) * r * scale).toFixed(1)} ${(Math.sin(angle) * r * scale).toFixed(1)}`;
    marks.push(`<path d="M${at(from, outer)}L${at(to, outer)}L${at(to, inner)}L${at(from, inner)}Z"/>`);
  }
  return marks.join('');
}

/** @param {number} cents */
function label(cents) {
  if (cents < 100) return `${cents}¢`;
  return cents >= 100000 ? `${cents / 100000}K` : dollars(cents).slice(1);
}
