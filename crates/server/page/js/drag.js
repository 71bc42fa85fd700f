// Chips by hand: dragged from the rack onto a spot.

/** @import { Table } from './table.js' */

const FAR = 6;

/** @param {Table} table */
export function letDrag(table) {
  document.addEventListener('pointerdown', (event) => {
    const chip = event.target instanceof Element ? event.target.closest('[data-chip]') : null;
    if (chip instanceof HTMLElement && event.button === 0) carry(table, chip, event);
  });
}

/**
 * @param {Table} table
 * @param {HTMLElement} chip
 * @param {PointerEvent} start
 */
function carry(table, chip, start) {
  const cents = Number(chip.dataset.chip);
  /** @type {HTMLElement | null} */
  let ghost = null;
  const over = (/** @type {PointerEvent} */ event) =>
    document.elementFromPoint(event.clientX, event.clientY)?.closest('[data-spot]') ?? null;
  const move = (/** @type {PointerEvent} */ event) => {
    if (!ghost && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > FAR) ghost = lift(chip);
    if (!ghost) return;
    ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, -60%)`;
    document.querySelectorAll('.spot.over').forEach((spot) => spot.classList.remove('over'));
    over(event)?.classList.add('over');
  };
  const drop = (/** @type {PointerEvent} */ event) => {
    removeEventListener('pointermove', move);
    removeEventListener('pointerup', drop);
    removeEventListener('pointercancel', drop);
    if (!ghost) return;
    ghost.remove();
    const spot = over(event);
    if (!(spot instanceof SVGElement) || event.type === 'pointercancel') return;
    const { spot: id, hand } = spot.dataset;
    table.chip = cents;
    if (id) table.bet((slip) => slip.add(Number(hand), id, cents));
  };
  addEventListener('pointermove', move);
  addEventListener('pointerup', drop);
  addEventListener('pointercancel', drop);
}

/** @param {HTMLElement} chip */
function lift(chip) {
  const ghost = document.createElement('div');
  ghost.className = `ghost ${chip.className}`;
  ghost.innerHTML = chip.innerHTML;
  document.body.append(ghost);
  return ghost;
}
