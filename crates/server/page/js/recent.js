// The games this browser was played in last, the latest first.

const KEY = 'croupier.recent';
const KEPT = 6;

/** @returns {string[]} ids of games */
export function recentGames() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((game) => typeof game === 'string') : [];
  } catch {
    return [];
  }
}

/** @param {string} game its id */
export function notePlayed(game) {
  const others = recentGames().filter((other) => other !== game);
  localStorage.setItem(KEY, JSON.stringify([game, ...others].slice(0, KEPT)));
}
