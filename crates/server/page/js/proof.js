// The proof of a shoe: what was published, and everything verified here, in this browser.

import { ask } from './api.js';
import { complain, h } from './dom.js';
import { noteOf } from './seeds.js';
import { verify, verifyRound } from './verify.js';

/** @import { RoundProof, ShoeProof } from '../wire.d.ts' */

/**
 * @param {HTMLElement} holder
 * @param {ShoeProof} proof
 * @param {string} round the one that is looked at, which is proved by itself while the shoe goes on
 */
export function showProof(holder, proof, round) {
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
      : proof.root
        ? [
            h(
              'button',
              {
                id: 'verify',
                class: 'primary',
                onclick: () =>
                  roundChecks(round)
                    .then((lines) => result.replaceChildren(...lines))
                    .catch(complain),
              },
              'Verify this round in this browser',
            ),
          ]
        : []),
    h('p', {}, h('a', { class: 'alone', href: '/fairness' }, 'What this proves')),
    result,
  );
}

/**
 * @param {string} what
 * @param {boolean} holds
 */
function line(what, holds) {
  return h('li', { class: holds ? null : 'fails' }, `${what}${holds ? '' : ': does not hold'}`);
}

/** @param {import('./seeds.js').Note | null} note */
function unseen(note) {
  const what = 'This browser did not watch the shoe, so it cannot tell what was published in time.';
  return note ? [] : [h('li', { class: 'quiet' }, what)];
}

/** @param {string} round */
async function roundChecks(round) {
  const proof = /** @type {RoundProof} */ (await ask(`/rounds/${round}/proof`));
  const note = noteOf(proof.shoe);
  return [...verifyRound(proof, note).map((check) => line(check.what, check.holds)), ...unseen(note)];
}

/** @param {ShoeProof} proof */
function checks(proof) {
  const note = noteOf(proof.id);
  return [
    ...verify(proof, note).map((check) => line(check.what, check.holds)),
    ...unseen(note),
    ...proof.checks.filter((check) => !check.holds).map((check) => line(`The house’s own check: ${check.what}`, false)),
  ];
}
