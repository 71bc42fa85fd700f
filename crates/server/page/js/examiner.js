// For examiners: every dealer with their weak clauses and records, and tests to set.

import { ask, order } from './api.js';
import { complain, h, need, remark } from './dom.js';
import { mustSignIn } from './header.js';

/** @import { DealerCard, GameCard } from '../wire.d.ts' */

async function showDealers() {
  const dealers = /** @type {DealerCard[]} */ (await ask('/school/dealers'));
  need('dealers', HTMLElement).replaceChildren(
    ...(dealers.length > 0
      ? dealers.map(dealerBox)
      : [h('p', { class: 'notice' }, 'Nobody has dealt in the school yet.')]),
  );
}

/** @param {DealerCard} dealer */
function dealerBox(dealer) {
  return h(
    'section',
    { class: 'card-box', 'aria-label': dealer.name, 'data-dealer': dealer.name },
    h('h3', {}, dealer.name),
    h(
      'p',
      {},
      `${dealer.rounds} rounds, ${dealer.moves} moves, ${dealer.errors} errors; ${dealer.answers} questions answered, ${dealer.wrong} wrong.`,
    ),
    dealer.weak.length > 0 ? h('h4', {}, 'Weak clauses') : null,
    h(
      'ul',
      {},
      ...dealer.weak.map((weak) =>
        h('li', {}, `${weak.times}× ${weak.at} `, h('small', {}, `${weak.game}, ${weak.clause}`)),
      ),
    ),
    ...dealer.unfinished.map((test) =>
      h(
        'p',
        { class: 'verdict error' },
        `Begun and not ended: ${test.begun} of ${test.rounds * test.games.length} rounds dealt (${test.games.join(', ')}), set by ${test.examiner}.`,
      ),
    ),
    ...dealer.records.map((record) =>
      h(
        'p',
        {},
        h(
          'a',
          { class: 'alone', href: `/api/v1/school/records/${record.hash}` },
          `${new Date(record.ended).toLocaleDateString()}: ${record.passed ? 'passed' : 'not passed'}, ${record.errors} errors (${record.games.join(', ')})`,
        ),
        ' ',
        h('a', { class: 'alone', href: `/api/v1/school/records/${record.hash}?format=pdf` }, 'PDF'),
      ),
    ),
  );
}

/** @param {GameCard[]} games */
function testForm(games) {
  const field = (
    /** @type {string} */ id,
    /** @type {string} */ words,
    /** @type {Record<string, string | number>} */ more,
  ) => [h('label', { for: id }, words), h('input', { id, ...more })];
  const boxes = games.map((game) =>
    h(
      'span',
      { class: 'row' },
      h('input', { type: 'checkbox', id: `game-${game.id}`, value: game.id, name: 'games' }),
      h('label', { for: `game-${game.id}` }, game.short_name),
    ),
  );
  const form = h(
    'form',
    { class: 'test-form' },
    ...field('dealer', 'Dealer', { type: 'text', required: '' }),
    h('fieldset', { class: 'row wrap' }, h('legend', {}, 'Games'), ...boxes),
    ...field('rounds', 'Rounds of each', { type: 'number', min: 1, max: 20, value: 2 }),
    ...field('seats', 'Players', { type: 'number', min: 1, max: 7, value: 3 }),
    ...field('errors', 'Errors allowed in all', { type: 'number', min: 0, value: 2 }),
    ...field('seconds', 'Seconds allowed in all; empty for no limit', { type: 'number', min: 1 }),
    h('button', { class: 'primary' }, 'Set the test'),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    setTest(form).catch(complain);
  });
  return form;
}

/** @param {HTMLFormElement} form */
async function setTest(form) {
  const value = (/** @type {string} */ id) => need(id, HTMLInputElement).value;
  const games = [...form.querySelectorAll('input[name="games"]:checked')].map((box) => box.getAttribute('value'));
  await order('/school/tests', {
    dealer: value('dealer'),
    games,
    rounds: Number(value('rounds')),
    seats: Number(value('seats')),
    errors_max: Number(value('errors')),
    seconds_max: value('seconds') === '' ? null : Number(value('seconds')),
  });
  remark(`The test waits for ${value('dealer')} in the school.`);
}

async function start() {
  await mustSignIn();
  const games = /** @type {GameCard[]} */ (await ask('/games'));
  need('set-test', HTMLElement).replaceChildren(testForm(games));
  await showDealers();
}

start().catch(complain);
