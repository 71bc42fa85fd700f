// The figures of a table as cells of a row.

import { h } from './dom.js';
import { average, percent, signed } from './money.js';

/** @import { TableFigures } from '../wire.d.ts' */

/**
 * Win, hold, and the win against what was to be expected.
 * @param {TableFigures} figures
 */
export function resultCells(figures) {
  const { win, hold, expected, sigma, z } = figures;
  return [
    h('td', { class: `number ${win >= 0 ? 'won' : 'lost'}` }, signed(win)),
    h('td', { class: 'number' }, hold === null ? '–' : percent(hold, 1)),
    h('td', { class: 'number' }, average(expected), h('small', {}, ` ± ${average(sigma)}`)),
    h('td', { class: 'number' }, z === null ? '–' : z.toFixed(2).replace('-', '−')),
  ];
}
