// The pit: every table live with its figures and the floor's actions, and those that were closed today.

import { ask, order } from './api.js';
import { newId } from './ids.js';
import { askFirst, complain, h, need, refresh } from './dom.js';
import { mustSignIn } from './header.js';
import { resultCells } from './figures.js';
import { dollars, parseDollars } from './money.js';
import { showOpenTable } from './open-table.js';

/** @import { AsideTable, GameCard, Night, NightTable, Pit, PitTable, Standing, TableOrder } from '../wire.d.ts' */

const RENEWED_EVERY = 2000;

/**
 * @param {PitTable} line
 * @param {boolean} mayChange
 */
function rows(line, mayChange) {
  const { table, figures } = line;
  const told = h(
    'tr',
    {},
    h(
      'th',
      { scope: 'row' },
      h('a', { href: `/table/${table.id}` }, table.name),
      h('br', {}),
      h('small', {}, `${table.game} · ${dollars(table.min)}–${dollars(table.max)} · ${table.standing}`),
      ...line.flags.map((flag) => h('span', { class: 'flag' }, flag)),
      ...line.called_out.map((said) => h('span', { class: 'flag' }, said)),
    ),
    h('td', {}, String(table.seats.length)),
    h('td', { class: 'number' }, String(figures.rounds)),
    h('td', { class: 'number' }, line.rounds_per_hour.toFixed(0)),
    h('td', { class: 'number' }, dollars(figures.drop)),
    h('td', { class: 'number' }, dollars(figures.handle)),
    ...resultCells(figures),
  );
  if (!mayChange) return [told];
  return [told, h('tr', { class: 'actions' }, h('td', { colspan: COLUMNS }, orders(line)))];
}

/** How many columns the table has. */
const COLUMNS = 10;

/**
 * A table that was closed today, with what it came to, to be opened again.
 * @param {NightTable} table
 * @param {boolean} mayChange
 */
function closedRow(table, mayChange) {
  const { figures } = table;
  const reopen = async () => {
    try {
      await order('/tables', {
        id: newId(),
        game: table.game,
        name: table.name,
        private: table.private,
        min: table.min,
        max: table.max,
        betting_ms: null,
        decision_ms: null,
      });
      await renew();
    } catch (fault) {
      complain(fault);
    }
  };
  return h(
    'tr',
    { class: 'closed' },
    h(
      'th',
      { scope: 'row' },
      h('a', { href: `/rounds?table=${table.id}` }, table.name),
      h('br', {}),
      h('small', {}, `${table.game} · ${dollars(table.min)}–${dollars(table.max)} · closed`),
    ),
    h(
      'td',
      {},
      mayChange
        ? h('button', { class: 'small', 'aria-label': `Reopen ${table.name}`, onclick: reopen }, 'Reopen')
        : null,
    ),
    h('td', { class: 'number' }, String(figures.rounds)),
    h('td', {}),
    h('td', { class: 'number' }, dollars(figures.drop)),
    h('td', { class: 'number' }, dollars(figures.handle)),
    ...resultCells(figures),
  );
}

/** @param {PitTable} line */
function orders(line) {
  const { table } = line;
  const give = async (/** @type {Partial<TableOrder>} */ wanted) => {
    try {
      await order(`/tables/${table.id}/change`, {
        id: newId(),
        standing: null,
        min: null,
        max: null,
        new_dealer: false,
        acknowledge: false,
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
        onclick: async () => {
          if (to !== 'closed' || (await mayClose(table.name))) give({ standing: to });
        },
      },
      name,
    );
  const min = h('input', {
    inputmode: 'decimal',
    value: table.min / 100,
    'aria-label': `Minimum at ${table.name}, dollars`,
    'data-focus': `${table.id}-min`,
  });
  const max = h('input', {
    inputmode: 'decimal',
    value: table.max / 100,
    'aria-label': `Maximum at ${table.name}, dollars`,
    'data-focus': `${table.id}-max`,
  });
  return h(
    'form',
    {
      onsubmit: (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        const wrong = [min, max].find((field) => parseDollars(field.value) === null);
        if (wrong) complain(`"${wrong.value}" is no amount of dollars: write it like 50 or 12.50.`);
        else give({ min: parseDollars(min.value), max: parseDollars(max.value) });
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
    line.called_out.length > 0
      ? h(
          'button',
          {
            type: 'button',
            class: 'small',
            'data-focus': `${table.id}-acknowledge`,
            'aria-label': `Acknowledge the hands called out at ${table.name}`,
            onclick: () => give({ acknowledge: true }),
          },
          'Acknowledge',
        )
      : null,
    h('span', { class: 'limits' }, 'Limits $', min, '–', max),
    h('button', { class: 'small', 'aria-label': `Set limits at ${table.name}` }, 'Set limits'),
  );
}

/**
 * Whether the floor really means to close a table.
 * @param {string} name
 */
function mayClose(name) {
  return askFirst(
    `Close ${name}?`,
    'The round in play is finished first. Then the shoe is revealed, the rack goes back to the bank and everybody gets up.',
    'Close the table',
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
          await order(`/tables/${table.id}/void`, { id: newId(), clause: clause.value });
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
/**
 * The tables closed today, asked for when one may have been closed.
 * @type {NightTable[]}
 */
let closed = [];
let open = '';

/** @param {PitTable[]} tables */
async function findClosed(tables) {
  const ids = tables.map((line) => line.table.id).join();
  if (ids === open) return;
  open = ids;
  const night = /** @type {Night} */ (await ask('/night'));
  closed = night.tables.filter((table) => table.closed);
}

async function renew() {
  if (document.activeElement instanceof HTMLInputElement) return;
  const pit = /** @type {Pit} */ (await ask('/pit'));
  await findClosed(pit.tables);
  need('in-play', HTMLElement).textContent = `Chip float: ${dollars(Number(pit.in_play))}`;
  const aside = need('aside', HTMLElement);
  aside.hidden = pit.aside.length === 0;
  refresh(aside, JSON.stringify(pit.aside), () => [
    h('h2', {}, 'Put aside'),
    ...pit.aside.map((table) => putAside(table, mayChange)),
  ]);
  refresh(need('tables', HTMLElement), JSON.stringify([pit.tables, closed]), () => [
    ...pit.tables.flatMap((line) => rows(line, mayChange)),
    ...closed.map((table) => closedRow(table, mayChange)),
  ]);
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
