// A dealer's hands in the school: cards drawn from the shoe to a place, chips from the rack to a bet, bets to the rack, cards to
// the discards. Each is a written move like any other, and is judged like any other.

import { TableFelt } from '../felt/table-felt.js';
import { faceMarkup, stackMarkup } from '../art/chips.js';
import { carry } from './drag.js';
import { h } from './dom.js';

/** @import { ExerciseView } from '../wire.d.ts' */
/** @import { Rack } from './school-rack.js' */

/**
 * @typedef {{
 *   felt: TableFelt, rack: Rack, view: () => ExerciseView,
 *   make: (move: string) => void, choose: (place: string, moves: string[]) => void,
 * }} Desk what lies before a dealer: `make` makes a move; `choose` asks which of several
 */

/**
 * @param {HTMLElement} within
 * @param {Desk} desk
 */
export function letDeal(within, desk) {
  let carrying = false;
  within.addEventListener('pointerdown', (event) => {
    carrying = false;
    if (event.button !== 0 || !(event.target instanceof Element) || desk.view().over) return;
    const load = chipLoad(event.target, desk) ?? feltLoad(event.target, desk);
    if (!load) return;
    carrying = true;
    carry(event, load);
  });
  // A finger that carries something does not scroll the page: inside a drawing `touch-action` is not heeded.
  within.addEventListener(
    'touchmove',
    (event) => {
      if (carrying && event.cancelable) event.preventDefault();
    },
    { passive: false },
  );
}

/**
 * Chips from the rack, or all that is in hand: let go on a bet, they pay it.
 * @param {Element} target
 * @param {Desk} desk
 */
function chipLoad(target, desk) {
  const chip = target.closest('[data-chip]');
  const cents = chip instanceof HTMLElement ? Number(chip.dataset.chip) : 0;
  const inHand = target.closest('.school-hand') !== null && desk.rack.cents > 0;
  if (cents === 0 && !inHand) return null;
  const paid = desk.rack.cents + cents;
  return {
    lift: () =>
      drawn(
        cents ? `<g class="chip ${chip?.getAttribute('data-look') ?? ''}">${faceMarkup(cents)}</g>` : stackMarkup(paid),
      ),
    drop: (/** @type {PointerEvent} */ at) => {
      const wager = wagerAt(at, desk);
      if (wager) desk.make(`pay ${wager} $${(paid / 100).toFixed(2)}`);
    },
  };
}

/**
 * What is taken up from the felt: the next card of the shoe, a bet, or a player's cards.
 * @param {Element} target
 * @param {Desk} desk
 */
function feltLoad(target, desk) {
  const gear = target.closest('[data-gear]')?.getAttribute('data-gear');
  const piece = target.closest('[data-piece]')?.getAttribute('data-piece') ?? '';
  const [kind, hand, wager] = piece.split(':');
  if (gear === 'shoe') return { lift: cardBack, drop: (/** @type {PointerEvent} */ at) => dealTo(at, desk) };
  if (kind === 'w')
    return {
      lift: () => drawn(stackMarkup(stakeOf(`${handId(hand)} ${wager}`, desk))),
      drop: (/** @type {PointerEvent} */ at) => takeTo(at, `${handId(hand)} ${wager}`, desk),
    };
  if (kind === 'c' && /^\d/.test(hand))
    return { lift: cardBack, drop: (/** @type {PointerEvent} */ at) => putAway(at, handId(hand), desk) };
  return null;
}

/**
 * @param {PointerEvent} at
 * @param {Desk} desk
 */
function dealTo(at, desk) {
  const place = desk.felt.placeAt(at.clientX, at.clientY);
  if (!place || place === 'shoe') return;
  const { felt, targets } = desk.view();
  const cards = { board: felt.board.length, extra: felt.extra.length };
  // A card brought to the discards is burned, where the game burns cards during a round.
  const id = place === 'tray' ? 'burned' : place in cards ? place : (handAt(at, place, desk) ?? place);
  const target = targets.find((one) => one.id === id);
  const deals = (target?.tools ?? []).map((tool) => tool.move).filter((move) => move.startsWith('deal '));
  const next = `-${cards[/** @type {keyof typeof cards} */ (place)] + 1}`;
  const numbered = deals.some((move) => /-\d+$/.test(move));
  const fits = place in cards && numbered ? deals.filter((move) => move.endsWith(next)) : deals;
  if (fits.length === 1) desk.make(fits[0]);
  else if (fits.length > 1) desk.choose(id, fits);
}

/**
 * The hand of a seat that is meant; of several, the nearest.
 * @param {PointerEvent} at
 * @param {string} seat
 * @param {Desk} desk
 */
function handAt(at, seat, desk) {
  if (!/^\d/.test(seat)) return null;
  const key = desk.felt.handAt(at.clientX, at.clientY, Number(seat));
  return key ? handId(key) : seat;
}

/**
 * A bet brought to the rack is taken whole; chips in hand say how much of it.
 * @param {PointerEvent} at
 * @param {string} wager
 * @param {Desk} desk
 */
function takeTo(at, wager, desk) {
  const onRack = document.elementFromPoint(at.clientX, at.clientY)?.closest('.school-rack');
  const place = desk.felt.placeAt(at.clientX, at.clientY);
  if (!onRack && place !== 'rack' && place !== 'dealer') return;
  const cents = desk.rack.cents || stakeOf(wager, desk);
  desk.make(`take ${wager} $${(cents / 100).toFixed(2)}`);
}

/**
 * A player's cards brought to the discards are mucked; brought to a side bet they go under it.
 * @param {PointerEvent} at
 * @param {string} hand
 * @param {Desk} desk
 */
function putAway(at, hand, desk) {
  const moves = desk.view().targets.flatMap((target) => target.tools.map((tool) => tool.move));
  const wager = wagerAt(at, desk);
  const wanted = desk.felt.placeAt(at.clientX, at.clientY) === 'tray' ? `muck ${hand}` : `put-under ${wager}`;
  if (moves.includes(wanted)) desk.make(wanted);
}

/**
 * The bet under the pointer, as moves write it: `3 up-match`.
 * @param {PointerEvent} at
 * @param {Desk} desk
 */
function wagerAt(at, desk) {
  const [hand, wager] = desk.felt.wagerAt(at.clientX, at.clientY)?.split(':') ?? [];
  return hand ? `${handId(hand)} ${wager}` : null;
}

/**
 * What lies on a wager, as the house has it.
 * @param {string} id
 * @param {Desk} desk
 */
function stakeOf(id, desk) {
  return desk.view().targets.find((target) => target.id === id)?.stake ?? 0;
}

/**
 * How moves write a hand: `3`, `3.2`, `3.1.2`.
 * @param {string} key `3.1.1`
 */
function handId(key) {
  const [seat, hand, part] = key.split('.');
  if (part !== '1') return key;
  return hand === '1' ? seat : `${seat}.${hand}`;
}

/** @param {string} markup */
function drawn(markup) {
  const ghost = h('div', {});
  ghost.innerHTML = `<svg viewBox="-32 -60 64 92" width="58" height="83">${markup}</svg>`;
  return ghost;
}

function cardBack() {
  const ghost = h('div', { class: 'ghost-card' });
  ghost.innerHTML =
    '<svg viewBox="0 0 76 106" width="58" height="81"><use href="#card-back" width="76" height="106"/></svg>';
  return ghost;
}
