// The dealer's rack: chips are cut from it into the hand, for a payment or for a part of a bet.

import { CHIPS, faceMarkup, stackMarkup } from '../art/chips.js';
import { h } from './dom.js';
import { dollars } from './money.js';

/** The chips of the rack, dearest first. */
const RACKED = CHIPS.filter((chip) => chip.cents >= 5 && chip.cents <= 50000);

export class Rack {
  #cents = 0;
  #hand = h('output', { class: 'school-hand', 'aria-live': 'polite' });

  constructor() {
    this.element = h(
      'div',
      { class: 'school-rack', role: 'group', 'aria-label': 'Rack' },
      ...RACKED.map((chip) => this.#chip(chip)),
      this.#hand,
      h('button', { class: 'small', onclick: () => this.clear() }, 'Put back'),
    );
    this.#show();
  }

  /** What is in the hand. */
  get cents() {
    return this.#cents;
  }

  clear() {
    this.#cents = 0;
    this.#show();
  }

  /** @param {typeof CHIPS[number]} chip */
  #chip(chip) {
    const button = h('button', {
      class: 'chip-button',
      'aria-label': `Cut ${chip.cents < 100 ? `${chip.cents}¢` : dollars(chip.cents)}`,
      'data-chip': chip.cents,
      'data-look': chip.look,
      onclick: () => {
        this.#cents += chip.cents;
        this.#show();
      },
    });
    button.innerHTML = `<svg viewBox="-32 -32 64 64" width="40" height="40" aria-hidden="true"><g class="chip ${chip.look}">${faceMarkup(chip.cents)}</g></svg>`;
    return button;
  }

  #show() {
    this.#hand.textContent = this.#cents === 0 ? 'Nothing in hand' : `${dollars(this.#cents)} in hand`;
    if (this.#cents === 0) return;
    const stack = h('span', { 'aria-hidden': 'true' });
    stack.innerHTML = `<svg viewBox="-32 -90 64 116" width="32" height="58">${stackMarkup(this.#cents)}</svg>`;
    this.#hand.prepend(stack);
  }
}
