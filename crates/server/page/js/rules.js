// The rules of a game: its sheet as the documents have it, its pay tables and what each wager costs.

import { addressed, ask } from './api.js';
import { complain, h, need } from './dom.js';
import './header.js';
import { edgeTable, payTables } from './pay-tables.js';
import { sheetNodes } from './sheet.js';

/** @import { GameCard, Reports } from '../wire.d.ts' */

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
  document.title = `Rules of ${game.short_name} · Croupier`;
  need('title', HTMLElement).textContent = game.name;
  need('edges', HTMLElement).replaceChildren(edgeTable(game), ...payTables(game.layout));
  showReports(game, /** @type {Reports} */ (await ask('/reports')));
  need('sheet', HTMLElement).replaceChildren(
    ...sheetNodes(/** @type {string} */ (await ask(`/games/${id}/rules?format=markdown`))),
  );
}

/**
 * The reports of the game as downloads. Making one takes a few seconds the first time in a day.
 * @param {GameCard} game
 * @param {Reports} reports
 */
function showReports(game, reports) {
  const section = need('reports', HTMLElement);
  const link = (/** @type {{ id: string, title: string }} */ kind, /** @type {string} */ format) =>
    h(
      'a',
      {
        href: `/api/v1/games/${game.id}/reports/${kind.id}?format=${format}`,
        download: '',
        'aria-label': `${kind.title} as ${formatName(format)}`,
      },
      formatName(format),
    );
  const line = (/** @type {{ id: string, title: string }} */ kind) =>
    h(
      'li',
      {},
      `${kind.title}: `,
      ...reports.formats.flatMap((format, place) => [place ? ', ' : '', link(kind, format)]),
    );
  section.append(h('ul', { class: 'reports' }, ...reports.kinds.map(line)));
  section.hidden = false;
}

/** @param {string} format */
function formatName(format) {
  return format === 'markdown' ? 'Markdown' : format.toUpperCase();
}

start().catch(complain);
