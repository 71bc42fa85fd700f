// What lies on the felt at one instant: cards, chips and the small signs beside them, each with its place.

import { dollars, signed } from '../js/money.js';
import { CARD_WIDE, HAND_Y, on } from './arrange.js';

/** @import { Felt, HandAt, HandBet, HandView, WagerView } from '../wire.d.ts' */
/** @import { Arrangement, Place, SeatPlace } from './arrange.js' */

/**
 * @typedef {{ key: string, kind: 'card', place: Place, card: string, from: Place, to: Place, dim: boolean, group: string }} CardPiece
 * @typedef {{ key: string, kind: 'stack', place: Place, cents: number, from: Place, to: Place }} StackPiece
 * @typedef {{ key: string, kind: 'lammer', place: Place, from: Place, to: Place }} LammerPiece
 * @typedef {{ key: string, kind: 'sign', place: Place, text: string, tone: string, from: Place, to: Place }} SignPiece
 * @typedef {CardPiece | StackPiece | LammerPiece | SignPiece} Piece
 */

const WHOLE = { x: 0, y: 0, scale: 1, angle: 0 };

/**
 * @param {Felt} felt
 * @param {Arrangement} at
 * @param {HandBet[] | null} slip the viewer's own bets as they are being placed, where they differ from the table's
 * @returns {Piece[]}
 */
export function piecesOf(felt, at, slip) {
  if (isCleared(felt, slip))
    return at.seats.flatMap((seat) => seatPieces({ ...felt, hands: [] }, at, seat, seat.mine ? slip : null));
  return [
    ...row(felt.dealer, 'dealer', at.dealer, at),
    ...row(felt.board, 'board', at.board, at),
    ...row(felt.extra, 'extra', at.extra, at),
    ...(felt.dealer_total && felt.dealer.length > 0 ? [dealerSign(felt, at)] : []),
    ...at.seats.flatMap((seat) => seatPieces(felt, at, seat, seat.mine ? slip : null)),
  ];
}

/**
 * The last round lies on the felt until somebody bets on the next.
 * @param {Felt} felt
 * @param {HandBet[] | null} slip
 */
function isCleared(felt, slip) {
  const between = ['waiting', 'betting', 'sealing', 'opening', 'cutting'].includes(felt.phase.is);
  return (
    between &&
    (felt.seats.some((seat) => seat.bets.length > 0) ||
      (slip ?? []).some((bet) => bet.main > 0 || Object.keys(bet.side).length > 0))
  );
}

const ORDINALS = ['second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'];

/**
 * Which of a player's hands it is, in words; empty for one that needs none.
 * @param {HandAt} hand
 */
export function handWords(hand) {
  const split = hand.part > 1 ? `${ORDINALS[hand.part - 2] ?? `${hand.part}th`} split hand` : '';
  return [hand.hand > 1 ? `hand ${hand.hand}` : '', split].filter(Boolean).join(', ');
}

/**
 * How wide a sign is for its words.
 * @param {string} text
 */
export function signWidth(text) {
  return text.length * 10.2 + 18;
}

/** @param {HandAt} hand */
export function handKey(hand) {
  return `${hand.seat}.${hand.hand}.${hand.part}`;
}

/**
 * @param {Felt} felt
 * @param {Arrangement} at
 * @param {SeatPlace} seat
 * @param {HandBet[] | null} slip
 * @returns {Piece[]}
 */
function seatPieces(felt, at, seat, slip) {
  const hands = felt.hands.filter((hand) => hand.at.seat === seat.seat);
  if (hands.length > 0) {
    const numbers = [...new Set(hands.map((hand) => hand.at.hand))];
    return numbers.flatMap((number) => {
      const place = handPlace(seat, number, numbers.length);
      return handPieces(
        felt,
        at,
        seat,
        place,
        hands.filter((hand) => hand.at.hand === number),
      );
    });
  }
  const bets = slip ?? felt.seats.find((taken) => taken.seat === seat.seat)?.bets ?? [];
  return bets.flatMap((bet, i) =>
    betPieces(at, seat, handPlace(seat, i + 1, bets.length), { seat: seat.seat, hand: i + 1, part: 1 }, bet),
  );
}

/**
 * Where a hand of a seat lies; another player's second hand shares the seat with the first.
 * @param {SeatPlace} seat
 * @param {number} number
 * @param {number} count
 * @returns {Place}
 */
function handPlace(seat, number, count) {
  const printed = seat.hands[number - 1];
  if (printed && (seat.hands.length >= count || count === 1)) return printed;
  return { x: (number - 1 - (count - 1) / 2) * 104, y: 0, scale: 0.55, angle: 0 };
}

/**
 * @param {Arrangement} at
 * @param {SeatPlace} seat
 * @param {Place} place
 * @param {HandAt} hand
 * @param {HandBet} bet
 * @returns {Piece[]}
 */
function betPieces(at, seat, place, hand, bet) {
  const riding = at.riding.map((id) => [id, bet.main]);
  if (seat.compact) {
    const whole =
      bet.main * (1 + riding.length) * (1 + bet.multiples.length) +
      Object.values(bet.side).reduce((sum, cents) => sum + (cents ?? 0), 0);
    return whole > 0 ? stackPieces(at, seat, place, `${handKey(hand)}:main`, 0, -58, whole, null) : [];
  }
  const multiples = bet.multiples.map((name) => [name, bet.main]);
  const amounts = [['main', bet.main], ...riding, ...multiples, ...Object.entries(bet.side)];
  return amounts.flatMap(([id, cents]) => {
    const amount = Number(cents);
    if (amount === 0) return [];
    const spot = spotAt(at, String(id));
    return stackPieces(at, seat, place, `${handKey(hand)}:${id}`, spot.x, spot.y, amount, null);
  });
}

/**
 * @param {Felt} felt
 * @param {Arrangement} at
 * @param {SeatPlace} seat
 * @param {Place} place
 * @param {HandView[]} parts the starting hand and those split off it
 * @returns {Piece[]}
 */
function handPieces(felt, at, seat, place, parts) {
  const share = seat.room / place.scale / Math.max(seat.hands.length, 1) / parts.length;
  const shrink = Math.min(1, (share - 8) / (CARD_WIDE + 30));
  const inOrder = [...parts].sort((one, other) => one.at.part - other.at.part);
  return inOrder.flatMap((part, i) => {
    const x = (i - (parts.length - 1) / 2) * share;
    return [
      ...fan(part, at, seat, place, x, shrink, share - 8),
      ...totalSign(felt, seat, place, part, x, shrink, share),
      ...(i === 0 && !seat.compact
        ? part.wagers.flatMap((wager) => wagerPieces(at, seat, place, part, wager))
        : splitWagers(at, seat, place, part, x)),
    ];
  });
}

/**
 * The cards of one hand, each over the last.
 * @param {HandView} part
 * @param {Arrangement} at
 * @param {SeatPlace} seat
 * @param {Place} place
 * @param {number} x
 * @param {number} shrink
 * @param {number} room
 * @returns {Piece[]}
 */
function fan(part, at, seat, place, x, shrink, room) {
  const count = part.cards.length;
  const step = Math.min(36 * shrink, count > 1 ? (room - CARD_WIDE * shrink) / (count - 1) : 0);
  return part.cards.map((card, j) => {
    const spot = on(seat, place, x + (j - (count - 1) / 2) * step, HAND_Y - (j - (count - 1) / 2) * 4);
    return {
      key: `c:${handKey(part.at)}:${j}`,
      kind: 'card',
      card,
      dim: part.standing === 'folded',
      group: `${part.at.seat}.${part.at.hand}`,
      place: { ...spot, scale: spot.scale * shrink },
      from: at.shoe,
      to: at.tray,
    };
  });
}

/**
 * What a hand counts, over its cards and no wider than its share of the seat where it has neighbors.
 * @param {Felt} felt
 * @param {SeatPlace} seat
 * @param {Place} place
 * @param {HandView} part
 * @param {number} x
 * @param {number} shrink
 * @param {number} share
 * @returns {Piece[]}
 */
function totalSign(felt, seat, place, part, x, shrink, share) {
  const text = part.standing === 'folded' ? 'folded' : part.total;
  if (!text) return [];
  const active = felt.phase.is === 'deciding' && handKey(felt.phase.hand) === handKey(part.at);
  const spot = on(seat, place, x, HAND_Y - 56 * shrink - 15);
  const alone = x === 0;
  const size = alone ? 1 : Math.min(Math.max(shrink, 0.8), (share - 6) / signWidth(text));
  return [
    {
      key: `t:${handKey(part.at)}`,
      kind: 'sign',
      text,
      tone: active ? 'active' : 'total',
      place: { ...spot, scale: spot.scale * size },
      from: spot,
      to: spot,
    },
  ];
}

/**
 * @param {Arrangement} at
 * @param {SeatPlace} seat
 * @param {Place} place
 * @param {HandView} part
 * @param {WagerView} wager
 * @returns {Piece[]}
 */
function wagerPieces(at, seat, place, part, wager) {
  const key = `${handKey(part.at)}:${wager.id}`;
  const net = wager.ended?.net ?? null;
  if (wager.id === 'insurance') {
    const line = { ...place, y: place.y - 56 * place.scale, scale: place.scale * 0.66 };
    return stackPieces(at, seat, line, key, 0, 0, wager.stake, net);
  }
  const spot = spotAt(at, wager.id);
  // A free bet has no chips of the player's; what it wins lies where they would.
  const chips =
    wager.free && (net ?? 0) <= 0 ? [] : stackPieces(at, seat, place, key, spot.x, spot.y, wager.stake, net);
  return [...lammer(at, seat, place, key, spot.x, spot.y, wager), ...chips];
}

/**
 * The lammer of a free bet. The house puts it down, and takes it off when the bet is settled.
 * @param {Arrangement} at
 * @param {SeatPlace} seat
 * @param {Place} place
 * @param {string} key
 * @param {number} x
 * @param {number} y
 * @param {WagerView} wager
 * @returns {Piece[]}
 */
function lammer(at, seat, place, key, x, y, wager) {
  if (!wager.free || wager.ended) return [];
  return [{ key: `free:${key}`, kind: 'lammer', place: on(seat, place, x, y + 2), from: at.rack, to: at.rack }];
}

/**
 * The chips of a hand that was split off lie together under its own cards, above the printed spots, where the first hand's bets stay.
 * @param {Arrangement} at
 * @param {SeatPlace} seat
 * @param {Place} place
 * @param {HandView} part
 * @param {number} x
 * @returns {Piece[]}
 */
function splitWagers(at, seat, place, part, x) {
  const printed = (/** @type {WagerView} */ wager) =>
    !seat.compact && at.spots.some((spot) => spot.id === wager.id && spot.kind === 'side');
  const own = part.wagers.filter((wager) => !printed(wager));
  const stake = own.reduce((sum, wager) => sum + wager.stake, 0);
  const ended = own.length > 0 && own.every((wager) => wager.ended !== null);
  const net = ended ? own.reduce((sum, wager) => sum + (wager.ended?.net ?? 0), 0) : null;
  const small = { ...place, x: place.x + x * place.scale, y: place.y - 68 * place.scale, scale: place.scale * 0.6 };
  const lammers = own.flatMap((wager, i) =>
    lammer(at, seat, small, `${handKey(part.at)}:${wager.id}`, 30 * i, 0, wager),
  );
  return [
    ...lammers,
    ...(stake > 0 || (net ?? 0) > 0
      ? stackPieces(at, seat, small, `${handKey(part.at)}:main`, 30 * lammers.length, 0, stake, net)
      : []),
    ...part.wagers.filter(printed).flatMap((wager) => wagerPieces(at, seat, place, part, wager)),
  ];
}

/**
 * A stake, what it was paid, and the sign that says so.
 * @param {Arrangement} at
 * @param {SeatPlace} seat
 * @param {Place} place
 * @param {string} key
 * @param {number} x
 * @param {number} y
 * @param {number} stake
 * @param {number | null} net what it won or lost; null while it is open
 * @returns {Piece[]}
 */
function stackPieces(at, seat, place, key, x, y, stake, net) {
  const player = on(seat, WHOLE, 0, 210);
  const left = stake + Math.min(0, net ?? 0);
  /** @type {Piece[]} */
  const pieces = [];
  if (left > 0) {
    pieces.push({
      key: `w:${key}`,
      kind: 'stack',
      cents: left,
      place: on(seat, place, x, y + 2),
      from: player,
      to: net === null ? at.rack : player,
    });
  }
  if (net !== null && net > 0) {
    const beside = on(seat, place, x + (x < -20 ? -27 : 27), y - 8);
    pieces.push({
      key: `p:${key}`,
      kind: 'stack',
      cents: net,
      place: { ...beside, scale: beside.scale * 0.8 },
      from: at.rack,
      to: player,
    });
  }
  const sign = on(seat, place, x, y + 28);
  const text = net === null ? dollars(stake) : net === 0 ? 'push' : signed(net);
  const tone = net === null ? 'stake' : net > 0 ? 'won' : net < 0 ? 'lost' : 'push';
  pieces.push({
    key: `l:${key}`,
    kind: 'sign',
    text,
    tone,
    place: { ...sign, scale: sign.scale * 0.72 },
    from: sign,
    to: sign,
  });
  return pieces;
}

/**
 * Where a wager lies: on its printed spot, or beside the one it belongs to.
 * @param {Arrangement} at
 * @param {string} id
 */
function spotAt(at, id) {
  const printed = at.spots.find((spot) => spot.id === id);
  if (printed) return printed;
  const main = at.spots[0];
  const doubled = /^double-(\d+)$/.exec(id);
  return { x: main.x - 38 * (doubled ? Number(doubled[1]) : 1), y: main.y + 10 };
}

/**
 * @param {string[]} cards
 * @param {string} name
 * @param {Place} place
 * @param {Arrangement} at
 * @returns {Piece[]}
 */
function row(cards, name, place, at) {
  const wide = CARD_WIDE * place.scale;
  const slots = Math.max(cards.length, slotsOf(name, at));
  const step = slots > 3 && name === 'dealer' ? Math.min(wide + 10, (at.wide ? 430 : 330) / (slots - 1)) : wide + 10;
  return cards.map((card, i) => ({
    key: `c:${name}:${i}`,
    kind: 'card',
    card,
    dim: false,
    group: name,
    place: { ...place, x: place.x + (i - (slots - 1) / 2) * step },
    from: at.shoe,
    to: at.tray,
  }));
}

/**
 * How many places are printed for a row, so that its cards lie on them from the first on.
 * @param {string} name
 * @param {Arrangement} at
 */
function slotsOf(name, at) {
  return name === 'dealer' ? at.slots.dealer : name === 'board' ? at.slots.board : at.slots.extra;
}

/**
 * @param {Felt} felt
 * @param {Arrangement} at
 * @returns {Piece}
 */
function dealerSign(felt, at) {
  const half = signWidth(felt.dealer_total ?? '') / 2;
  const scale = at.wide ? 1.15 : 1.5;
  const cards = (Math.max(2, Math.min(felt.dealer.length, 5)) * (CARD_WIDE * at.dealer.scale + 10)) / 2;
  const left = at.dealer.x - cards - half * scale - 8;
  // Where there is no room between the discards and the cards, the sign is below.
  const beside = at.wide && at.dealer.x === at.board.x && left - half * scale > at.tray.x + 62;
  const place = beside
    ? { ...at.dealer, x: left, scale }
    : { ...at.dealer, y: at.dealer.y + 56 * at.dealer.scale, scale };
  return {
    key: 't:dealer',
    kind: 'sign',
    text: felt.dealer_total ?? '',
    tone: 'dealer',
    place,
    from: place,
    to: place,
  };
}
