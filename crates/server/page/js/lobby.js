// The lobby: the games with what they cost, the tables with who sits there, and a table of one's own.

import '../art/cards.js';
import { ask, order } from './api.js';
import { clothOf } from './cloth.js';
import { complain, h, need, refresh } from './dom.js';
import { mustSignIn, whoAmI } from './header.js';
import { FAMILIES, LobbyFilter } from './lobby-filter.js';
import { dollars } from './money.js';
import { showOpenTable } from './open-table.js';
import { awaited, edgeRow } from './pay-tables.js';

/** @import { GameCard, TableCard } from '../wire.d.ts' */

const RENEWED_EVERY = 4000;

/** @param {GameCard} game */
function gameTile(game) {
  const fan = FAMILIES[game.layout.family]?.fan ?? [];
  return h(
    'li',
    { class: 'tile', 'data-game': game.id, 'data-cloth': clothOf(game.id) },
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
    { class: 'tile', 'data-game': table.game, 'data-cloth': clothOf(table.game) },
    h('h3', {}, table.name),
    h(
      'p',
      { class: 'quiet' },
      [
        table.name !== game?.short_name && (game?.short_name ?? table.game),
        `${dollars(table.min)} to ${dollars(table.max)}`,
        table.private && 'private',
      ]
        .filter(Boolean)
        .join(' · '),
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
  let [games, tables, me] = await Promise.all([readGames(), readTables(), whoAmI()]);
  const show = () => {
    refresh(need('games', HTMLElement), filter.key + JSON.stringify(games), () =>
      games.filter((game) => filter.admits(game)).map(gameTile),
    );
    const open = tables.filter((table) => table.standing !== 'closed');
    refresh(need('tables', HTMLElement), filter.key + JSON.stringify(open), () =>
      open
        .map((table) => ({ table, game: games.find((game) => game.id === table.game) }))
        .filter(({ table, game }) => filter.admits(game, table.name))
        .map(({ table, game }) => tableTile(table, game, me === null)),
    );
  };
  const filter = new LobbyFilter(need('find', HTMLElement), games, show);
  show();
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
    if (games.some((game) => game.edges.length === 0)) games = await readGames();
    tables = await readTables();
    show();
  };
  setInterval(() => renew().catch(complain), RENEWED_EVERY);
}

/** @returns {Promise<TableCard[]>} */
function readTables() {
  return ask('/tables');
}

start().catch(complain);
