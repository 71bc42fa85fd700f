// The proof of a shoe: what the house checked, and the commitment checked here, in this browser.

import { h } from './dom.js';

/** @import { ShoeProof } from '../wire.d.ts' */

/**
 * @param {HTMLElement} holder
 * @param {ShoeProof} proof
 */
export function showProof(holder, proof) {
  const result = h('ul', { class: 'checks', 'aria-live': 'polite' });
  const { seed } = proof;
  holder.replaceChildren(
    h('p', {}, 'Published before the first bet:', h('code', { class: 'hash' }, proof.commitment)),
    seed
      ? h('p', {}, 'The seed:', h('code', { class: 'hash' }, seed))
      : h('p', { class: 'quiet' }, 'The seed is revealed when the shoe ends; until then nobody may know it.'),
    ...(proof.client_seeds.length > 0
      ? [
          h(
            'p',
            {},
            `Mixed in by the players: ${proof.client_seeds.map(([seat, words]) => `seat ${seat} “${words}”`).join(', ')}`,
          ),
        ]
      : []),
    ...(proof.cut === null ? [] : [h('p', {}, `${proof.cut} cards were cut.`)]),
    ...(seed
      ? [
          h(
            'button',
            {
              id: 'verify',
              class: 'primary',
              onclick: async () => result.replaceChildren(...(await checks(proof, seed))),
            },
            'Verify',
          ),
        ]
      : []),
    result,
  );
}

/**
 * @param {ShoeProof} proof
 * @param {string} seed
 */
async function checks(proof, seed) {
  const own = await commitmentOf(seed);
  const line = (/** @type {string} */ what, /** @type {boolean} */ holds) =>
    h('li', { class: holds ? null : 'fails' }, `${what}${holds ? '' : ': does not hold'}`);
  return [
    own === null
      ? line('This browser checks hashes on secure pages only; the house’s own checks follow', true)
      : line('SHA-256 of the seed is the commitment (checked by this browser)', own === proof.commitment.toLowerCase()),
    ...proof.checks.map((check) => line(`The house says: ${check.what}`, check.holds)),
  ];
}

/**
 * SHA-256 of a seed written in hexadecimal digits; null where the browser has no such thing.
 * @param {string} seed
 */
async function commitmentOf(seed) {
  if (!globalThis.crypto?.subtle) return null;
  const bytes = Uint8Array.from(seed.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
