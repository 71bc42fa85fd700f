// The rules of a game: its sheet as the documents have it, its pay tables and what each wager costs.

import { limitsInWords } from '../felt/spots.js';
import { addressed, ask } from './api.js';
import { complain, h, need } from './dom.js';
import { house } from './header.js';
import { edgeTable, payTables } from './pay-tables.js';
import { sheetNodes } from './sheet.js';

/** @import { GameCard, Reports, TableCard } from '../wire.d.ts' */

/** How many lines of what the main game pays the quick start has. */
const PAYS_SHOWN = 3;

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
  document.title = `Rules of ${game.short_name} · ${house()}`;
  need('title', HTMLElement).textContent = game.name;
  showStart(game, /** @type {TableCard[]} */ (await ask('/tables')));
  need('edges', HTMLElement).replaceChildren(edgeTable(game), ...payTables(game.layout));
  showReports(game, /** @type {Reports} */ (await ask('/reports')));
  need('sheet', HTMLElement).replaceChildren(
    ...sheetNodes(/** @type {string} */ (await ask(`/games/${id}/rules?format=markdown`))),
  );
  showContents();
}

/**
 * What one needs to know to begin, and where to.
 * @param {GameCard} game
 * @param {TableCard[]} tables
 */
function showStart(game, tables) {
  const { main, side } = game.layout;
  const table = tables.find((one) => one.game === game.id && one.standing === 'open' && !one.private);
  const pays = main.pays.slice(0, PAYS_SHOWN).map((row) => `${row.name} ${row.pays}`);
  const section = need('start', HTMLElement);
  section.replaceChildren(
    h('p', { class: 'lead' }, game.object),
    h(
      'dl',
      { class: 'pairs' },
      h('dt', {}, main.name),
      h('dd', {}, limitsInWords(main)),
      ...side.flatMap((rule) => [h('dt', {}, rule.name), h('dd', {}, limitsInWords(rule))]),
      ...(pays.length > 0 ? [h('dt', {}, 'Pays'), h('dd', {}, pays.join(' · '))] : []),
    ),
    h(
      'p',
      { class: 'row' },
      h('a', { class: 'button primary', href: table ? `/table/${table.id}` : '/' }, table ? 'Play' : 'To the tables'),
    ),
  );
  section.hidden = false;
}

/** A list of all headings, each a link to its place. */
function showContents() {
  const headings = [...document.querySelectorAll('#reports h2, #sheet h2, #sheet h3')];
  headings.forEach((heading, place) => {
    heading.id ||= `part-${place}`;
  });
  const link = (/** @type {Element} */ heading) =>
    h('li', { class: heading.tagName.toLowerCase() }, h('a', { href: `#${heading.id}` }, heading.textContent ?? ''));
  const contents = need('contents', HTMLDetailsElement);
  contents.querySelector('nav')?.replaceChildren(h('ul', {}, ...headings.map(link)));
  contents.open = matchMedia('(min-width: 1000px)').matches;
  contents.hidden = false;
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
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
