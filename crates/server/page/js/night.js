// The end-of-night report: what each table came to in a gaming day.

import { ask } from './api.js';
import { complain, h, need } from './dom.js';
import { resultCells } from './figures.js';
import { mustSignIn } from './header.js';
import { dollars, signed } from './money.js';

/** @import { Night, TableFigures } from '../wire.d.ts' */

/**
 * @param {Node | string} name
 * @param {TableFigures} figures
 */
function row(name, figures) {
  return h(
    'tr',
    {},
    h('th', { scope: 'row' }, name),
    h('td', { class: 'number' }, `${figures.rounds}${figures.voided ? ` (${figures.voided} voided)` : ''}`),
    h('td', { class: 'number' }, dollars(figures.drop)),
    h('td', { class: 'number' }, dollars(figures.sold)),
    h('td', { class: 'number' }, dollars(figures.handle)),
    ...resultCells(figures),
    h('td', { class: 'number' }, dollars(figures.fills)),
    h('td', { class: 'number' }, dollars(figures.credits)),
    h('td', { class: 'number' }, signed(figures.corrections)),
  );
}

/** @param {URLSearchParams} query */
async function show(query) {
  const night = /** @type {Night} */ (await ask(`/night?${query}`));
  const time = (/** @type {number} */ at) => new Date(at).toISOString().slice(0, 16).replace('T', ' ');
  need('day', HTMLInputElement).value = night.day;
  need('span', HTMLElement).textContent = `${time(night.from)} to ${time(night.until)}, universal time.`;
  need('tables', HTMLElement).replaceChildren(
    ...night.tables.map((table) =>
      row(
        h(
          'span',
          {},
          h('a', { href: `/rounds?table=${table.id}&day=${night.day}` }, table.name),
          h('br', {}),
          h('small', {}, `${table.game}${table.closed ? ' · closed' : ''}`),
        ),
        table.figures,
      ),
    ),
  );
  need('house', HTMLElement).replaceChildren(row('All tables', night.house));
}

async function start() {
  await mustSignIn();
  const asked = new URLSearchParams(location.search);
  const start = asked.get('start') ?? '00:00';
  need('start', HTMLInputElement).value = start;
  await show(asked);
  need('choose', HTMLFormElement).addEventListener('submit', (event) => {
    event.preventDefault();
    const query = new URLSearchParams({
      day: need('day', HTMLInputElement).value,
      start: need('start', HTMLInputElement).value,
    });
    history.replaceState(null, '', `?${query}`);
    show(query).catch(complain);
  });
}

start().catch(complain);
