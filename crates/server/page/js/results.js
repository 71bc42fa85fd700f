// What a hand came to, wager by wager, each with the clause that settled it.

import { h } from './dom.js';
import { dollars, signed } from './money.js';
import { cardName } from '../art/glyphs.js';
import { handWords } from '../felt/pieces.js';

/** @import { HandView, WagerView } from '../wire.d.ts' */

/**
 * @param {HandView} hand
 * @param {string} [owner]
 */
export function resultTable(hand, owner = 'You') {
  const which = handWords(hand.at) ? `, ${handWords(hand.at)}` : '';
  return h(
    'div',
    { class: `hand-words${owner === 'You' ? ' you' : ''}` },
    h(
      'p',
      {},
      h('b', {}, `${owner}${which}: `),
      hand.total ?? '',
      ' ',
      h('small', {}, hand.cards.map(cardName).join(', ')),
    ),
    h(
      'table',
      {},
      h(
        'thead',
        { class: 'visually-hidden' },
        h('tr', {}, ...['Wager', 'Stake', 'Outcome', 'Result'].map((column) => h('th', { scope: 'col' }, column))),
      ),
      h('tbody', {}, ...hand.wagers.map((wager, i) => wagerRow(wager, hand.wagers[i - 1]))),
    ),
  );
}

/**
 * A word of the wire for a person: "no-insurance" is "No insurance".
 * @param {string} action
 */
export function title(action) {
  const plain = action.replace(/-/g, ' ');
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

/**
 * @param {WagerView} wager
 * @param {WagerView | undefined} before the wager in the row above
 */
function wagerRow(wager, before) {
  const { ended } = wager;
  const clause = ended?.clause && ended.clause === before?.ended?.clause ? 'as above' : ended?.clause;
  const tone = !ended ? '' : ended.net > 0 ? 'won' : ended.net < 0 ? 'lost' : 'push';
  return h(
    'tr',
    { class: tone },
    h('th', { scope: 'row' }, wager.name),
    h('td', { class: 'number' }, wager.free ? `free ${dollars(wager.free)}` : dollars(wager.stake)),
    h('td', {}, ended ? title(ended.outcome) : 'In play', clause ? h('small', { class: 'clause' }, clause) : null),
    h('td', { class: 'number net' }, ended ? signed(ended.net) : ''),
  );
}
