// Finding a game among many: by a word of its name, by its family, or among those recently played.

import { h } from './dom.js';
import { recentGames } from './recent.js';

/** @import { GameCard } from '../wire.d.ts' */

/**
 * What people call a family of games, and cards that stand for it.
 * @type {Record<string, { name: string, fan: string[] }>}
 */
export const FAMILIES = {
  'twenty-one': { name: 'Blackjack', fan: ['Ah', 'Ks'] },
  stud: { name: 'Poker', fan: ['Ks', 'Kh', 'Qd', 'Jc', 'Ts'] },
  baccarat: { name: 'Baccarat', fan: ['9h', 'Kd', '6c', '3s'] },
  'single-card': { name: 'Single cards', fan: ['4c', '9d', 'Kh'] },
};

const ALL = 'all';
const RECENT = 'recent';

export class LobbyFilter {
  #family = ALL;
  #games;
  #search;
  #choices;
  #count;
  #changed;

  /**
   * @param {HTMLElement} holder
   * @param {GameCard[]} games
   * @param {() => void} changed
   */
  constructor(holder, games, changed) {
    this.#changed = changed;
    this.#games = games;
    this.#search = h('input', { id: 'find-game', type: 'search', autocomplete: 'off', oninput: () => this.#look() });
    this.#count = h('p', { class: 'quiet', role: 'status' });
    const present = Object.entries(FAMILIES).filter(([id]) => games.some((game) => game.layout.family === id));
    /** @type {[string, string][]} */
    const choices = [
      [ALL, 'All games'],
      ...present.map(([id, { name }]) => /** @type {[string, string]} */ ([id, name])),
    ];
    if (games.some((game) => recentGames().includes(game.id))) choices.splice(1, 0, [RECENT, 'Recently played']);
    this.#choices = choices.map(([id, words]) =>
      h('button', { type: 'button', 'data-family': id, onclick: () => this.#choose(id) }, words),
    );
    holder.replaceChildren(
      h('div', { class: 'row' }, h('label', { for: 'find-game' }, 'Find a game'), this.#search),
      h('div', { class: 'row wrap families', role: 'group', 'aria-label': 'Kind of game' }, ...this.#choices),
      this.#count,
    );
    this.#show();
  }

  /** What the choice depends on, for those who show by it. */
  get key() {
    return `${this.#family} ${this.#search.value}`;
  }

  /**
   * Whether a game, or a table at which it is dealt, is looked for.
   * @param {GameCard | undefined} game
   * @param {string} [table] the table's name
   */
  admits(game, table = '') {
    if (!game) return this.#family === ALL && this.#search.value.trim() === '';
    const wanted = this.#search.value.trim().toLowerCase();
    const text = `${game.name} ${game.short_name} ${game.id} ${table}`.toLowerCase();
    return this.#inFamily(game) && wanted.split(/\s+/).every((word) => text.includes(word));
  }

  /** @param {GameCard} game */
  #inFamily(game) {
    if (this.#family === ALL) return true;
    return this.#family === RECENT ? recentGames().includes(game.id) : game.layout.family === this.#family;
  }

  /** @param {string} family */
  #choose(family) {
    this.#family = family;
    this.#look();
  }

  #look() {
    this.#show();
    this.#changed();
  }

  #show() {
    for (const button of this.#choices)
      button.setAttribute('aria-pressed', String(button.dataset.family === this.#family));
    const found = this.#games.filter((game) => this.admits(game)).length;
    this.#count.textContent = found === 0 ? 'No game matches.' : `${found} of ${this.#games.length} games`;
  }
}
