// Movement on the felt: short, skippable, and none at all for whoever asks for none.

import { settings } from '../js/settings.js';

/** No movement lasts longer than this with its delay, in milliseconds. */
const LONGEST = 290;
const STRIDE = 200;

/** @import { Place } from './arrange.js' */

/** Whether anything moves at all. */
export function moves() {
  return (
    settings.motion && !matchMedia('(prefers-reduced-motion: reduce)').matches && document.visibilityState === 'visible'
  );
}

/** @param {Place} place */
export function transformOf(place) {
  return `translate(${place.x.toFixed(2)}px, ${place.y.toFixed(2)}px) rotate(${place.angle.toFixed(2)}deg) scale(${place.scale.toFixed(4)})`;
}

/**
 * Puts a piece where it belongs, coming from elsewhere where it moves.
 * @param {SVGElement} piece
 * @param {Place | null} from
 * @param {Place} to
 * @param {number} order how many pieces set off before it in the same step
 */
export function travel(piece, from, to, order) {
  const rest = transformOf(to);
  piece.style.transform = rest;
  if (!from || !moves()) return;
  const delay = Math.min(order * 30, LONGEST - STRIDE);
  piece.animate([{ transform: transformOf(from) }, { transform: rest }], {
    duration: STRIDE,
    delay,
    easing: 'cubic-bezier(.2,.7,.3,1)',
    fill: 'backwards',
  });
}

/**
 * Lets a piece go somewhere and vanish there.
 * @param {SVGElement} piece
 * @param {Place} to
 */
export function depart(piece, to) {
  if (!moves()) {
    piece.remove();
    return;
  }
  const going = piece.animate(
    [
      { transform: piece.style.transform, opacity: 1 },
      { transform: transformOf(to), opacity: 0 },
    ],
    { duration: STRIDE, easing: 'ease-in' },
  );
  const gone = () => piece.remove();
  going.finished.then(gone, gone);
}

/**
 * Turns a card over: `swap` changes its face at the half-way point.
 * @param {SVGElement} inner
 * @param {() => void} swap
 */
export function turnOver(inner, swap) {
  if (!moves()) {
    swap();
    return;
  }
  const half = inner.animate([{ transform: 'scaleX(1)' }, { transform: 'scaleX(0)' }], {
    duration: 110,
    easing: 'ease-in',
  });
  const rest = () => {
    swap();
    inner.animate([{ transform: 'scaleX(0)' }, { transform: 'scaleX(1)' }], { duration: 110, easing: 'ease-out' });
  };
  half.finished.then(rest, swap);
}

/** Ends every movement on the felt at once. */
export function skip() {
  for (const animation of document.getAnimations()) {
    if (!(animation instanceof CSSAnimation) && !(animation instanceof CSSTransition)) animation.finish();
  }
}
