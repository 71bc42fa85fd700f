// The school: choose a game and a lesson, deal rounds, answer questions, take tests.

import { ask, order } from './api.js';
import { layCloth } from './cloth.js';
import { complain, h, need } from './dom.js';
import { mustSignIn } from './header.js';
import { DealtRound } from './school-round.js';
import { Questions } from './school-drill.js';
import { buildSettings, chances, wish, wishes } from './school-settings.js';

/** @import { CourseCard, ExerciseView, GameCard, LessonCard, School } from '../wire.d.ts' */

/** The whole page: the choice of what to practice, or what is being practiced. */
class Classroom {
  #place = need('school', HTMLElement);
  // Built once, so that it stays open and keeps what is typed when another game is chosen.
  #settings = buildSettings();

  /** @param {GameCard[]} games */
  constructor(games) {
    this.games = games;
  }

  async choose() {
    document.body.classList.remove('dealing');
    const school = /** @type {School} */ (await ask('/school'));
    const course = school.courses.find((one) => one.game === wishes.game) ?? school.courses[0];
    layCloth(course.game);
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
      this.#settings,
    );
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
    const wished = { seats, shuffle, told_at_once, seed, ...chances() };
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
      layCloth(view.game);
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
