// The pit: every table live with its figures, and the floor's orders.

import { ask, order } from './api.js';
import { complain, h, need, refresh } from './dom.js';
import { mustSignIn } from './header.js';
import { resultCells } from './figures.js';
import { dollars, parseDollars } from './money.js';
import { showOpenTable } from './open-table.js';

/** @import { AsideTable, GameCard, Pit, PitTable, Standing, TableOrder } from '../wire.d.ts' */

const RENEWED_EVERY = 2000;

/**
 * @param {PitTable} line
 * @param {boolean} mayChange
 */
function row(line, mayChange) {
  const { table, figures } = line;
  return h(
    'tr',
    {},
    h(
      'th',
      { scope: 'row' },
      h('a', { href: `/table/${table.id}` }, table.name),
      h('br', {}),
      h('small', {}, `${table.game} · ${dollars(table.min)}–${dollars(table.max)} · ${table.standing}`),
      ...line.flags.map((flag) => h('span', { class: 'flag' }, flag)),
    ),
    h('td', {}, String(table.seats.length)),
    h('td', { class: 'number' }, String(figures.rounds)),
    h('td', { class: 'number' }, line.rounds_per_hour.toFixed(0)),
    h('td', { class: 'number' }, dollars(figures.drop)),
    h('td', { class: 'number' }, dollars(figures.handle)),
    ...resultCells(figures),
    h('td', {}, mayChange ? orders(line) : null),
  );
}

/** @param {PitTable} line */
function orders(line) {
  const { table } = line;
  const give = async (/** @type {Partial<TableOrder>} */ wanted) => {
    try {
      await order(`/tables/${table.id}/change`, {
        id: crypto.randomUUID(),
        standing: null,
        min: null,
        max: null,
        new_dealer: false,
        ...wanted,
      });
      await renew();
    } catch (fault) {
      complain(fault);
    }
  };
  const standing = (/** @type {Standing} */ to, /** @type {string} */ name) =>
    h(
      'button',
      {
        type: 'button',
        class: 'small',
        'data-focus': `${table.id}-${to}`,
        'aria-label': `${name} ${table.name}`,
        onclick: () => give({ standing: to }),
      },
      name,
    );
  const min = h('input', {
    inputmode: 'decimal',
    value: table.min / 100,
    'aria-label': `Least bet at ${table.name}, dollars`,
    'data-focus': `${table.id}-min`,
  });
  const max = h('input', {
    inputmode: 'decimal',
    value: table.max / 100,
    'aria-label': `Most at ${table.name}, dollars`,
    'data-focus': `${table.id}-max`,
  });
  return h(
    'form',
    {
      onsubmit: (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        give({ min: parseDollars(min.value), max: parseDollars(max.value) });
      },
    },
    table.standing === 'paused' ? standing('open', 'Open') : null,
    table.standing === 'open' ? standing('paused', 'Pause') : null,
    table.standing === 'closed' ? null : standing('closed', 'Close'),
    h(
      'button',
      {
        type: 'button',
        class: 'small',
        'aria-label': `New dealer at ${table.name}`,
        onclick: () => give({ new_dealer: true }),
      },
      'New dealer',
    ),
    min,
    max,
    h('button', { class: 'small', 'aria-label': `Limit the bets at ${table.name}` }, 'Limit'),
  );
}

/**
 * A table that could not go on: why, what lies on it, and how the floor voids its round.
 * @param {AsideTable} table
 * @param {boolean} orders whether the viewer may
 */
function putAside(table, orders) {
  const id = `void-${table.id}`;
  const clause = h('input', { id, maxlength: 200, required: true, 'data-focus': id });
  const form = h(
    'form',
    {
      class: 'row wrap',
      onsubmit: async (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        try {
          await order(`/tables/${table.id}/void`, { id: crypto.randomUUID(), clause: clause.value });
          clause.blur();
          await renew();
        } catch (fault) {
          complain(fault);
        }
      },
    },
    h('label', { for: id }, 'Void the round by clause or house rule'),
    clause,
    h('button', {}, 'Void'),
  );
  return h(
    'section',
    { class: 'card-box' },
    h('h3', {}, `${table.name} (${table.game})`),
    h('p', {}, `${table.reason}. ${dollars(Number(table.on_felt))} lies on the felt and is safe.`),
    orders ? form : null,
  );
}

let mayChange = false;

async function renew() {
  if (document.activeElement instanceof HTMLInputElement) return;
  const pit = /** @type {Pit} */ (await ask('/pit'));
  need('in-play', HTMLElement).textContent = `${dollars(Number(pit.in_play))} of the house bank is in play.`;
  const aside = need('aside', HTMLElement);
  aside.hidden = pit.aside.length === 0;
  refresh(aside, JSON.stringify(pit.aside), () => [
    h('h2', {}, 'Put aside'),
    ...pit.aside.map((table) => putAside(table, mayChange)),
  ]);
  refresh(need('tables', HTMLElement), JSON.stringify(pit.tables), () =>
    pit.tables.map((line) => row(line, mayChange)),
  );
}

async function start() {
  const me = await mustSignIn();
  mayChange = me.role === 'floor';
  await renew();
  setInterval(() => renew().catch(complain), RENEWED_EVERY);
  const form = need('open-table', HTMLFormElement);
  if (mayChange) showOpenTable(form, /** @type {GameCard[]} */ (await ask('/games')), false, renew, null);
  else form.replaceChildren('Only the floor opens tables.');
}

start().catch(complain);
