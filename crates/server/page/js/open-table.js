// The form that opens a table: a private one for anybody, any for the floor.

import { order } from './api.js';
import { newId } from './ids.js';
import { complain, h } from './dom.js';
import { dollars, parseDollars } from './money.js';

/** @import { GameCard, NewTable, TableCard } from '../wire.d.ts' */

/**
 * @param {HTMLFormElement} form
 * @param {GameCard[]} games
 * @param {boolean} secret whether the table is always a private one
 * @param {(table: TableCard) => Promise<void>} opened
 * @param {(() => Promise<unknown>) | null} first what a stranger must do before
 */
export function showOpenTable(form, games, secret, opened, first) {
  const game = h('select', { id: 'new-game' }, ...games.map((one) => h('option', { value: one.id }, one.short_name)));
  const name = h('input', { id: 'new-name', maxlength: 40, required: true, value: secret ? 'Our table' : '' });
  const min = h('input', { id: 'new-min', inputmode: 'decimal' });
  const max = h('input', { id: 'new-max', inputmode: 'decimal' });
  const showDefaults = () => {
    const main = games.find((one) => one.id === game.value)?.layout.main;
    min.placeholder = main ? `Default (${dollars(main.min)})` : '';
    max.placeholder = main ? `Default (${dollars(main.max)})` : '';
  };
  game.addEventListener('change', showDefaults);
  showDefaults();
  const closed = h('input', { id: 'new-private', type: 'checkbox', checked: secret });
  const field = (/** @type {HTMLElement} */ input, /** @type {string} */ words) =>
    h('div', {}, h('label', { for: input.id }, words), input);
  form.replaceChildren(
    field(game, 'Game'),
    field(name, 'Name'),
    field(min, 'Table minimum ($)'),
    field(max, 'Table maximum ($)'),
    ...(secret ? [] : [field(closed, 'Private')]),
    h('button', { class: 'primary' }, 'Open'),
  );
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const wrong = [min, max].find((field) => field.value.trim() !== '' && parseDollars(field.value) === null);
    if (wrong) {
      complain(`"${wrong.value}" is no amount of dollars: write it like 50 or 12.50.`);
      return;
    }
    await first?.();
    /** @type {NewTable} */
    const wanted = {
      id: newId(),
      game: game.value,
      name: name.value.trim(),
      private: secret || closed.checked,
      min: parseDollars(min.value),
      max: parseDollars(max.value),
      betting_ms: null,
      decision_ms: null,
    };
    try {
      await opened(await order('/tables', wanted));
    } catch (fault) {
      complain(fault);
    }
  });
}
