// The proof of a shoe: what was published, and everything verified here, in this browser.

import { h } from './dom.js';
import { noteOf } from './seeds.js';
import { verify } from './verify.js';

/** @import { ShoeProof } from '../wire.d.ts' */

/**
 * @param {HTMLElement} holder
 * @param {ShoeProof} proof
 */
export function showProof(holder, proof) {
  const result = h('ul', { class: 'checks', 'aria-live': 'polite' });
  holder.replaceChildren(
    h('p', {}, 'Commitment, published before the shuffle:', h('code', { class: 'hash' }, proof.commitment)),
    ...(proof.root
      ? [h('p', {}, 'Root over the cards, published before the first bet:', h('code', { class: 'hash' }, proof.root))]
      : []),
    proof.seed
      ? h('p', {}, 'The house’s seed:', h('code', { class: 'hash' }, proof.seed))
      : h('p', { class: 'quiet' }, 'The house’s seed is revealed when the shoe ends; until then nobody may know it.'),
    ...proof.client_seeds.map((client) =>
      h('p', {}, `Client seed of seat ${client.seat}: `, h('code', { class: 'hash' }, client.seed ?? 'not opened')),
    ),
    ...(proof.cut === null
      ? []
      : [
          h(
            'p',
            {},
            `${proof.cut.seat === null ? 'The dealer' : `Seat ${proof.cut.seat}`} cut ${proof.cut.cards} cards.`,
          ),
        ]),
    ...(proof.seed
      ? [
          h(
            'button',
            { id: 'verify', class: 'primary', onclick: () => result.replaceChildren(...checks(proof)) },
            'Verify in this browser',
          ),
        ]
      : []),
    h('p', {}, h('a', { href: '/fairness' }, 'What this proves')),
    result,
  );
}

/** @param {ShoeProof} proof */
function checks(proof) {
  const note = noteOf(proof.id);
  const line = (/** @type {string} */ what, /** @type {boolean} */ holds) =>
    h('li', { class: holds ? null : 'fails' }, `${what}${holds ? '' : ': does not hold'}`);
  const unseen = h(
    'li',
    { class: 'quiet' },
    'This browser did not watch the shoe, so it cannot tell what was published in time.',
  );
  return [
    ...verify(proof, note).map((check) => line(check.what, check.holds)),
    ...(note ? [] : [unseen]),
    ...proof.checks.filter((check) => !check.holds).map((check) => line(`The house’s own check: ${check.what}`, false)),
  ];
}
