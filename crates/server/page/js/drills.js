// Drills: decisions one got wrong, shown again as they stood, with the buttons and keys of the table.

import { TableFelt } from '../felt/table-felt.js';
import { adviceWords } from './advice.js';
import { ask } from './api.js';
import { layCloth } from './cloth.js';
import { complain, h, need } from './dom.js';
import { mustSignIn } from './header.js';
import { average } from './money.js';
import { actionRow, worthAt } from './offers.js';
import { title } from './results.js';

/** @import { Drill, GameCard, Phase } from '../wire.d.ts' */

/** Below this, in cents, an answer is as good as the best. */
const RIGHT = 0.01;

/** One pass through the drills. */
class Pass {
  #at = 0;
  #right = 0;
  #answered = false;

  /**
   * @param {Drill[]} drills
   * @param {GameCard[]} games
   */
  constructor(drills, games) {
    this.drills = drills;
    this.games = games;
    document.addEventListener('keydown', (event) => this.#key(event));
  }

  show() {
    const drill = this.drills[this.#at];
    this.#answered = false;
    if (drill) this.#ask(drill);
    else this.#end();
  }

  #end() {
    const none = this.drills.length === 0;
    const again = () => {
      this.#at = 0;
      this.#right = 0;
      this.show();
    };
    need('drill', HTMLElement).replaceChildren(
      h(
        'p',
        { class: 'notice', role: 'status' },
        none
          ? 'No mistakes to replay: every decision of yours was right so far.'
          : `Done: ${this.#right} of ${this.drills.length} right.`,
      ),
      none
        ? h('a', { class: 'button', href: '/' }, 'Lobby')
        : h('button', { class: 'primary', onclick: again }, 'Again'),
    );
  }

  /** @param {Drill} drill */
  #ask(drill) {
    const game = this.games.find((one) => one.id === drill.game);
    layCloth(drill.game);
    const name = game ? game.short_name : drill.game;
    const felt = h('table-felt', {});
    const answer = h('div', { class: 'answer', 'aria-live': 'polite' });
    const phase = decided(drill.felt.phase);
    const row = actionRow(phase.offers, phase.withheld, (action, amount) => {
      if (this.#answered) return;
      this.#answered = true;
      row.update({ busy: true, advice: null });
      answer.replaceChildren(...this.#verdict(drill, action, amount));
      answer.querySelector('button')?.focus();
    });
    const hand = drill.felt.hands.find(
      (view) =>
        view.at.seat === drill.hand.seat && view.at.hand === drill.hand.hand && view.at.part === drill.hand.part,
    );
    const asks = phase.asks ? `${phase.asks} ` : '';
    need('drill', HTMLElement).replaceChildren(
      h(
        'p',
        { class: 'drill-head' },
        h('b', {}, `${name}: ${asks}You have ${hand?.total ?? 'this hand'}`),
        h('span', { class: 'quiet' }, `${this.#at + 1} of ${this.drills.length} · ${this.#right} right`),
      ),
      h('div', { class: 'drill-felt' }, felt),
      row.element,
      answer,
    );
    if (felt instanceof TableFelt && game)
      felt.show({
        layout: game.layout,
        title: name,
        felt: drill.felt,
        seat: drill.hand.seat,
        slip: null,
        betting: false,
        sitting: false,
        chip: 0,
      });
  }

  /**
   * @param {Drill} drill
   * @param {string} action
   * @param {number} amount
   */
  #verdict(drill, action, amount) {
    const cost = worthAt(drill.choices, action, amount)?.cost ?? 0;
    if (cost <= RIGHT) this.#right += 1;
    const before = Math.min(
      ...drill.choices.filter((choice) => choice.action === drill.chosen).map((choice) => choice.cost),
    );
    const next = () => {
      this.#at += 1;
      this.show();
    };
    return [
      h(
        'p',
        { class: 'row' },
        h('button', { class: 'primary', onclick: next }, 'Next', h('kbd', { 'aria-hidden': 'true' }, 'Enter')),
        h('a', { class: 'alone', href: `/round/${drill.round}` }, 'See the round'),
      ),
      ...adviceWords({
        choices: drill.choices,
        chosen: action,
        cost,
        knows: `At the table you chose ${title(drill.chosen).toLowerCase()}, which cost ${average(Number.isFinite(before) ? before : 0)}.`,
      }),
    ];
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const drill = this.drills[this.#at];
    if (!drill || this.#answered || event.target instanceof HTMLInputElement) return;
    const offer = decided(drill.felt.phase).offers.find((one) => one.key.toLowerCase() === event.key.toLowerCase());
    const press = offer && document.querySelector(`[data-offer="${CSS.escape(offer.action)}"]`);
    if (press instanceof HTMLButtonElement) press.click();
  }
}

/**
 * What was asked; a drill is always a decision.
 * @param {Phase} phase
 */
function decided(phase) {
  return phase.is === 'deciding' ? phase : { asks: null, offers: [], withheld: [] };
}

async function start() {
  await mustSignIn();
  const [drills, games] = await Promise.all([
    /** @type {Promise<Drill[]>} */ (ask('/drills')),
    /** @type {Promise<GameCard[]>} */ (ask('/games')),
  ]);
  new Pass(drills, games).show();
}

start().catch(complain);
