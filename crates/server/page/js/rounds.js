// The browser of rounds, for auditors and the floor.

import { ask } from './api.js';
import { complain, h, need } from './dom.js';
import { mustSignIn } from './header.js';
import { dollars, signed } from './money.js';

/** @import { FoundRound, RoundsPage, TableCard } from '../wire.d.ts' */

const FIELDS = ['table', 'person', 'day'];

/** @param {FoundRound} round */
function row(round) {
  const when = new Date(round.began);
  const result = round.voided ? 'voided' : round.ended === null ? 'in play' : signed(round.house_net);
  return h(
    'tr',
    {},
    h('td', {}, h('time', { datetime: when.toISOString() }, when.toLocaleString())),
    h('td', {}, round.table_name, h('br', {}), h('small', {}, round.game)),
    h('td', { class: 'roomy' }, round.players.join(', ')),
    h('td', { class: 'number' }, dollars(round.wagered)),
    h('td', { class: 'number' }, result),
    h(
      'td',
      {},
      h('a', { href: `/round/${round.id}`, 'aria-label': `Open the round of ${when.toLocaleString()}` }, 'Open'),
    ),
  );
}

/** @param {string} id */
const field = (id) => {
  const found = document.getElementById(id);
  if (found instanceof HTMLInputElement || found instanceof HTMLSelectElement) return found;
  throw new Error(`The page has no field ${id}.`);
};

/** What is looked for, as it stands in the form. */
function wanted() {
  const query = new URLSearchParams();
  for (const id of FIELDS) if (field(id).value) query.set(id, field(id).value.trim());
  return query;
}

/** The tables that are open; one that is closed is named in the address, as the night's report does. */
async function listTables() {
  const tables = /** @type {TableCard[]} */ (await ask('/tables'));
  const options = tables.map((table) => h('option', { value: table.id }, `${table.name} (${table.game})`));
  field('table').append(...options);
}

async function start() {
  await mustSignIn();
  await listTables();
  const asked = new URLSearchParams(location.search);
  for (const id of FIELDS) {
    const value = asked.get(id) ?? '';
    if (id === 'table' && value && ![...field(id).querySelectorAll('option')].some((one) => one.value === value))
      field(id).append(h('option', { value }, value));
    field(id).value = value;
  }
  const older = need('older', HTMLButtonElement);
  /** @type {number | null} */
  let before = null;
  const more = async () => {
    const query = wanted();
    if (before !== null) query.set('before', String(before));
    const page = /** @type {RoundsPage} */ (await ask(`/rounds?${query}`));
    need('rounds', HTMLElement).append(...page.rounds.map(row));
    need('none', HTMLElement).hidden = need('rounds', HTMLElement).childElementCount > 0;
    before = page.older;
    older.hidden = before === null;
  };
  const find = async () => {
    before = null;
    need('rounds', HTMLElement).replaceChildren();
    await more();
  };
  older.addEventListener('click', () => more().catch(complain));
  need('search', HTMLFormElement).addEventListener('submit', (event) => {
    event.preventDefault();
    const id = field('round').value.trim();
    if (id) {
      location.href = `/round/${encodeURIComponent(id)}`;
      return;
    }
    history.replaceState(null, '', `?${wanted()}`);
    find().catch(complain);
  });
  await find();
}

start().catch(complain);
