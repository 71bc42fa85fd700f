// Things carried by the pointer: chips from the rack onto a spot at the table; chips, bets and cards in the school.

/** @import { Table } from './table.js' */

const FAR = 6;

/**
 * Carries something from where it was pressed to where it is let go. A press that does not move is none.
 * @param {PointerEvent} start
 * @param {{ lift: () => HTMLElement, move?: (event: PointerEvent) => void, drop: (event: PointerEvent) => void }} load
 *   `lift` makes what is seen under the pointer
 */
export function carry(start, load) {
  /** @type {HTMLElement | null} */
  let ghost = null;
  const move = (/** @type {PointerEvent} */ event) => {
    if (!ghost && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > FAR) {
      ghost = load.lift();
      ghost.classList.add('ghost');
      document.body.append(ghost);
    }
    if (!ghost) return;
    ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, -60%)`;
    load.move?.(event);
  };
  const drop = (/** @type {PointerEvent} */ event) => {
    removeEventListener('pointermove', move);
    removeEventListener('pointerup', drop);
    removeEventListener('pointercancel', drop);
    if (!ghost) return;
    ghost.remove();
    if (event.type !== 'pointercancel') load.drop(event);
  };
  addEventListener('pointermove', move);
  addEventListener('pointerup', drop);
  addEventListener('pointercancel', drop);
}

/**
 * A copy of an element to be carried.
 * @param {Element} element
 */
export function copyOf(element) {
  const ghost = document.createElement('div');
  ghost.className = element.getAttribute('class') ?? '';
  ghost.innerHTML = element.innerHTML;
  return ghost;
}

/**
 * Lets chips be dragged from the rack onto a spot.
 * @param {Table} table
 */
export function letDrag(table) {
  document.addEventListener('pointerdown', (event) => {
    const chip = event.target instanceof Element ? event.target.closest('[data-chip]') : null;
    if (!(chip instanceof HTMLElement) || event.button !== 0) return;
    const cents = Number(chip.dataset.chip);
    carry(event, {
      lift: () => copyOf(chip),
      move: (at) => {
        document.querySelectorAll('.spot.over').forEach((spot) => spot.classList.remove('over'));
        spotUnder(at)?.classList.add('over');
      },
      drop: (at) => {
        const spot = spotUnder(at);
        if (!(spot instanceof SVGElement)) return;
        const { spot: id, hand } = spot.dataset;
        table.chip = cents;
        if (id) table.bet((slip) => slip.add(Number(hand), id, cents));
      },
    });
  });
}

/** @param {PointerEvent} event */
function spotUnder(event) {
  return document.elementFromPoint(event.clientX, event.clientY)?.closest('[data-spot]') ?? null;
}
