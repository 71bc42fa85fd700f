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
   * @param {boolean} timed whether answers have a time limit
   * @param {() => void} leave
   */
  constructor(game, kind, timed, leave) {
    this.game = game;
    this.kind = kind;
    this.timed = timed;
    this.leave = leave;
    this.element = h('section', { class: 'card-box school-question', 'aria-live': 'polite' });
  }

  async next() {
    const { game, kind, timed } = this;
    this.#show(/** @type {DrillQuestion} */ (await order('/school/drills', { game, kind, timed })));
  }

  /** @param {DrillQuestion} question */
  #show(question) {
    const said = h('div', { class: 'answer' });
    const answer = (/** @type {string} */ text) => this.#answer(question, text, said).catch(complain);
    const parts = [
      h(
        'p',
        { class: 'drill-head' },
        h('b', {}, `${question.title}, level ${question.level}`),
        h('span', { class: 'quiet' }, `${this.#right} of ${this.#asked} right`),
      ),
      question.seconds === null ? null : clock(question.seconds),
      ...question.asks.map((line) => h('p', { class: 'asked' }, line)),
      question.options.length > 0 ? options(question, answer) : typed(question, answer),
      said,
      h('button', { class: 'small', onclick: this.leave }, 'Back to the school'),
    ];
    this.element.replaceChildren(...parts.filter((part) => part !== null));
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
    if (verdict.right && !verdict.late) this.#right += 1;
    this.element.querySelector('.school-clock')?.remove();
    for (const button of this.element.querySelectorAll('.options button, form button, .school-rack button'))
      button.setAttribute('disabled', '');
    const next = h('button', { class: 'primary', onclick: () => this.next().catch(complain) }, 'Next');
    said.replaceChildren(
      h('p', { class: `verdict ${verdict.right && !verdict.late ? 'book' : 'error'}` }, verdictWords(verdict)),
      h('p', {}, verdict.because),
      ...verdict.clauses.map((clause) => h('blockquote', {}, clause.says, h('footer', {}, clause.at))),
      next,
    );
    next.focus();
  }
}

/** @param {DrillVerdict} verdict */
function verdictWords(verdict) {
  if (!verdict.right) return `Wrong: ${verdict.answer}.`;
  return verdict.late ? 'Right, but too late: it counts as wrong.' : 'Right.';
}

/**
 * The time that is left, as a bar that grows shorter.
 * @param {number} seconds
 */
function clock(seconds) {
  const bar = h('progress', { class: 'school-clock', max: seconds, value: seconds, 'aria-label': 'Time left' });
  const end = performance.now() + seconds * 1000;
  const tick = setInterval(() => {
    if (!bar.isConnected) return clearInterval(tick);
    bar.value = Math.max(0, (end - performance.now()) / 1000);
    if (bar.value === 0) {
      clearInterval(tick);
      bar.replaceWith(h('p', { class: 'school-clock verdict error', role: 'status' }, 'Time is up.'));
    }
  }, 200);
  return bar;
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
