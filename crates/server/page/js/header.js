// The bar at the top of every page: where one is, who one is, how long and how much.

import { Refused, ask, order, toSignIn } from './api.js';
import { complain, h } from './dom.js';
import { dollars, lasted, parseDollars, signed } from './money.js';
import { applySettings } from './settings.js';

/** @import { Me } from '../wire.d.ts' */

const PLACES = [
  ['/', 'Lobby'],
  ['/history', 'History'],
  ['/statistics', 'Statistics'],
  ['/drills', 'Drills'],
  ['/school', 'School'],
];

applySettings();

/** @type {Promise<Me | null> | null} */
let asked = null;

/**
 * Who the viewer is; null for a stranger.
 * @returns {Promise<Me | null>}
 */
export function whoAmI() {
  asked ??= ask('/me').then(
    (me) => /** @type {Me} */ (me),
    (fault) => {
      if (fault instanceof Refused && fault.status === 401) return null;
      throw fault;
    },
  );
  return asked;
}

/**
 * Who the viewer is; a stranger is sent to sign in and this never answers.
 * @returns {Promise<Me>}
 */
export async function mustSignIn() {
  const me = await whoAmI();
  if (me) return me;
  toSignIn();
  return new Promise(() => {});
}

export class SiteHeader extends HTMLElement {
  /** @type {Me | null} */
  #me = null;
  #since = performance.now();
  /** @type {Promise<void>} */
  #saving = Promise.resolve();

  async connectedCallback() {
    this.#draw();
    try {
      this.#me = await whoAmI();
      this.#since = performance.now();
    } catch (fault) {
      complain(fault);
    }
    this.#draw();
    setInterval(() => this.#tick(), 1000);
  }

  /**
   * Shows what the chips in hand have come to, as the table tells it.
   * @param {number} chips
   */
  set chips(chips) {
    if (!this.#me || this.#me.chips === chips) return;
    this.#me = { ...this.#me, chips };
    const place = this.querySelector('.chips b');
    if (place) place.textContent = dollars(chips);
  }

  /** Asks anew who one is and how one has done. */
  async renew() {
    asked = null;
    this.#me = await whoAmI();
    this.#since = performance.now();
    this.#draw();
  }

  #draw() {
    const me = this.#me;
    const here = location.pathname;
    const places =
      me?.role === 'player' || !me
        ? PLACES
        : [...PLACES, ['/examiner', 'Examiner'], ['/pit', 'Pit'], ['/night', 'Night'], ['/rounds', 'Rounds']];
    this.replaceChildren(
      h('a', { class: 'skip', href: '#main' }, 'Skip to the content'),
      h(
        'div',
        { class: 'bar', role: 'banner' },
        h('a', { class: 'brand', href: '/', 'aria-label': `${house()}, the lobby` }, brand(), h('span', {}, house())),
        h(
          'nav',
          { 'aria-label': 'The house' },
          ...places.map(([to, name]) => h('a', { href: to, 'aria-current': here === to ? 'page' : null }, name)),
        ),
        h('span', { class: 'play-money', title: 'Chips cost nothing and cannot be cashed.' }, 'Play money'),
        me ? this.#person(me) : h('a', { class: 'button small', href: '/sign-in' }, 'Sign in'),
      ),
    );
  }

  /** @param {Me} me */
  #person(me) {
    return h(
      'div',
      { class: 'person' },
      h(
        'span',
        { class: 'chips' },
        h('span', { class: 'visually-hidden' }, 'Chips in hand: '),
        h('b', {}, dollars(me.chips)),
      ),
      h(
        'span',
        { class: 'session', title: 'This session' },
        h('span', { class: 'visually-hidden' }, 'This session: '),
        h('time', {}, lasted(me.session_ms)),
      ),
      h('button', { class: 'plain', 'aria-haspopup': 'dialog', onclick: () => this.#account() }, me.name),
    );
  }

  #tick() {
    const place = this.querySelector('.session time');
    if (place && this.#me) place.textContent = lasted(this.#me.session_ms + performance.now() - this.#since);
  }

  async #account() {
    // A limit that is on its way to the house is shown as it was saved.
    await this.#saving;
    await this.renew();
    const me = this.#me;
    if (!me) return;
    const limit = h('input', {
      name: 'limit',
      inputmode: 'decimal',
      placeholder: 'none',
      value: me.loss_limit === null ? '' : String(me.loss_limit / 100),
      id: 'loss-limit',
    });
    const dialog = h(
      'dialog',
      { class: 'sheet', 'aria-labelledby': 'account-title' },
      h(
        'form',
        { method: 'dialog' },
        h('h2', { id: 'account-title' }, me.name),
        h(
          'dl',
          { class: 'pairs' },
          h('dt', {}, 'Chips in hand'),
          h('dd', {}, dollars(me.chips)),
          h('dt', {}, 'This session'),
          h('dd', {}, `${signed(me.session_net)} in ${lasted(me.session_ms)}`),
          h('dt', {}, 'Account'),
          h('dd', {}, me.guest ? 'guest' : me.role),
        ),
        h('label', { for: 'loss-limit' }, 'Session loss limit ($); empty for none'),
        limit,
        h('p', { class: 'help-line' }, HELP_LINE),
        h(
          'div',
          { class: 'row' },
          h('button', { value: 'save', class: 'primary' }, 'Save'),
          h('button', { value: 'close' }, 'Close'),
          h('button', { type: 'button', onclick: signOut }, 'Sign out'),
        ),
      ),
    );
    dialog.addEventListener('close', () => {
      dialog.remove();
      if (dialog.returnValue === 'save') this.#saving = this.#keepLimit(limit.value);
    });
    document.body.append(dialog);
    dialog.showModal();
  }

  /** @param {string} typed */
  async #keepLimit(typed) {
    const cents = typed.trim() === '' ? null : parseDollars(typed);
    if (cents === null && typed.trim() !== '') {
      complain(`"${typed}" is no amount of dollars: write it like 50 or 12.50.`);
      return;
    }
    try {
      await order('/loss-limit', { cents });
      await this.renew();
    } catch (fault) {
      complain(fault);
    }
  }
}

/** The documents' own words. */
export const HELP_LINE = 'If you or someone you know has a gambling problem, help is available. Call 1-800-GAMBLER.';

/** The foot of every page: the help line, and that nothing here is real money. */
export class SiteFooter extends HTMLElement {
  connectedCallback() {
    this.replaceChildren(
      h(
        'footer',
        {},
        h('p', {}, HELP_LINE),
        h('p', {}, 'Play money: chips cost nothing, are worth nothing, and cannot be cashed.'),
      ),
    );
  }
}

customElements.define('site-header', SiteHeader);
customElements.define('site-footer', SiteFooter);

async function signOut() {
  try {
    await order('/sign-out');
  } catch (fault) {
    complain(fault);
  }
  location.assign('/sign-in');
}

/** What the house is called. */
export function house() {
  return meta('house') ?? 'Croupier';
}

/** @param {string} name */
function meta(name) {
  return document.querySelector(`meta[name="${name}"]`)?.getAttribute('content') ?? null;
}

function brand() {
  const holder = h('span', { class: 'mark', 'aria-hidden': 'true' });
  const logo = meta('logo');
  if (logo) {
    holder.append(h('img', { src: logo, alt: '', height: 26 }));
    return holder;
  }
  holder.innerHTML =
    '<svg viewBox="-60 -60 120 120" width="26" height="26"><circle r="56" fill="#b3232f"/><g fill="#fff8e7"><path d="M-8-56h16v18h-16zM-8 38h16v18h-16zM38-8h18v16h-18zM-56-8h18v16h-18z"/></g><circle r="34" fill="#fff8e7"/><path transform="scale(.46)" d="M0-49C8-31 46-7 46 18C46 33 35 41 24 41C14 41 7 36 3 27C4 38 8 45 19 49H-19C-8 45-4 38-3 27C-7 36-14 41-24 41C-35 41-46 33-46 18C-46-7-8-31 0-49Z" fill="#1b1512"/></svg>';
  return holder;
}
