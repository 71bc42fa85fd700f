// The keyboard: every offer by its own key, chips by digits, and a sheet that says so.

import { skip } from '../felt/motion.js';
import { h } from './dom.js';

/** @import { Table } from './table.js' */

const SHEET = [
  ['1 to 6', 'take a chip of that rank in hand; where a decision has digits, choose it'],
  ['Tab, Enter', 'go to a spot, put the chip on it; Delete takes one off'],
  ['M', 'put the chip on the main spot'],
  ['R', 'rebet: the bets of the last round'],
  ['D', 'double the bets'],
  ['C, U', 'clear the bets; undo the last change'],
  ['T', 'one or two hands, where the game has two'],
  ['Enter', 'deal'],
  ['H S D P R I', 'hit, stand, double, split, surrender, insurance; each button shows its key'],
  ['Space, Esc', 'skip the animation'],
  ['?', 'this sheet'],
];

/** @param {Table} table */
export function listenForKeys(table) {
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || busyElsewhere(event)) return;
    const done = event.key === '?' ? help() : pressed(table, event.key);
    if (done) event.preventDefault();
  });
}

/** Shows the sheet of keys. */
export function help() {
  const dialog = h(
    'dialog',
    { class: 'sheet', 'aria-labelledby': 'keys-title' },
    h('h2', { id: 'keys-title' }, 'Keys'),
    h(
      'dl',
      { class: 'keys' },
      ...SHEET.flatMap(([keys, what]) => [h('dt', {}, h('kbd', {}, keys)), h('dd', {}, what)]),
    ),
    h('form', { method: 'dialog' }, h('button', { class: 'primary' }, 'Close')),
  );
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return true;
}

/**
 * @param {Table} table
 * @param {string} key
 */
function pressed(table, key) {
  if (key === ' ' || key === 'Escape') {
    skip();
    return key === ' ';
  }
  if (table.decision) return decided(table, key);
  return table.betting ? laid(table, key) : false;
}

/**
 * Presses the button of the offer, so that its amount counts.
 * @param {Table} table
 * @param {string} key
 */
function decided(table, key) {
  const offer = table.decision?.offers.find((one) => one.key.toLowerCase() === key.toLowerCase());
  if (!offer) return false;
  const press = document.querySelector(`[data-offer="${CSS.escape(offer.action)}"]`);
  if (press instanceof HTMLButtonElement) press.click();
  return true;
}

/**
 * @param {Table} table
 * @param {string} key
 */
function laid(table, key) {
  const chip = table.chips[Number(key) - 1];
  if (/^[1-9]$/.test(key) && chip !== undefined) {
    table.chip = chip;
    table.draw();
    return true;
  }
  const slip = table.slip;
  if (!slip) return false;
  const hands = slip.hands.length;
  switch (key.toLowerCase()) {
    case 'm':
      table.bet((s) => s.add(0, 'main', table.chip));
      return true;
    case 'r':
      table.bet((s) => s.repeat(table.purse));
      return true;
    case 'd':
      table.bet((s) => s.double());
      return true;
    case 'c':
      table.bet((s) => s.clear());
      return true;
    case 'u':
      table.bet((s) => s.undo());
      return true;
    case 't':
      if ((table.layout?.hands_max ?? 1) > 1) table.bet((s) => s.play(hands > 1 ? 1 : 2));
      return true;
    case 'enter':
      if (slip.placed.length > 0 && !table.mine?.ready) table.order({ do: 'ready' });
      return true;
    default:
      return false;
  }
}

/**
 * Whether the key is meant for a field, a dialog, or (Enter and Space) for the button in focus. Enter on a chip in the rack
 * deals; Space takes the chip in hand.
 * @param {KeyboardEvent} event
 */
function busyElsewhere(event) {
  if (document.querySelector('dialog[open]')) return true;
  const { target } = event;
  if (target instanceof HTMLInputElement && target.type === 'checkbox') return event.key === ' ';
  if (target instanceof HTMLInputElement) return target.type !== 'range' || /^(Arrow|Home|End|Page)/.test(event.key);
  if (target instanceof HTMLTextAreaElement) return true;
  if (target instanceof HTMLSelectElement) return /^(Arrow|Home|End|Page|Enter$|Escape$| $)/.test(event.key);
  const pressable =
    target instanceof Element && target.closest('button:not([role="radio"]), a, summary, [role="button"]');
  const chip = target instanceof Element && target.closest('[role="radio"]');
  return (Boolean(pressable) && (event.key === 'Enter' || event.key === ' ')) || (Boolean(chip) && event.key === ' ');
}
