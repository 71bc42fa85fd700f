// A guard against a click that was meant for the button before: what stands under a still mouse may change between two
// clicks, and the second must not choose something that was never aimed at.

/** How long after a click the next one at the same place counts as aimed at the same thing, in milliseconds. */
const MEANT = 450;
/** How near is the same place, in pixels. */
const NEAR = 24;

/**
 * @param {HTMLElement} holder
 * @param {() => string} scene what the buttons are about; the same button of another scene is another button
 */
export function guardClicks(holder, scene) {
  /** @type {{ at: number, x: number, y: number, aim: string } | null} */
  let last = null;
  holder.addEventListener(
    'click',
    (event) => {
      // A key or a script presses one certain button.
      if (event.detail === 0) return;
      const button = event.target instanceof Element ? event.target.closest('button') : null;
      const aim = `${scene()} ${button?.dataset.focus ?? ''}`;
      const { timeStamp: at, clientX: x, clientY: y } = event;
      const near = last !== null && Math.hypot(x - last.x, y - last.y) < NEAR;
      if (last && near && at - last.at < MEANT && aim !== last.aim) {
        event.preventDefault();
        event.stopImmediatePropagation();
        return;
      }
      last = { at, x, y, aim };
    },
    true,
  );
}
