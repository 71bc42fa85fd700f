// Drills: decisions one got wrong, shown again as they stood, to be made again.

import { TableFelt } from '../felt/table-felt.js';
import { adviceWords } from './advice.js';
import { ask } from './api.js';
import { complain, h, need } from './dom.js';
import { mustSignIn } from './header.js';
import { average } from './money.js';
import { title } from './results.js';

/** @import { Drill, GameCard } from '../wire.d.ts' */

/**
 * @param {Drill[]} drills
 * @param {GameCard[]} games
 * @param {number} at
 */
function show(drills, games, at) {
  const holder = need('drill', HTMLElement);
  const drill = drills[at];
  if (!drill) {
    holder.replaceChildren(
      h(
        'p',
        { class: 'notice' },
        drills.length === 0 ? 'Nothing to drill: no decision of yours was wrong so far.' : 'That was all of them.',
      ),
      drills.length === 0
        ? h('a', { class: 'button', href: '/' }, 'To the lobby')
        : h('button', { onclick: () => show(drills, games, 0) }, 'Again'),
    );
    return;
  }
  const game = games.find((one) => one.id === drill.game);
  document.body.dataset.game = drill.game;
  const felt = h('table-felt', {});
  const answer = h('div', { class: 'answer', 'aria-live': 'polite' });
  const actions = [...new Set(drill.choices.map((choice) => choice.action))].sort();
  const offers = h(
    'div',
    { class: 'offers' },
    ...actions.map((action) =>
      h(
        'button',
        {
          class: 'primary',
          onclick: () => answer.replaceChildren(...verdict(drill, action, () => show(drills, games, at + 1))),
        },
        title(action),
      ),
    ),
  );
  const hand = drill.felt.hands.find(
    (view) => view.at.seat === drill.hand.seat && view.at.hand === drill.hand.hand && view.at.part === drill.hand.part,
  );
  holder.replaceChildren(
    h('h2', {}, `${game ? game.short_name : drill.game}: ${hand?.total ?? 'your hand'}`),
    h('p', { class: 'quiet' }, `${at + 1} of ${drills.length}. What is best?`),
    h('div', { class: 'drill-felt' }, felt),
    offers,
    answer,
  );
  if (felt instanceof TableFelt && game)
    felt.show({
      layout: game.layout,
      title: game.short_name,
      felt: drill.felt,
      seat: drill.hand.seat,
      slip: null,
      betting: false,
      sitting: false,
      chip: 0,
    });
}

/**
 * @param {Drill} drill
 * @param {string} action
 * @param {() => void} next
 */
function verdict(drill, action, next) {
  const made = drill.choices.filter((choice) => choice.action === action);
  const cost = Math.min(...made.map((choice) => choice.cost));
  const before = Math.min(
    ...drill.choices.filter((choice) => choice.action === drill.chosen).map((choice) => choice.cost),
  );
  return [
    ...adviceWords({
      hand: drill.hand,
      choices: drill.choices,
      chosen: action,
      cost,
      knows: `Then you chose to ${title(drill.chosen).toLowerCase()}, which cost ${average(Number.isFinite(before) ? before : 0)}.`,
    }),
    h(
      'p',
      { class: 'row' },
      h('button', { class: 'primary', onclick: next }, 'Next'),
      h('a', { href: `/round/${drill.round}` }, 'See the round'),
    ),
  ];
}

async function start() {
  await mustSignIn();
  const [drills, games] = await Promise.all([
    /** @type {Promise<Drill[]>} */ (ask('/drills')),
    /** @type {Promise<GameCard[]>} */ (ask('/games')),
  ]);
  show(drills, games, 0);
}

start().catch(complain);
