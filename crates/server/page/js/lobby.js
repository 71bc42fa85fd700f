// The lobby: the games with what they cost, the tables with who sits there, and a table of one's own.

import '../art/cards.js';
import { ask, order } from './api.js';
import { complain, h, need, refresh } from './dom.js';
import { mustSignIn, whoAmI } from './header.js';
import { dollars } from './money.js';
import { showOpenTable } from './open-table.js';
import { awaited, edgeRow } from './pay-tables.js';

/** @import { GameCard, TableCard } from '../wire.d.ts' */

const RENEWED_EVERY = 4000;

/** @param {GameCard} game */
function gameTile(game) {
  const fan = FANS[game.layout.family] ?? [];
  return h(
    'li',
    { class: 'tile', 'data-game': game.id },
    h('div', { class: 'cards-fan', 'aria-hidden': 'true' }, ...fan.map((card) => h('playing-card', { card }))),
    h('h3', {}, game.short_name),
    h('p', { class: 'quiet' }, game.object),
    h(
      'table',
      {},
      h('caption', { class: 'visually-hidden' }, `House edges of ${game.short_name} with the best play`),
      h(
        'thead',
        {},
        h('tr', {}, h('th', { scope: 'col' }, 'Wager'), h('th', { scope: 'col', class: 'number' }, 'House edge')),
      ),
      h('tbody', {}, ...(game.edges.length > 0 ? game.edges.map(edgeRow) : [awaited(2)])),
    ),
    h(
      'p',
      {},
      h(
        'a',
        { href: `/rules/${game.id}`, 'aria-label': `Rules and pay tables of ${game.short_name}` },
        'Rules and pay tables',
      ),
    ),
  );
}

/** @type {Record<string, string[]>} */
const FANS = {
  'twenty-one': ['Ah', 'Ks'],
  stud: ['Ks', 'Kh', 'Qd', 'Jc', 'Ts'],
  baccarat: ['9h', 'Kd', '6c', '3s'],
  'single-card': ['4c', '9d', 'Kh'],
};

/**
 * Makes an account for this visit and goes to the table, to be seated at once.
 * @param {MouseEvent & { currentTarget: HTMLAnchorElement }} event
 */
function playAsGuest(event) {
  event.preventDefault();
  const table = new URL(event.currentTarget.href);
  table.searchParams.set('play', '');
  order('/guest').then(() => location.assign(table), complain);
}

/**
 * @param {TableCard} table
 * @param {GameCard | undefined} game
 * @param {boolean} stranger whether the viewer has not signed in
 */
function tableTile(table, game, stranger) {
  const taken = new Map(table.seats.map((seat) => [seat.seat, seat.name]));
  const seats = Array.from({ length: game?.layout.seats ?? taken.size }, (_, i) => i + 1);
  const free = seats.length - taken.size;
  return h(
    'li',
    { class: 'tile', 'data-game': table.game },
    h('h3', {}, table.name),
    h(
      'p',
      { class: 'quiet' },
      `${game ? game.short_name : table.game} · ${dollars(table.min)} to ${dollars(table.max)}${table.private ? ' · private' : ''}`,
    ),
    h(
      'ul',
      { class: 'seats', 'aria-label': `Seats: ${free} free` },
      ...seats.map((seat) =>
        taken.has(seat) ? h('li', { class: 'taken' }, taken.get(seat) ?? '') : h('li', {}, String(seat)),
      ),
    ),
    h(
      'div',
      { class: 'row' },
      h(
        'small',
        {},
        `${table.standing === 'open' ? `${free} free` : table.standing}${table.spectators > 0 ? ` · ${table.spectators} watching` : ''}`,
      ),
      h(
        'a',
        {
          class: 'button primary small',
          href: `/table/${table.id}${table.code ? `?code=${table.code}` : ''}`,
          'data-focus': table.id,
          'aria-label': `Play at ${table.name}`,
          onclick: stranger ? playAsGuest : undefined,
        },
        'Play',
      ),
    ),
  );
}

async function start() {
  const readGames = () => /** @type {Promise<GameCard[]>} */ (ask('/games'));
  const showGames = () => refresh(need('games', HTMLElement), JSON.stringify(games), () => games.map(gameTile));
  let [games, me] = await Promise.all([readGames(), whoAmI()]);
  showGames();
  showOpenTable(
    need('open-table', HTMLFormElement),
    games,
    true,
    async (table) => {
      location.assign(`/table/${table.id}${table.code ? `?code=${table.code}` : ''}`);
    },
    me ? null : mustSignIn,
  );
  const renew = async () => {
    // A house that has just opened is still solving some of its games.
    if (games.some((game) => game.edges.length === 0)) {
      games = await readGames();
      showGames();
    }
    const tables = /** @type {TableCard[]} */ (await ask('/tables'));
    const open = tables.filter((table) => table.standing !== 'closed');
    refresh(need('tables', HTMLElement), JSON.stringify(open), () =>
      open.map((table) =>
        tableTile(
          table,
          games.find((game) => game.id === table.game),
          me === null,
        ),
      ),
    );
  };
  await renew();
  setInterval(() => renew().catch(complain), RENEWED_EVERY);
}

start().catch(complain);
