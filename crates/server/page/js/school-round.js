// A round that a dealer deals: the felt from the dealer's side, everything within reach, and what is said of each move.

import { TableFelt } from '../felt/table-felt.js';
import { order } from './api.js';
import { complain, h, refresh, remark } from './dom.js';
import { dollars } from './money.js';
import { letDeal } from './school-drag.js';
import { Rack } from './school-rack.js';
import { play } from './sound.js';

/** @import { ExerciseView, GameCard, MoveLine, TargetView, ToolView } from '../wire.d.ts' */

/** The letters that choose what has no seat. */
const LETTERS = { shoe: 's', dealer: 'd', board: 'b', extra: 'x', player: 'p', banker: 'k' };

export class DealtRound {
  #felt = h('table-felt', {});
  #places = h('div', { class: 'school-places', role: 'group', 'aria-label': 'Where' });
  #tools = h('div', { class: 'school-tools' });
  #cues = h('div', { class: 'school-cues', 'aria-live': 'polite' });
  #told = h('div', { class: 'school-told', 'aria-live': 'assertive' });
  #moves = h('ol', {
    class: 'school-moves',
    reversed: true,
    tabindex: 0,
    'aria-label': 'Moves, the last one first',
  });
  #foot = h('div', { class: 'row wrap' });
  #rack = new Rack();
  #chosen = 'shoe';
  #busy = false;
  /** The moment a slow player has been seen thinking, and whether that is now. */
  #thought = '';
  #thinking = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {ExerciseView} view
   * @param {GameCard} game
   * @param {{ again: () => void, leave: () => void }} ways
   */
  constructor(view, game, ways) {
    this.view = view;
    this.game = game;
    this.ways = ways;
    const typed = h('input', {
      type: 'text',
      id: 'typed-move',
      autocomplete: 'off',
      placeholder: 'deal 1, pay 1 main $15',
    });
    const form = h(
      'form',
      { class: 'row wrap school-typed' },
      h('label', { for: 'typed-move' }, 'Or type the move'),
      typed,
      h('button', {}, 'Make it'),
    );
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const move = typed.value.trim();
      if (move) this.#make(move).then(() => (typed.value = ''), complain);
    });
    this.element = h(
      'section',
      { class: 'school-round', 'aria-label': view.title },
      h('div', { class: 'school-felt' }, this.#felt, this.#cues, this.#rack.element, form, this.#foot),
      h('div', { class: 'school-desk' }, this.#told, this.#places, this.#tools, this.#moves),
    );
    this.element.addEventListener('keydown', (event) => this.#key(event));
    if (this.#felt instanceof TableFelt)
      letDeal(this.element, {
        felt: this.#felt,
        rack: this.#rack,
        view: () => this.view,
        make: (move) => void this.#make(move).catch(complain),
        choose: (place, moves) => this.#ask(place, moves),
      });
    this.#felt.addEventListener('pick', (event) => {
      if (event instanceof CustomEvent) this.#choose(String(event.detail));
    });
  }

  focus() {
    this.#places.querySelector('button')?.focus();
  }

  /** @param {ExerciseView} view */
  show(view) {
    this.view = view;
    this.#wait(view);
    const cues = this.#thinking ? [] : view.cues;
    const bubbles = this.#thinking
      ? view.cues.map((cue) => ({ seat: cue.seat, text: '…' }))
      : cues.map((cue) => ({
          seat: cue.seat,
          signs: cue.signs,
          text: cue.heard ?? (cue.signs.length > 0 ? '' : cue.seen),
        }));
    if (this.#felt instanceof TableFelt)
      this.#felt.show({
        layout: this.game.layout,
        title: this.game.short_name,
        felt: view.felt,
        seat: null,
        slip: null,
        betting: false,
        sitting: false,
        chip: 0,
        side: 'dealer',
        bubbles,
      });
    this.#cues.replaceChildren(
      ...(this.#thinking ? view.cues.map((cue) => h('p', {}, h('b', {}, `Seat ${cue.seat} `), 'is thinking')) : []),
      ...cues.map((cue) =>
        h('p', {}, h('b', {}, `Seat ${cue.seat} `), cue.seen, cue.heard ? h('q', {}, cue.heard) : null),
      ),
    );
    if (!this.#groups().some((group) => group.id === this.#chosen)) this.#chosen = this.#groups()[0]?.id ?? '';
    this.#draw();
    this.#moves.replaceChildren(...view.moves.map(moveLine).reverse());
    this.#tell();
  }

  /**
   * A slow player shows nothing for a while; then the round is shown again.
   * @param {ExerciseView} view
   */
  #wait(view) {
    const key = `${view.id} ${view.moves.length}`;
    if (this.#thought === key) return;
    this.#thought = key;
    clearTimeout(this.#timer);
    const long = Math.max(0, ...view.cues.map((cue) => cue.thinks_ms));
    this.#thinking = long > 0;
    if (long === 0) return;
    this.#timer = setTimeout(() => {
      this.#thinking = false;
      if (this.element.isConnected) this.show(this.view);
    }, long);
  }

  /** What is within reach, by seat or by place. */
  #groups() {
    /** @type {{ id: string, name: string, targets: TargetView[] }[]} */
    const groups = [];
    for (const target of this.view.targets) {
      const id = target.seat === null ? target.id : String(target.seat);
      const known = groups.find((group) => group.id === id);
      if (known) known.targets.push(target);
      else groups.push({ id, name: target.seat === null ? target.name : `Seat ${target.seat}`, targets: [target] });
    }
    return groups;
  }

  #draw() {
    const groups = this.#groups();
    refresh(this.#places, JSON.stringify([groups.map((group) => group.id), this.#chosen]), () =>
      groups.map((group) =>
        h(
          'button',
          {
            'aria-pressed': String(group.id === this.#chosen),
            'data-focus': group.id,
            'data-place': group.id,
            onclick: () => this.#choose(group.id),
          },
          group.name,
        ),
      ),
    );
    const chosen = groups.find((group) => group.id === this.#chosen);
    refresh(this.#tools, JSON.stringify([this.#chosen, chosen]), () =>
      (chosen?.targets ?? []).map((target) => this.#target(target)),
    );
  }

  /** @param {TargetView} target */
  #target(target) {
    const name = target.stake === null ? target.name : `${target.name}: ${dollars(target.stake)}`;
    return h(
      'div',
      { class: 'school-target', role: 'group', 'aria-label': name },
      h('span', { class: 'quiet' }, name),
      ...target.tools.map((tool) => this.#tool(target, tool)),
    );
  }

  /**
   * @param {TargetView} target
   * @param {ToolView} tool
   */
  #tool(target, tool) {
    const press = () => this.#make(this.#complete(target, tool)).catch(complain);
    const attributes = { 'data-move': tool.move, 'data-focus': tool.move, onclick: press };
    if (tool.asks === 'total' || tool.asks === 'points') return this.#counted(tool);
    return h('button', attributes, tool.label);
  }

  /**
   * A move that says a number, or two.
   * @param {ToolView} tool
   */
  #counted(tool) {
    const names = tool.asks === 'total' ? ['Total'] : ['Player', 'Banker'];
    const fields = names.map((name) =>
      h('input', { type: 'number', min: 0, max: 31, 'aria-label': name, 'data-focus': `${tool.move} ${name}` }),
    );
    const form = h('form', { class: 'row', 'data-move': tool.move }, ...fields, h('button', {}, tool.label));
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#make([tool.move, ...fields.map((field) => field.value)].join(' ')).catch(complain);
    });
    return form;
  }

  /**
   * A written move with the chips in hand; without any, a bet is taken whole.
   * @param {TargetView} target
   * @param {ToolView} tool
   */
  #complete(target, tool) {
    if (tool.asks !== 'amount') return tool.move;
    const whole = tool.move.startsWith('take ') && this.#rack.cents === 0;
    const cents = whole ? (target.stake ?? 0) : this.#rack.cents;
    return `${tool.move} $${(cents / 100).toFixed(2)}`;
  }

  /** @param {string} id */
  #choose(id) {
    if (!this.#groups().some((group) => group.id === id)) return;
    this.#chosen = id;
    this.#draw();
  }

  /**
   * A card was brought to a place where it can lie in several ways: the keyboard goes to the first of them.
   * @param {string} place
   * @param {string[]} moves
   */
  #ask(place, moves) {
    this.#choose(place);
    const first = this.#tools.querySelector(`[data-move="${CSS.escape(moves[0])}"]`);
    if (first instanceof HTMLElement) first.focus();
    remark('Which way does the card lie? Choose beside the felt.');
  }

  /** @param {string} move */
  async #make(move) {
    if (this.#busy || this.view.over) return;
    this.#busy = true;
    try {
      const view = /** @type {ExerciseView} */ (await order(`/school/rounds/${this.view.id}/moves`, { move }));
      if (/^(pay|take) /.test(move)) this.#rack.clear();
      play(/^(pay|take|leave) /.test(move) ? 'chip' : /^(ask|heed|announce|call) /.test(move) ? 'turn' : 'card');
      this.show(view);
    } finally {
      this.#busy = false;
    }
  }

  async #finish() {
    this.show(/** @type {ExerciseView} */ (await order(`/school/rounds/${this.view.id}/finish`)));
  }

  /** Says what came of the last move, and of the round when it is over. */
  #tell() {
    const { view } = this;
    const last = view.moves.at(-1);
    const test = view.test ? `Round ${view.test[0]} of ${view.test[1]}. ` : '';
    const sums = view.over
      ? `${test}The round is over: ${view.errors} ${view.errors === 1 ? 'error' : 'errors'}.`
      : test;
    refresh(this.#told, JSON.stringify([view.moves.length, view.over]), () => [
      view.over ? h('p', { class: 'notice' }, sums) : test ? h('p', { class: 'quiet' }, test) : null,
      last && !view.over ? h('p', { class: `verdict ${last.verdict}` }, verdictWords(last)) : null,
      ...(last && last.verdict === 'error' && !view.over ? quotes(last) : []),
    ]);
    refresh(this.#foot, JSON.stringify([view.over, view.record]), () =>
      view.over
        ? [
            view.record
              ? h('a', { class: 'button', href: `/api/v1/school/records/${view.record}` }, 'Save the record')
              : h('button', { class: 'primary', onclick: this.ways.again }, view.test ? 'Next round' : 'Another round'),
            h('button', { onclick: this.ways.leave }, 'Back to the school'),
          ]
        : [
            h('button', { onclick: () => this.#finish().catch(complain) }, 'The round is over'),
            h('button', { onclick: this.ways.leave }, 'Leave'),
          ],
    );
    this.#rack.element.hidden = view.over;
    const typed = this.element.querySelector('.school-typed');
    if (typed instanceof HTMLElement) typed.hidden = view.over;
    if (view.over) this.#foot.querySelector('button, a')?.scrollIntoView({ block: 'nearest' });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement) return;
    const letter = Object.entries(LETTERS).find(([, key]) => key === event.key.toLowerCase())?.[0];
    const id = /^[1-9]$/.test(event.key) ? event.key : letter;
    if (!id || !this.#groups().some((group) => group.id === id)) return;
    event.preventDefault();
    this.#choose(id);
    const first = this.#tools.querySelector('button, input');
    if (first instanceof HTMLElement) first.focus();
  }
}

/** @param {MoveLine} line */
function moveLine(line) {
  return h(
    'li',
    { class: line.verdict },
    h('span', {}, line.says ?? line.words),
    line.verdict === 'variation' ? h('small', {}, ' A permitted variation.') : null,
    ...line.clauses.map((clause) => h('small', { title: clause.says }, ` ${clause.at}`)),
  );
}

/** @param {MoveLine} line */
function verdictWords(line) {
  if (line.verdict === 'error') return line.says ?? '';
  return line.verdict === 'variation' ? `${line.words}: a permitted variation.` : `${line.words}.`;
}

/** @param {MoveLine} line */
function quotes(line) {
  return line.clauses.map((clause) => h('blockquote', {}, clause.says, h('footer', {}, clause.at)));
}
