// The school: choose a game and a lesson, deal rounds, answer questions, take tests.

import { ask, order } from './api.js';
import { complain, h, need } from './dom.js';
import { mustSignIn } from './header.js';
import { DealtRound } from './school-round.js';
import { Questions } from './school-drill.js';

/** @import { CourseCard, ExerciseView, GameCard, LessonCard, School } from '../wire.d.ts' */

const KEY = 'croupier.school';

/** How a person likes to practice, kept by this browser. */
const wishes = {
  game: '',
  seats: 3,
  shuffle: true,
  told_at_once: true,
  timed: false,
  mixed_signals: 0,
  irregularities: 0,
  second_thoughts: 0,
  slow: 0,
  cheating: 0,
  chart_players: 0,
  .../** @type {object} */ (kept()),
};

/** @typedef {'mixed_signals' | 'irregularities' | 'second_thoughts' | 'slow' | 'cheating' | 'chart_players'} Chance */

/** @type {Chance[]} */
const CHANCES = ['mixed_signals', 'irregularities', 'second_thoughts', 'slow', 'cheating', 'chart_players'];

/** Who may sit at the table: from players who only play to those who must be watched. */
/** @type {Record<string, Record<Chance, number>>} */
const COMPANY = {
  'Quiet players': { mixed_signals: 0, irregularities: 0, second_thoughts: 0, slow: 0, cheating: 0, chart_players: 0 },
  'Basic strategy': {
    mixed_signals: 0,
    irregularities: 0,
    second_thoughts: 0,
    slow: 0,
    cheating: 0,
    chart_players: 100,
  },
  'A lively table': {
    mixed_signals: 10,
    irregularities: 5,
    second_thoughts: 10,
    slow: 15,
    cheating: 0,
    chart_players: 30,
  },
  'Game protection': {
    mixed_signals: 10,
    irregularities: 8,
    second_thoughts: 10,
    slow: 10,
    cheating: 12,
    chart_players: 30,
  },
};

/** @returns {unknown} */
function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}');
  } catch {
    return {};
  }
}

/** @param {Partial<typeof wishes>} change */
function wish(change) {
  Object.assign(wishes, change);
  localStorage.setItem(KEY, JSON.stringify(wishes));
}

/** The whole page: the choice of what to practice, or what is being practiced. */
class Classroom {
  #place = need('school', HTMLElement);

  /** @param {GameCard[]} games */
  constructor(games) {
    this.games = games;
  }

  async choose() {
    document.body.classList.remove('dealing');
    const school = /** @type {School} */ (await ask('/school'));
    const course = school.courses.find((one) => one.game === wishes.game) ?? school.courses[0];
    document.body.dataset.game = course.game;
    this.#place.replaceChildren(
      this.#tests(school),
      h('div', { class: 'row wrap' }, h('label', { for: 'game' }, 'Game'), this.#gameSelect(school, course)),
      h('div', { class: 'school-columns' }, this.#lessons(course), this.#drills(course)),
      this.#records(school),
    );
  }

  /**
   * @param {School} school
   * @param {CourseCard} course
   */
  #gameSelect(school, course) {
    const select = h(
      'select',
      { id: 'game' },
      ...school.courses.map((one) => h('option', { value: one.game, selected: one === course }, one.name)),
    );
    select.addEventListener('change', () => {
      wish({ game: select.value });
      this.choose().then(() => need('game', HTMLSelectElement).focus(), complain);
    });
    return select;
  }

  /** @param {CourseCard} course */
  #lessons(course) {
    return h(
      'section',
      { class: 'card-box', 'aria-labelledby': 'lessons-title' },
      h('h2', { id: 'lessons-title' }, 'Deal'),
      h('p', {}, 'You deal; the players are played for you. Every move is held against the document.'),
      h(
        'ol',
        { class: 'plain-list lessons' },
        ...course.lessons.map((lesson) =>
          h(
            'li',
            {},
            h('button', { class: 'primary', onclick: () => this.#begin(course, lesson) }, lesson.title),
            h(
              'span',
              { class: 'quiet' },
              lesson.rounds ? `${lesson.clean} of ${lesson.rounds} without an error` : 'new',
            ),
          ),
        ),
      ),
      this.#settings(),
    );
  }

  #settings() {
    const number = (
      /** @type {'seats' | Chance} */ name,
      /** @type {string} */ words,
      /** @type {number} */ min,
      /** @type {number} */ max,
    ) => {
      const field = h('input', { type: 'number', id: `wish-${name}`, min, max, value: wishes[name] });
      field.addEventListener('change', () => {
        const value = Math.max(min, Math.min(max, Math.round(Number(field.value) || min)));
        field.value = String(value);
        wish({ [name]: value });
      });
      return h('p', { class: 'row' }, h('label', { for: `wish-${name}` }, words), field);
    };
    const check = (/** @type {'shuffle' | 'told_at_once'} */ name, /** @type {string} */ words) => {
      const box = h('input', { type: 'checkbox', id: `wish-${name}`, checked: wishes[name] });
      box.addEventListener('change', () => wish({ [name]: box.checked }));
      return h('p', { class: 'row' }, box, h('label', { for: `wish-${name}` }, words));
    };
    return h(
      'details',
      { class: 'school-wishes' },
      h('summary', {}, 'Settings'),
      number('seats', 'Players', 1, 7),
      check('shuffle', 'Begin with the opening: verify, wash, shuffle'),
      check('told_at_once', 'Tell errors at once (else when the round is over)'),
      this.#company(),
      number('chart_players', 'Players on basic strategy, in 100', 0, 100),
      number('slow', 'Slow to decide, in 100 decisions', 0, 100),
      number('second_thoughts', 'Changes of mind, in 100 decisions', 0, 100),
      number('mixed_signals', 'Hand and voice contradict each other, in 100 decisions', 0, 100),
      number('irregularities', 'Late bets and touched cards, in 100 decisions', 0, 100),
      number('cheating', 'Cheating (past-posting, pinching, switching), in 100 bets', 0, 100),
      h(
        'p',
        { class: 'row' },
        h('label', { for: 'wish-seed' }, 'Deal the round of this number; empty for any'),
        h('input', { id: 'wish-seed', type: 'text', inputmode: 'numeric', pattern: '[0-9]*', size: 16 }),
      ),
    );
  }

  /** Who sits at the table, chosen in one word; it fills in the chances below. */
  #company() {
    const known = Object.entries(COMPANY).find(([, chances]) =>
      CHANCES.every((name) => wishes[name] === chances[name]),
    );
    const select = h(
      'select',
      { id: 'wish-company' },
      ...Object.keys(COMPANY).map((name) => h('option', { selected: name === known?.[0] }, name)),
      h('option', { selected: !known, value: '' }, 'As set below'),
    );
    select.addEventListener('change', () => {
      const chances = COMPANY[select.value];
      if (!chances) return;
      wish(chances);
      for (const name of CHANCES) need(`wish-${name}`, HTMLInputElement).value = String(chances[name]);
    });
    return h('p', { class: 'row' }, h('label', { for: 'wish-company' }, 'Who plays'), select);
  }

  /** @param {CourseCard} course */
  #drills(course) {
    return h(
      'section',
      { class: 'card-box', 'aria-labelledby': 'drills-title' },
      h('h2', { id: 'drills-title' }, 'Drills'),
      h('p', {}, 'Short questions. What you get wrong comes back sooner.'),
      h(
        'ul',
        { class: 'plain-list lessons' },
        ...course.drills.map((drill) =>
          h(
            'li',
            {},
            h('button', { onclick: () => this.#drill(course, drill.id) }, drill.title),
            h('span', { class: 'quiet' }, `Level ${drill.level}; ${drill.known} of ${drill.topics} known`),
          ),
        ),
      ),
      this.#timed(),
    );
  }

  #timed() {
    const box = h('input', { type: 'checkbox', id: 'wish-timed', checked: wishes.timed });
    box.addEventListener('change', () => wish({ timed: box.checked }));
    const words = 'Against the clock: 40, 20 or 10 seconds by level; later is wrong';
    return h('p', { class: 'row' }, box, h('label', { for: 'wish-timed' }, words));
  }

  /** @param {School} school */
  #tests(school) {
    if (school.tests.length === 0) return h('div', {});
    return h(
      'section',
      { class: 'card-box', 'aria-labelledby': 'tests-title' },
      h('h2', { id: 'tests-title' }, 'Table tests'),
      ...school.tests.map((test) =>
        h(
          'p',
          { class: 'row wrap' },
          h(
            'button',
            { class: 'primary', onclick: () => this.#take(test.hash) },
            test.begun > 0 ? 'Go on with the test' : 'Take the test',
          ),
          `${test.rounds} of each: ${test.games.join(', ')}; at most ${test.errors_max} errors${test.seconds_max === null ? '' : ` and ${test.seconds_max} seconds`}; set by ${test.examiner}.`,
        ),
      ),
    );
  }

  /** @param {School} school */
  #records(school) {
    if (school.records.length === 0) return h('div', {});
    return h(
      'section',
      { class: 'card-box', 'aria-labelledby': 'records-title' },
      h('h2', { id: 'records-title' }, 'On file'),
      h(
        'ul',
        { class: 'plain-list' },
        ...school.records.map((record) =>
          h(
            'li',
            {},
            h(
              'a',
              { class: 'alone', href: `/api/v1/school/records/${record.hash}` },
              `${new Date(record.ended).toLocaleDateString()}: ${record.passed ? 'passed' : 'not passed'}, ${record.errors} errors`,
            ),
          ),
        ),
      ),
    );
  }

  /**
   * @param {CourseCard} course
   * @param {LessonCard} lesson
   */
  async #begin(course, lesson) {
    wish({ game: course.game });
    const seats = Math.min(wishes.seats, this.#card(course.game).layout.seats);
    const { shuffle, told_at_once } = wishes;
    const typed = need('wish-seed', HTMLInputElement).value.trim();
    const seed = typed === '' ? null : Number(typed);
    const chances = Object.fromEntries(CHANCES.map((name) => [name, wishes[name]]));
    const wished = { seats, shuffle, told_at_once, seed, ...chances };
    await this.#deal(() => order('/school/rounds', { game: course.game, lesson: lesson.id, ...wished }));
  }

  /** @param {string} hash */
  async #take(hash) {
    await this.#deal(() => order(`/school/tests/${hash}/take`));
  }

  /**
   * Deals one round after another that `next` gives.
   * @param {() => Promise<ExerciseView>} next
   */
  async #deal(next) {
    try {
      const view = await next();
      document.body.dataset.game = view.game;
      document.body.classList.add('dealing');
      const round = new DealtRound(view, this.#card(view.game), {
        again: () => this.#deal(next),
        leave: () => this.choose().catch(complain),
      });
      this.#place.replaceChildren(round.element);
      round.show(view);
      round.focus();
    } catch (fault) {
      complain(fault);
    }
  }

  /**
   * @param {CourseCard} course
   * @param {string} kind
   */
  #drill(course, kind) {
    wish({ game: course.game });
    const questions = new Questions(course.game, kind, wishes.timed, () => this.choose().catch(complain));
    this.#place.replaceChildren(questions.element);
    questions.next().catch(complain);
  }

  /** @param {string} game */
  #card(game) {
    const card = this.games.find((one) => one.id === game);
    if (!card) throw new Error(`The house has no game called ${game}.`);
    return card;
  }
}

async function start() {
  await mustSignIn();
  const games = /** @type {GameCard[]} */ (await ask('/games'));
  await new Classroom(games).choose();
}

start().catch(complain);
