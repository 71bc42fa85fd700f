// The shapes that are printed on cards: suits and ranks, as paths.

/** The suits by their letter: what they are called, and a path in a box of 100 by 100 around the origin. */
export const SUITS = {
  s: {
    name: 'spades',
    path: 'M0-49C8-31 46-7 46 18C46 33 35 41 24 41C14 41 7 36 3 27C4 38 8 45 19 49H-19C-8 45-4 38-3 27C-7 36-14 41-24 41C-35 41-46 33-46 18C-46-7-8-31 0-49Z',
  },
  h: {
    name: 'hearts',
    path: 'M0 48C-10 30-46 8-46-18C-46-36-33-45-22-45C-11-45-3-38 0-27C3-38 11-45 22-45C33-45 46-36 46-18C46 8 10 30 0 48Z',
  },
  d: {
    name: 'diamonds',
    path: 'M0-50C9-31 22-14 39 0C22 14 9 31 0 50C-9 31-22 14-39 0C-22-14-9-31 0-50Z',
  },
  c: {
    name: 'clubs',
    path: 'M-22-25a22 22 0 1 0 44 0a22 22 0 1 0-44 0ZM-47 10a22 22 0 1 0 44 0a22 22 0 1 0-44 0ZM3 10a22 22 0 1 0 44 0a22 22 0 1 0-44 0ZM-12-4a12 12 0 1 0 24 0a12 12 0 1 0-24 0ZM-5-4C-5 25-6 43-19 49H19C6 43 5 25 5-4Z',
  },
};

/** @typedef {keyof typeof SUITS} Suit */

/** The ranks by their letter: what they are called, and a path to be stroked in a box `wide` by 80. */
export const RANKS = {
  A: { name: 'ace', wide: 60, path: 'M5 78L30 4L55 78M14 54H46' },
  2: { name: '2', wide: 60, path: 'M9 25C9 10 18 4 30 4C43 4 51 12 51 24C51 42 20 54 8 76H54' },
  3: { name: '3', wide: 60, path: 'M9 4H50L27 33C44 31 53 42 53 54C53 69 43 77 29 77C17 77 9 71 6 62' },
  4: { name: '4', wide: 60, path: 'M42 78V4L6 56H57' },
  5: {
    name: '5',
    wide: 60,
    path: 'M50 4H15L11 37C17 31 25 29 31 29C45 29 54 39 54 53C54 68 44 77 30 77C18 77 10 71 6 63',
  },
  6: {
    name: '6',
    wide: 60,
    path: 'M47 12C42 6 37 4 31 4C15 4 7 21 7 46C7 67 17 77 31 77C45 77 54 67 54 53C54 39 45 31 32 31C19 31 8 40 7 53',
  },
  7: { name: '7', wide: 60, path: 'M6 17V4H54C38 26 28 48 26 78' },
  8: {
    name: '8',
    wide: 60,
    path: 'M30 37C18 37 11 30 11 20.5C11 10 19 4 30 4C41 4 49 10 49 20.5C49 30 42 37 30 37C15 37 7 46 7 57C7 69 16 77 30 77C44 77 53 69 53 57C53 46 45 37 30 37Z',
  },
  9: {
    name: '9',
    wide: 60,
    path: 'M13 69C18 75 23 77 29 77C45 77 53 60 53 35C53 14 43 4 29 4C15 4 6 14 6 28C6 42 15 50 28 50C41 50 52 41 53 28',
  },
  T: {
    name: '10',
    wide: 78,
    path: 'M3 16L17 4V78M56 4C42 4 36 18 36 41C36 64 42 77 56 77C70 77 75 64 75 41C75 18 70 4 56 4Z',
  },
  J: { name: 'jack', wide: 60, path: 'M40 4V55C40 70 33 77 22 77C12 77 6 70 6 58M24 4H54' },
  Q: {
    name: 'queen',
    wide: 60,
    path: 'M30 4C14 4 6 20 6 40C6 60 14 76 30 76C46 76 54 60 54 40C54 20 46 4 30 4ZM34 54L56 80',
  },
  K: { name: 'king', wide: 60, path: 'M10 4V78M52 4L11 48M25 34L54 78' },
};

/** @typedef {keyof typeof RANKS} Rank */

/**
 * What a card is called: "king of hearts".
 * @param {string} card
 */
export function cardName(card) {
  const rank = RANKS[/** @type {Rank} */ (card[0])];
  const suit = SUITS[/** @type {Suit} */ (card[1])];
  return rank && suit ? `${rank.name} of ${suit.name}` : 'a hidden card';
}
