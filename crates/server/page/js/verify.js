// A shoe verified by this browser alone: from the paper, and from what the browser itself saw before betting.

import { fromHex, hex, leadsTo, rootOf, seal, sha256, shuffleSeed, shuffled, sorted } from './shuffle.js';

/** @import { NewDealer, RoundProof, ShoeProof } from '../wire.d.ts' */
/** @import { Note } from './seeds.js' */

/** @typedef {{ what: string, holds: boolean }} Check */

/** How many dealers may start in the course of a shoe. */
const NEW_DEALERS_MAX = 1;

/**
 * Every check, each with how it came out.
 * @param {ShoeProof} paper
 * @param {Note | null} note what this browser kept of the shoe
 * @returns {Check[]}
 */
export function verify(paper, note) {
  const { seed } = paper;
  if (!seed) return [{ what: 'The house’s seed is not revealed yet', holds: false }];
  const checks = [
    {
      what: 'SHA-256 of the house’s seed is the commitment',
      holds: hex(sha256(fromHex(seed))) === paper.commitment,
    },
    ...asSeen(paper, note),
    ...clientSeeds(paper),
  ];
  if (paper.root === null)
    return [
      ...checks,
      { what: 'The shoe was never shuffled, and no round was dealt from it', holds: paper.rounds.length === 0 },
    ];
  checks.push({ what: deckWords(paper.rules.deck), holds: isWholeDecks(paper.rules.deck) });
  checks.push(cutCheck(paper));
  const shuffle = shuffleSeed(seed, paper.id, paper.client_seeds, paper.format);
  const cut = paper.cut?.cards ?? 0;
  const order = shuffled(paper.rules.deck, shuffle, 1);
  const cards = [...order.slice(cut), ...order.slice(0, cut)];
  checks.push({
    what: 'The cards follow from the house’s seed, the client seeds and the cut',
    holds: same(cards, paper.cards),
  });
  if (paper.format > 1)
    checks.push({
      what: 'The Merkle root over the cards is the one published before the first bet',
      holds: rootOf(seed, paper.id, cards) === paper.root,
    });
  const difference = dealAgain(cards, shuffle, paper);
  checks.push({
    what: `All ${paper.rounds.length} rounds were dealt the shoe’s cards as they lay, and no other card left it${difference ? `: ${difference}` : ''}`,
    holds: difference === null,
  });
  return checks;
}

/**
 * The cards of a round while its shoe goes on.
 * @param {RoundProof} paper
 * @param {Note | null} note what this browser kept of the shoe
 * @returns {Check[]}
 */
export function verifyRound(paper, note) {
  const within = paper.cards.filter((dealt) => dealt.place < paper.shoe_cards);
  const seen = within.filter((dealt) => dealt.card !== '??');
  const wrong = seen.find(({ salt, ...dealt }) => !salt || !leadsTo(paper.root, { ...dealt, salt }, paper.shoe_cards));
  const unseen = paper.cards.length - seen.length;
  return [
    ...(note
      ? [
          {
            what: 'Commitment and root are those this browser saw before betting',
            holds: note.commitment === paper.commitment && note.root === paper.root,
          },
        ]
      : []),
    {
      what: `The cards lie side by side, from place ${paper.gone + 1} on`,
      holds: paper.cards.length > 0 && paper.cards.every((dealt, number) => dealt.place === paper.gone + number),
    },
    {
      what: `Each of the ${seen.length} cards that were seen lies in its place under the root${wrong ? `: not ${wrong.card} at place ${wrong.place + 1}` : ''}`,
      holds: !wrong,
    },
    ...(unseen > 0
      ? [
          {
            what: `${unseen} cards that you did not see, or that came from the discards, are proved when the shoe is over`,
            holds: true,
          },
        ]
      : []),
  ];
}

/**
 * What the paper says against what this browser saw while the shoe was in play.
 * @param {ShoeProof} paper
 * @param {Note | null} note
 * @returns {Check[]}
 */
function asSeen(paper, note) {
  if (!note) return [];
  const checks = [
    {
      what: 'Commitment and root are those this browser saw before betting',
      holds: note.commitment === paper.commitment && (!note.root || note.root === paper.root),
    },
  ];
  if (note.seals)
    checks.push({
      what: 'The client seeds are those sealed when this browser opened its own',
      holds: same(
        note.seals,
        paper.client_seeds.map((client) => client.commitment),
      ),
    });
  if (note.opened)
    checks.push({
      what: 'Your client seed is in the shuffle',
      holds: paper.client_seeds.some((client) => client.seed === note.seed),
    });
  if (note.cut !== undefined)
    checks.push({ what: `You cut ${note.cut} cards, and so it says`, holds: paper.cut?.cards === note.cut });
  return checks;
}

/**
 * @param {ShoeProof} paper
 * @returns {Check[]}
 */
function clientSeeds(paper) {
  if (paper.format === 1) return [];
  return paper.client_seeds.map(({ seat, user, commitment, seed }) =>
    seed === null
      ? {
          what: `Seat ${seat} did not open its client seed, and sat out until the next shuffle`,
          holds: !paper.rounds.some((round) => user !== null && round.players.includes(user)),
        }
      : { what: `The client seed of seat ${seat} is the one committed to`, holds: seal(seed) === commitment },
  );
}

/**
 * @param {ShoeProof} paper
 * @returns {Check}
 */
function cutCheck(paper) {
  const { cut, rules } = paper;
  if (!rules.cut_limits) return { what: 'The game has no cut', holds: cut === null };
  if (!cut) return { what: 'The shoe was cut', holds: false };
  const [min, max] = rules.cut_limits;
  if (cut.seat === null)
    return {
      what: `The dealer cut ${cut.cards} cards, in the middle`,
      holds: cut.cards === Math.floor(rules.deck.length / 2),
    };
  return {
    what: `Seat ${cut.seat} cut ${cut.cards} cards, as the rules allow`,
    holds: cut.cards >= min && cut.cards <= max,
  };
}

/** @param {string[]} deck */
function counts(deck) {
  /** @type {Map<string, number>} */
  const counted = new Map();
  for (const card of deck) counted.set(card, (counted.get(card) ?? 0) + 1);
  return counted;
}

/** @param {string[]} deck */
function deckWords(deck) {
  const counted = counts(deck);
  return `The shoe holds ${deck.length / counted.size} × ${counted.size} cards, each as often as every other`;
}

/** @param {string[]} deck */
function isWholeDecks(deck) {
  const counted = counts(deck);
  const suits = new Set([...counted.keys()].map((card) => card[0]));
  return new Set(counted.values()).size === 1 && counted.size === 4 * suits.size && same(deck, sorted(deck));
}

/**
 * Deals every round again; nothing but rounds and new dealers may take a card from the shoe.
 * @param {string[]} order
 * @param {Uint8Array} seed
 * @param {ShoeProof} paper
 * @returns {string | null} the first difference
 */
function dealAgain(order, seed, paper) {
  let cards = [...order];
  let gone = Math.min(paper.rules.burn, cards.length);
  let shuffles = 1;
  if (paper.new_dealers.length > NEW_DEALERS_MAX) return `${paper.new_dealers.length} new dealers started`;
  const start = (/** @type {NewDealer} */ dealer) => {
    const wrong = dealer.gone !== gone || dealer.burned > paper.rules.burn_at_dealer_change;
    gone += dealer.burned;
    return wrong ? `a new dealer burned ${dealer.burned} with ${dealer.gone} cards gone` : null;
  };
  for (const [number, round] of paper.rounds.entries()) {
    for (const dealer of paper.new_dealers.filter((one) => one.rounds === number)) {
      const wrong = start(dealer);
      if (wrong) return wrong;
    }
    if (round.gone !== gone) return `round ${number + 1} began with ${round.gone} cards gone, and ${gone} were`;
    let discards = gone;
    for (const card of round.cards) {
      if (gone === cards.length) {
        if (discards === 0) return `round ${number + 1} ran out of cards`;
        shuffles += 1;
        const returned = shuffled(sorted(cards.slice(0, discards)), seed, shuffles);
        cards = [...cards.slice(discards), ...returned];
        gone -= discards;
        discards = 0;
      }
      if (cards[gone] !== card) return `round ${number + 1} was dealt ${card} where the shoe has ${cards[gone]}`;
      gone += 1;
    }
  }
  for (const dealer of paper.new_dealers.filter((one) => one.rounds === paper.rounds.length)) {
    const wrong = start(dealer);
    if (wrong) return wrong;
  }
  const late = paper.new_dealers.find((one) => one.rounds > paper.rounds.length);
  return late ? `a new dealer started after round ${late.rounds}` : null;
}

/**
 * @param {string[]} one
 * @param {string[]} other
 */
function same(one, other) {
  return one.length === other.length && one.every((item, place) => item === other[place]);
}
