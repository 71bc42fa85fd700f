// What the coach says: the exact worth of each choice, best first, what a mistake costs, and the chances behind it.

import { h } from './dom.js';
import { average, dollars } from './money.js';
import { title } from './results.js';

/** @import { Advice } from '../wire.d.ts' */

/** @typedef {Pick<Advice, 'choices' | 'chosen' | 'cost' | 'knows'> & { why?: string[] }} Counsel */

/**
 * What the coach thinks of the choice made, in a sentence; null before it.
 * @param {Counsel} advice
 */
export function verdictOf(advice) {
  if (!advice.chosen) return null;
  const best = advice.choices[0];
  if (advice.cost < 0.05) return { good: true, words: `${title(advice.chosen)} was best.` };
  const better = best ? title(best.action).toLowerCase() : 'another choice';
  return {
    good: false,
    words: `${title(advice.chosen)} cost ${average(advice.cost)} on average; ${better} was better.`,
  };
}

/**
 * @param {Counsel} advice
 * @returns {Node[]}
 */
export function adviceWords(advice) {
  const verdict = verdictOf(advice);
  return [
    ...(verdict ? [h('p', { class: verdict.good ? 'good' : 'bad', role: 'status' }, verdict.words)] : []),
    h(
      'table',
      { class: 'choices' },
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          ...['Choice', 'Worth', 'Costs'].map((column, i) =>
            h('th', { scope: 'col', class: i > 0 ? 'number' : null }, column),
          ),
        ),
      ),
      h(
        'tbody',
        {},
        ...advice.choices.map((choice) =>
          h(
            'tr',
            { class: choice.cost === 0 ? 'best' : null },
            h('th', { scope: 'row' }, title(choice.action), choice.amount > 0 ? ` ${dollars(choice.amount)}` : ''),
            h('td', { class: 'number' }, average(choice.ev)),
            h('td', { class: 'number' }, choice.cost === 0 ? 'best' : average(choice.cost)),
          ),
        ),
      ),
    ),
    ...(advice.why?.length ? [h('p', { class: 'reasons' }, advice.why.join(' '))] : []),
    h('p', { class: 'quiet' }, advice.knows),
  ];
}
