// What the coach says: the exact worth of each choice, best first, and what a mistake costs.

import { h } from './dom.js';
import { average, dollars } from './money.js';
import { title } from './results.js';

/** @import { Advice } from '../wire.d.ts' */

/**
 * @param {Advice} advice
 * @returns {Node[]}
 */
export function adviceWords(advice) {
  const best = advice.choices[0];
  const verdict = !advice.chosen ? null : advice.cost < 0.05
    ? h('p', { class: 'good', role: 'status' }, `${title(advice.chosen)} is best.`)
    : h('p', { class: 'bad', role: 'status' }, `${title(advice.chosen)} costs ${average(advice.cost)} on average; ${best ? title(best.action).toLowerCase() : 'another choice'} is better.`);
  return [
    ...(verdict ? [verdict] : []),
    h('table', { class: 'choices' }, h('thead', {}, h('tr', {}, ...['Choice', 'Worth', 'Costs'].map((column) => h('th', { scope: 'col' }, column)))),
      h('tbody', {}, ...advice.choices.map((choice) => h('tr', { class: choice.cost === 0 ? 'best' : null },
        h('th', { scope: 'row' }, title(choice.action), choice.amount > 0 ? ` ${dollars(choice.amount)}` : ''),
        h('td', { class: 'number' }, average(choice.ev)), h('td', { class: 'number' }, choice.cost === 0 ? 'best' : average(choice.cost)))))),
    h('p', { class: 'quiet' }, advice.knows),
  ];
}
