// The color of the cloth a game is played on. It follows from the game's id, so that a game looks the same in the lobby, at the
// table and in the school, and a rules file somebody brings has a cloth, too.

/** As many as base.css has. */
const CLOTHS = 8;

/**
 * The number of a game's cloth.
 * @param {string} game its id
 */
export function clothOf(game) {
  return [...game].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1000003, 0) % CLOTHS;
}

/**
 * Shows the whole page as that of a game.
 * @param {string} game its id
 */
export function layCloth(game) {
  document.body.dataset.game = game;
  document.body.dataset.cloth = String(clothOf(game));
}
