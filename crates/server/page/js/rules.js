// The rules of a game: its sheet as the documents have it, its pay tables and what each wager costs.

import { addressed, ask } from './api.js';
import { complain, h, need } from './dom.js';
import './header.js';
import { shortName } from './money.js';
import { edgeTable, payTables } from './pay-tables.js';
import { sheetNodes } from './sheet.js';

/** @import { GameCard } from '../wire.d.ts' */

async function start() {
  const id = addressed();
  const games = /** @type {GameCard[]} */ (await ask('/games'));
  const game = games.find((one) => one.id === id);
  if (!game) {
    need('title', HTMLElement).textContent = 'Rules';
    need('sheet', HTMLElement).replaceChildren(
      h('ul', {}, ...games.map((one) => h('li', {}, h('a', { href: `/rules/${one.id}` }, one.name)))),
    );
    return;
  }
  document.title = `Rules of ${shortName(game.name)} · Croupier`;
  need('title', HTMLElement).textContent = game.name;
  need('edges', HTMLElement).replaceChildren(edgeTable(game), ...payTables(game.layout));
  need('sheet', HTMLElement).replaceChildren(
    ...sheetNodes(/** @type {string} */ (await ask(`/games/${id}/rules?format=markdown`))),
  );
}

start().catch(complain);
