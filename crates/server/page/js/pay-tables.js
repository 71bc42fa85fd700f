// What is paid and what it costs, as tables.

import { limitsInWords } from '../felt/spots.js';
import { h } from './dom.js';
import { dollars, percent } from './money.js';

/** @import { Edge, GameCard, Layout, SpotRule } from '../wire.d.ts' */

/**
 * Every pay table, and the most that is paid below them.
 * @param {Layout} layout
 */
export function payTables(layout) {
  const table = (/** @type {SpotRule} */ rule) =>
    h(
      'table',
      {},
      h('caption', {}, `${rule.name}: ${limitsInWords(rule)}`),
      h(
        'tbody',
        {},
        ...rule.pays.map((row) =>
          h('tr', {}, h('th', { scope: 'row' }, row.name), h('td', { class: 'number' }, row.pays)),
        ),
      ),
    );
  const limits = layout.payout_limits.map((limit) => h('p', { class: 'payout-limit' }, limit));
  return [...[layout.main, ...layout.side].map(table), ...limits];
}

/**
 * One wager with the house's edge on it, exactly.
 * @param {Edge} edge
 */
export function edgeRow(edge) {
  return h(
    'tr',
    {},
    h('th', { scope: 'row' }, edge.name),
    h(
      'td',
      { class: 'number' },
      percent(edge.house_edge),
      edge.ev_exact ? h('small', {}, ` (${edge.ev_exact.replace('-', '')})`) : null,
      edge.break_even_cents ? h('small', {}, `; none with ${dollars(edge.break_even_cents)} on the meter`) : null,
    ),
  );
}

/**
 * What stands in the place of edges that are still being computed.
 * @param {number} columns
 */
export function awaited(columns) {
  return h('tr', {}, h('td', { colspan: columns, class: 'quiet' }, 'Being computed …'));
}

/** @param {GameCard} game */
export function edgeTable(game) {
  return h(
    'table',
    {},
    h('caption', {}, 'What each wager costs with the best play'),
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        h('th', { scope: 'col' }, 'Wager'),
        h('th', { scope: 'col', class: 'number' }, 'House edge'),
        h('th', { scope: 'col', class: 'number' }, 'Standard deviation'),
      ),
    ),
    h(
      'tbody',
      {},
      ...(game.edges.length === 0 ? [awaited(3)] : []),
      ...game.edges.map((edge) => {
        const row = edgeRow(edge);
        row.append(h('td', { class: 'number' }, edge.sd.toFixed(3)));
        return row;
      }),
    ),
  );
}
