// The spots of a layout and what lies on them.

import { dollars } from '../js/money.js';

/** @import { HandBet, Layout, SpotRule } from '../wire.d.ts' */

/**
 * What lies on a spot of a bet.
 * @param {HandBet | undefined} bet
 * @param {string} id
 */
export function amountOn(bet, id) {
  if (!bet) return 0;
  if (id === 'main') return bet.main;
  return bet.multiples.includes(id) ? bet.main : (bet.side[id] ?? 0);
}

/**
 * @param {Layout} layout
 * @param {string} id
 * @returns {SpotRule | undefined}
 */
export function ruleOf(layout, id) {
  return id === 'main' ? layout.main : layout.side.find((rule) => rule.id === id);
}

/** @param {SpotRule} rule */
export function limitsInWords(rule) {
  if (rule.amounts.length > 0) return rule.amounts.map(dollars).join(', ');
  return `${dollars(rule.min)} to ${dollars(rule.max)}`;
}
