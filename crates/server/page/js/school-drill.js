// Drills for dealers: one question after another, answered by a button, by typing, or in chips.

import { order } from './api.js';
import { complain, h } from './dom.js';
import { Rack } from './school-rack.js';

/** @import { DrillQuestion, DrillVerdict } from '../wire.d.ts' */

export class Questions {
  #asked = 0;
  #right = 0;

  /**
   * @param {string} game
   * @param {string} kind
   * @param {() => void} leave
   */
  constructor(game, kind, leave) {
    this.game = game;
    this.kind = kind;
    this.leave = leave;
    this.element = h('section', { class: 'card-box school-question', 'aria-live': 'polite' });
  }

  async next() {
    const { game, kind } = this;
    this.#show(/** @type {DrillQuestion} */ (await order('/school/drills', { game, kind })));
  }

  /** @param {DrillQuestion} question */
  #show(question) {
    const said = h('div', { class: 'answer' });
    const answer = (/** @type {string} */ text) => this.#answer(question, text, said).catch(complain);
    this.element.replaceChildren(
      h(
        'p',
        { class: 'drill-head' },
        h('b', {}, question.title),
        h('span', { class: 'quiet' }, `${this.#right} of ${this.#asked} right`),
      ),
      ...question.asks.map((line) => h('p', { class: 'asked' }, line)),
      question.options.length > 0 ? options(question, answer) : typed(question, answer),
      said,
      h('button', { class: 'small', onclick: this.leave }, 'Back to the school'),
    );
    const first = this.element.querySelector('.options button, input');
    if (first instanceof HTMLElement) first.focus();
  }

  /**
   * @param {DrillQuestion} question
   * @param {string} text
   * @param {HTMLElement} said
   */
  async #answer(question, text, said) {
    const verdict = /** @type {DrillVerdict} */ (await order(`/school/drills/${question.id}`, { answer: text }));
    this.#asked += 1;
    if (verdict.right) this.#right += 1;
    for (const button of this.element.querySelectorAll('.options button, form button, .school-rack button'))
      button.setAttribute('disabled', '');
    const next = h('button', { class: 'primary', onclick: () => this.next().catch(complain) }, 'Next');
    said.replaceChildren(
      h(
        'p',
        { class: `verdict ${verdict.right ? 'book' : 'error'}` },
        verdict.right ? 'Right.' : `Wrong: ${verdict.answer}.`,
      ),
      h('p', {}, verdict.because),
      ...verdict.clauses.map((clause) => h('blockquote', {}, clause.says, h('footer', {}, clause.at))),
      next,
    );
    next.focus();
  }
}

/**
 * @param {DrillQuestion} question
 * @param {(text: string) => void} answer
 */
function options(question, answer) {
  return h(
    'ol',
    { class: 'options plain-list' },
    ...question.options.map((option, i) => h('li', {}, h('button', { onclick: () => answer(String(i + 1)) }, option))),
  );
}

/**
 * A field to type into; amounts may be cut from a rack instead.
 * @param {DrillQuestion} question
 * @param {(text: string) => void} answer
 */
function typed(question, answer) {
  const field = h('input', {
    type: 'text',
    id: 'answer',
    autocomplete: 'off',
    inputmode: question.chips ? 'decimal' : 'text',
  });
  const rack = question.chips ? new Rack() : null;
  const form = h(
    'form',
    { class: 'row wrap' },
    h('label', { for: 'answer' }, question.chips ? 'Amount, or chips from the rack' : 'Answer'),
    field,
    h('button', { class: 'primary' }, 'Answer'),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    answer(field.value.trim() || (rack ? (rack.cents / 100).toFixed(2) : ''));
  });
  return h('div', {}, form, rack ? rack.element : null);
}
