// What the dealer says: the last sentence over the felt, all of them in a log that is read aloud.

import { h } from './dom.js';

/** @import { Announcement } from '../wire.d.ts' */

const KEPT = 120;

export class Commentary {
  log = h('div', {
    class: 'commentary',
    role: 'log',
    'aria-live': 'polite',
    'aria-label': 'The dealer',
    tabindex: '0',
  });

  /** @param {HTMLElement} caption */
  constructor(caption) {
    this.caption = caption;
  }

  /** @param {Announcement[]} said */
  say(said) {
    const spoken = said.filter((one) => one.sentence !== '');
    if (spoken.length === 0) return;
    this.log.append(
      ...spoken.map((one) => h('p', {}, h('span', {}, one.sentence), one.clause ? h('small', {}, one.clause) : null)),
    );
    while (this.log.childElementCount > KEPT) this.log.firstElementChild?.remove();
    this.log.scrollTop = this.log.scrollHeight;
    this.caption.textContent = spoken[spoken.length - 1].sentence;
  }
}
