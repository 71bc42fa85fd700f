// Where everything lies on a felt. The wide felt is the one of the layout's plan, which the house works out; the tall one, for a
// narrow screen, is arranged here around the same spots.
// A seat has its own coordinates: the main spot at the origin, the dealer up (y below zero), 200 wide, 330 high.

/** @import { Layout } from '../wire.d.ts' */

/**
 * @typedef {import('../wire.d.ts').Place} Place
 * @typedef {import('../wire.d.ts').Spot} Spot
 * @typedef {import('../wire.d.ts').SeatPlace & { compact: boolean, hands: Place[] }} SeatPlace
 *   a compact seat shows no spots; `room` is how wide its cards may spread
 * @typedef {{
 *   wide: boolean, width: number, height: number, seats: SeatPlace[], spots: Spot[],
 *   slots: { board: number, extra: number, dealer: number }, dealer: Place, board: Place, extra: Place, shoe: Place, tray: Place, rack: Place, riding: string[],
 * }} Arrangement
 */

/** The card's width in a seat's own units. */
export const CARD_WIDE = 76;
/** How far a seat reaches above its main spot, cards and their total included. */
const UP = 214;
/** Where the middle of a hand's cards lies in a seat's own units. */
export const HAND_Y = -132;

/**
 * @param {Layout} layout
 * @param {{ wide: boolean, mine: number | null, taken: number[], hands: number }} seen
 *   the shape of the screen, the viewer's seat, the seats that are taken, how many hands the viewer plays
 * @returns {Arrangement}
 */
export function arrange(layout, seen) {
  return seen.wide ? arrangeWide(layout, seen) : arrangeTall(layout, seen, layout.plan.spots);
}

/**
 * A point of a hand, in the coordinates of the whole felt.
 * @param {Place} seat
 * @param {Place} hand
 * @param {number} x
 * @param {number} y
 * @returns {Place}
 */
export function on(seat, hand, x, y) {
  const scale = seat.scale * hand.scale;
  const turn = (seat.angle * Math.PI) / 180;
  const localX = (hand.x + x * hand.scale) * seat.scale;
  const localY = (hand.y + y * hand.scale) * seat.scale;
  return {
    x: seat.x + localX * Math.cos(turn) - localY * Math.sin(turn),
    y: seat.y + localX * Math.sin(turn) + localY * Math.cos(turn),
    scale,
    angle: seat.angle,
  };
}

/**
 * The felt as the house has planned it, seen from one seat.
 * @param {Layout} layout
 * @param {{ mine: number | null, hands: number }} seen
 * @returns {Arrangement}
 */
function arrangeWide(layout, seen) {
  const { plan } = layout;
  const hands = seen.mine === null ? 1 : Math.min(seen.hands, layout.hands_max);
  const seating = plan.seatings.find((known) => known.mine === seen.mine && known.hands.length === hands);
  if (!seating) throw new Error(`the plan of the felt has no seat ${seen.mine} with ${hands} hands`);
  return {
    wide: true,
    width: plan.width,
    height: plan.height,
    seats: seating.seats.map((seat) => ({ ...seat, compact: false, hands: seat.mine ? seating.hands : handsOf(1) })),
    spots: plan.spots,
    slots: slotsOf(layout),
    dealer: plan.dealer,
    board: plan.board,
    extra: plan.extra,
    shoe: plan.shoe,
    tray: plan.tray,
    rack: plan.rack,
    riding: layout.riding,
  };
}

/**
 * Whether the dealer has cards of their own beside community cards.
 * @param {Layout} layout
 */
export function hasTwoRows(layout) {
  return layout.shared_hands.length === 0 && layout.community > 0 && slotsOf(layout).dealer > 0;
}

/**
 * How many places are printed for each row of cards.
 * @param {Layout} layout
 */
function slotsOf(layout) {
  const { community, extra, plan } = layout;
  return { board: community, extra, dealer: plan.slots.length - community - extra };
}

/**
 * @param {Layout} layout
 * @param {{ mine: number | null, taken: number[], hands: number }} seen
 * @param {Spot[]} spots
 * @returns {Arrangement}
 */
function arrangeTall(layout, seen, spots) {
  const numbers = Array.from({ length: layout.seats }, (_, i) => layout.seats - i);
  const others = numbers.filter((seat) => seat !== seen.mine && (seen.mine === null || seen.taken.includes(seat)));
  const watching = seen.mine === null;
  const gap = 740 / Math.max(1, others.length);
  const scale = watching ? Math.min(0.8, gap / 204) : Math.min(0.86, gap / 150);
  const pitch = watching ? gap : 150 * scale;
  const extraRow = layout.extra > 0 || hasTwoRows(layout) ? 74 : 0;
  /** @type {SeatPlace[]} */
  const seats = others.map((seat, i) => {
    const x = 390 + (i - (others.length - 1) / 2) * pitch;
    const bend = watching ? 320 * Math.sqrt(Math.max(0, 1 - ((x - 390) / 390) ** 2)) : 0;
    return {
      seat,
      mine: false,
      compact: !watching,
      room: 144,
      x,
      y: 440 + (watching ? bend : extraRow),
      scale,
      angle: 0,
      hands: handsOf(1),
    };
  });
  if (seen.mine !== null) {
    const top = (others.length > 0 ? 445 : 300) + extraRow;
    const own = Math.min(seen.hands > 1 ? 1.65 : 1.9, (952 - top) / (UP + bottom(spots)));
    seats.push({
      seat: seen.mine,
      mine: true,
      compact: false,
      room: 700 / own,
      x: 390,
      y: 952 - bottom(spots) * own,
      scale: own,
      angle: 0,
      hands: handsOf(seen.hands),
    });
  }
  const shared = layout.shared_hands.length > 0;
  const both = hasTwoRows(layout);
  return {
    wide: false,
    width: 780,
    height: 980,
    seats,
    spots,
    slots: slotsOf(layout),
    dealer: { x: shared ? 560 : 390, y: both ? 112 : 132, scale: shared ? 1 : both ? 0.95 : 1.4, angle: 0 },
    board: { x: shared ? 220 : 390, y: both ? 262 : 132, scale: shared ? 1 : both ? 0.95 : 1.3, angle: 0 },
    extra: { x: 390, y: 282, scale: 0.8, angle: 0 },
    shoe: { x: 672, y: 96, scale: 0.72, angle: 0 },
    tray: { x: 96, y: 96, scale: 0.72, angle: 0 },
    rack: { x: 390, y: 24, scale: 1, angle: 0 },
    riding: layout.riding,
  };
}

/**
 * How far a seat reaches below its main spot, name plate included.
 * @param {Spot[]} spots
 */
export function bottom(spots) {
  return Math.max(...spots.map((spot) => spot.y + spot.r)) + 36;
}

/**
 * The hands of a seat side by side.
 * @param {number} count
 * @returns {Place[]}
 */
function handsOf(count) {
  return Array.from({ length: count }, (_, i) => ({ x: (i - (count - 1) / 2) * 206, y: 0, scale: 1, angle: 0 }));
}
