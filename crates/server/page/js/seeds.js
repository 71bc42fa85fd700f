// Client seeds: this browser commits to one for every shuffle it sits at, opens it when all are sealed, and keeps what it
// saw, so that the house cannot say later that it was otherwise.

import { complain } from './dom.js';
import { hex, seal } from './shuffle.js';

/** @import { Command, Felt, Problem } from '../wire.d.ts' */

/**
 * What was seen of a shoe before betting.
 * @typedef {{ commitment: string, root?: string, seed?: string, seals?: string[], opened?: boolean, cut?: number }} Note
 */

const KEY = 'croupier.shoes';
const WORDS = 'croupier.words';
/** How many shoes are remembered. */
const KEPT_MAX = 300;

/**
 * What this browser kept of a shoe.
 * @param {string} shoe
 * @returns {Note | null}
 */
export function noteOf(shoe) {
  return notes()[shoe] ?? null;
}

/** Words of one's own that go into the next seeds, before the random part. */
export function ownWords() {
  return localStorage.getItem(WORDS) ?? '';
}

/** @param {string} words */
export function keepWords(words) {
  localStorage.setItem(WORDS, words);
}

/**
 * Follows the felt: takes note of what is published, and commits and opens when it is time.
 * @param {Felt} felt
 * @param {number | null} seat the viewer's
 * @param {(command: Command) => Promise<Problem | null>} order
 */
export function followShoe(felt, seat, order) {
  const { id, commitment, root, client_seeds } = felt.shoe;
  if (!id || !commitment) return;
  const note = noteOf(id) ?? { commitment };
  if (note.commitment !== commitment || (note.root && root && note.root !== root))
    complain('The house shows another commitment than before for this shoe. Do not bet, and keep this page.');
  if (root && !note.root && note.opened && !client_seeds.some((client) => client.seed === note.seed))
    complain('The house has shuffled without your client seed, though your browser opened it in time. Do not bet.');
  if (root && !note.root) keep(id, { ...note, root });
  else if (!noteOf(id)) keep(id, note);
  if (seat === null) return;
  if (felt.phase.is === 'sealing' && !note.seed) {
    const seed = newSeed();
    keep(id, { ...note, seed });
    order({ do: 'seal', commitment: seal(seed) });
  }
  if (felt.phase.is === 'opening' && note.seed && !note.opened) {
    const seals = client_seeds.map((client) => client.commitment);
    if (!seals.includes(seal(note.seed))) return;
    keep(id, { ...note, seals, opened: true });
    order({ do: 'open', seed: note.seed });
  }
}

/**
 * Takes note of a cut of one's own.
 * @param {string | null} shoe
 * @param {number} cards
 */
export function noteCut(shoe, cards) {
  const note = shoe ? noteOf(shoe) : null;
  if (shoe && note) keep(shoe, { ...note, cut: cards });
}

/** Words of one's own, and 128 random bits, so that nobody finds the seed from its hash. */
function newSeed() {
  const random = hex(crypto.getRandomValues(new Uint8Array(16)));
  const words = ownWords().trim();
  return words ? `${words} ${random}` : random;
}

/** @returns {Record<string, Note>} */
function notes() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}');
  } catch {
    return {};
  }
}

/**
 * @param {string} shoe
 * @param {Note} note
 */
function keep(shoe, note) {
  const { [shoe]: _, ...others } = notes();
  const kept = Object.entries(others).slice(1 - KEPT_MAX);
  localStorage.setItem(KEY, JSON.stringify({ ...Object.fromEntries(kept), [shoe]: note }));
}
