// The shuffle as the browser computes it, against the vectors of tests/fairness/vectors.py, and against a house that cheats.
// No browser is needed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  bytesOf,
  hex,
  leadsTo,
  leafOf,
  rootOf,
  saltOf,
  seal,
  sha256,
  shuffleSeed,
  shuffled,
} from '../../crates/server/page/js/shuffle.js';
import { verify, verifyRound } from '../../crates/server/page/js/verify.js';

/** @import { RoundProof, ShoeProof } from '../../crates/server/page/wire.d.ts' */

const SEED = [...Array(32).keys()].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const SHOE = '0198c0de-0000-7000-8000-000000000001';
const user = (/** @type {string} */ digits) => `00000000-0000-0000-0000-${digits.padStart(12, '0')}`;
const CLIENTS = [
  { seat: 2, user: user('a11'), commitment: seal('my own words'), seed: 'my own words' },
  { seat: 5, user: user('b0b'), commitment: seal('größer'), seed: 'größer' },
];
const DECK = [...'23456789TJQKA'].flatMap((rank) => [...'cdhs'].map((suit) => rank + suit));

test('SHA-256 is SHA-256', () => {
  assert.equal(hex(sha256(bytesOf('abc'))), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  assert.equal(hex(sha256(bytesOf(''))), 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  assert.equal(
    hex(sha256(bytesOf('abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq'))),
    '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  );
});

test('the shuffle and the root are those of the other two programs', () => {
  const seed = shuffleSeed(SEED, SHOE, CLIENTS, 2);
  assert.equal(hex(seed), '49f2a7335d7daa7750616b10ce54077c570680572a36cb26a2a0ed4496ddc1b9');
  const order = shuffled(DECK, seed, 1);
  assert.equal(order.slice(0, 10).join(' '), '4d 5d 3d Js Qc 8c 6d 9h Jc 9s');
  assert.equal(rootOf(SEED, SHOE, order), '64a44c4735678806995f8f5f5f6613579e1c01cf8537ae6dad940fb1702544f4');
});

/** An honest paper: one deck, no cut, two rounds. */
function honest() {
  const cards = shuffled(DECK, shuffleSeed(SEED, SHOE, CLIENTS, 2), 1);
  /** @type {ShoeProof} */
  const paper = {
    id: SHOE,
    table: user('1'),
    game: 'any',
    rules: { deck: DECK, burn: 1, burn_at_dealer_change: 1, cut_limits: null },
    format: 2,
    commitment: hex(sha256(Uint8Array.from(Array(32).keys()))),
    seed: SEED,
    client_seeds: structuredClone(CLIENTS),
    cut: null,
    set_before: 0,
    root: rootOf(SEED, SHOE, cards),
    cards,
    new_dealers: [{ ordered_by: user('f'), rounds: 1, gone: 6, burned: 1 }],
    rounds: [
      { id: user('2'), gone: 1, players: [user('a11')], cards: cards.slice(1, 6) },
      { id: user('3'), gone: 7, players: [user('a11')], cards: cards.slice(7, 12) },
    ],
    checks: [],
  };
  const note = {
    commitment: paper.commitment,
    root: paper.root ?? '',
    seed: 'my own words',
    seals: CLIENTS.map((client) => client.commitment),
    opened: true,
  };
  return { paper, note };
}

test('an honest shoe holds', () => {
  const { paper, note } = honest();
  const checks = verify(paper, note);
  assert.deepEqual(
    checks.filter((check) => !check.holds),
    [],
  );
  assert.ok(checks.length >= 9, JSON.stringify(checks));
});

/** @type {[string, (paper: ShoeProof, note: ReturnType<typeof honest>['note']) => void, RegExp][]} */
const CHEATS = [
  ['a commitment changed after betting', (_, note) => (note.commitment = '00'), /saw before betting/],
  ['a root changed after betting', (_, note) => (note.root = '00'), /saw before betting/],
  ['a seed sealed late', (_, note) => note.seals.pop(), /those sealed when/],
  ['your seed left out', (_, note) => (note.seed = 'other words'), /Your client seed/],
  ['another seed of the house', (paper) => (paper.seed = 'ff'.repeat(32)), /is the commitment/],
  ['another client seed', (paper) => (paper.client_seeds[1].seed = 'chosen late'), /seat 5 is the one committed/],
  ['a burn not recorded', (paper) => paper.new_dealers.pop(), /began with 7 cards gone, and 6 were/],
  ['a burn of two', (paper) => (paper.new_dealers[0].burned = 2), /burned 2/],
  ['burns at will', (paper) => paper.new_dealers.push(paper.new_dealers[0]), /2 new dealers/],
  ['a card dealt from elsewhere', (paper) => (paper.rounds[1].cards[0] = paper.cards[20]), /where the shoe has/],
  ['a card too many in the deck', (paper) => (paper.rules.deck[0] = '3c'), /each as often/],
  ['a withholding seat that plays', (paper) => (paper.client_seeds[0].seed = null), /did not open/],
  ['a cut where there is none', (paper) => (paper.cut = { cards: 9, seat: 1, user: null }), /no cut/],
];

for (const [story, cheat, found] of CHEATS)
  test(`found out: ${story}`, () => {
    const { paper, note } = honest();
    cheat(paper, note);
    const broken = verify(paper, note).filter((check) => !check.holds);
    assert.ok(
      broken.some((check) => found.test(check.what)),
      JSON.stringify(broken),
    );
  });

/**
 * The neighbors from a leaf to the root, lowest first, by the plainest way there is.
 * @param {string[]} cards
 * @param {number} place
 */
function pathOf(cards, place) {
  let level = cards.map((card, at) => leafOf(at, saltOf(SEED, SHOE, at), card));
  const path = [];
  for (let at = place; level.length > 1; at = Math.floor(at / 2)) {
    const neighbor = level[at ^ 1];
    if (neighbor) path.push(hex(neighbor));
    const above = [];
    for (let i = 0; i < level.length; i += 2)
      above.push(i + 1 < level.length ? sha256(Uint8Array.from([1, ...level[i], ...level[i + 1]])) : level[i]);
    level = above;
  }
  return path;
}

test('every card of a shoe leads to the root from its own place alone', () => {
  const cards = shuffled(DECK, shuffleSeed(SEED, SHOE, CLIENTS, 2), 1).slice(0, 37);
  const root = rootOf(SEED, SHOE, cards);
  for (const [place, card] of cards.entries()) {
    const dealt = { place, card, salt: hex(saltOf(SEED, SHOE, place)), path: pathOf(cards, place) };
    assert.ok(leadsTo(root, dealt, 37), `${card} at ${place}`);
    assert.ok(!leadsTo(root, { ...dealt, card: card === 'Kh' ? '2c' : 'Kh' }, 37));
    assert.ok(!leadsTo(root, { ...dealt, place: (place + 1) % 37 }, 37));
    assert.ok(!leadsTo(root, { ...dealt, path: dealt.path.slice(1) }, 37));
  }
});

test('a round is verified while its shoe goes on, and a house that cheats is found out', () => {
  const { cards, commitment, root } = honest().paper;
  if (!root) throw new Error('the paper has a root');
  const round = () => ({
    round: user('2'),
    shoe: SHOE,
    commitment,
    root,
    shoe_cards: 52,
    gone: 1,
    cards: [1, 2, 3, 4].map((place) => ({
      place,
      card: cards[place] ?? '',
      salt: /** @type {string | null} */ (hex(saltOf(SEED, SHOE, place))),
      path: pathOf(cards, place),
    })),
  });
  const fails = (/** @type {RoundProof} */ paper) =>
    verifyRound(paper, { commitment, root }).filter((check) => !check.holds).length;
  assert.equal(fails(round()), 0);
  const hidden = round();
  Object.assign(hidden.cards[1] ?? {}, { card: '??', salt: null, path: [] });
  assert.equal(fails(hidden), 0);
  /** @type {((paper: ReturnType<typeof round>) => void)[]} */
  const cheats = [
    (paper) => Object.assign(paper.cards[0] ?? {}, { card: cards[9] }),
    (paper) => paper.cards.splice(1, 1),
    (paper) => Object.assign(paper.cards[2] ?? {}, { salt: null }),
    (paper) => (paper.root = '0'.repeat(64)),
    (paper) => (paper.commitment = '0'.repeat(64)),
  ];
  for (const cheat of cheats) {
    const paper = round();
    cheat(paper);
    assert.ok(fails(paper) > 0, String(cheat));
  }
});
