// How a person likes to practice: who plays, what is told when, and the number of a round.

import { h, need } from './dom.js';

const KEY = 'croupier.school';

/** How a person likes to practice, kept by this browser. */
export const wishes = {
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

/** @param {Partial<typeof wishes>} change */
export function wish(change) {
  Object.assign(wishes, change);
  localStorage.setItem(KEY, JSON.stringify(wishes));
}

/** How often players misbehave, as the house is asked for it. */
export function chances() {
  return Object.fromEntries(CHANCES.map((name) => [name, wishes[name]]));
}

/** The panel in which all of it is set. */
export function buildSettings() {
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
      need('wish-company', HTMLSelectElement).value = companyNow();
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
    company(),
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
function company() {
  const known = companyNow();
  const select = h(
    'select',
    { id: 'wish-company' },
    ...Object.keys(COMPANY).map((name) => h('option', { selected: name === known }, name)),
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

/** The name of the company that is wished for, or nothing where its chances were set one by one. */
function companyNow() {
  const known = Object.entries(COMPANY).find(([, chances]) => CHANCES.every((name) => wishes[name] === chances[name]));
  return known?.[0] ?? '';
}

/** @returns {unknown} */
function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}');
  } catch {
    return {};
  }
}
