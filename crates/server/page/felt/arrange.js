// Where everything lies on a felt: worked out from a layout, never from a game's name.
// A seat has its own coordinates: the main spot at the origin, the dealer up (y below zero), 200 wide, 330 high.

/** @import { Layout } from '../wire.d.ts' */

/**
 * @typedef {{ x: number, y: number, scale: number, angle: number }} Place
 * @typedef {{ id: string, name: string, kind: 'main' | 'multiple' | 'side' | 'street', x: number, y: number, r: number, riding?: boolean }} Spot
 *   a riding spot carries the main bet again from before the deal
 * @typedef {Place & { seat: number, mine: boolean, compact: boolean, room: number, hands: Place[] }} SeatPlace
 *   a compact seat shows no spots; `room` is how wide its cards may spread
 * @typedef {{
 *   wide: boolean, width: number, height: number, seats: SeatPlace[], spots: Spot[],
 *   slots: { dealer: number, board: number, extra: number }, dealer: Place, board: Place, extra: Place, shoe: Place, tray: Place, rack: Place,
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
  const spots = spotsOf(layout);
  return seen.wide ? arrangeWide(layout, seen, spots) : arrangeTall(layout, seen, spots);
}

/**
 * How many cards have a place of their own in each row before the dealer.
 * @param {Layout} layout
 */
function slotsOf(layout) {
  const shared = layout.shared_hands.length > 0;
  return { dealer: shared ? 3 : 2, board: shared ? 3 : layout.community, extra: layout.extra };
}

/**
 * The spots of one hand.
 * @param {Layout} layout
 * @returns {Spot[]}
 */
export function spotsOf(layout) {
  const stud = layout.streets.length > 0;
  const mainY = stud ? 24 : 0;
  /** @type {Spot[]} */
  const spots = [{ id: 'main', name: layout.main.name, kind: 'main', x: 0, y: mainY, r: 40 }];
  layout.streets.forEach((name, i) => {
    const id = `street-${i + 1}`;
    const riding = layout.riding.includes(id);
    spots.push({ id, name, kind: 'street', ...along(i, layout.streets.length, 62, -46), r: 25, riding });
  });
  layout.multiples.forEach((name, i) => {
    const at = along(i, layout.multiples.length, 58, 78);
    spots.push({ id: name, name, kind: 'multiple', x: at.x, y: at.y - Math.abs(at.x) * 0.16, r: 25 });
  });
  layout.side.forEach((rule, i) => {
    const column = i % 2 === 0 ? -1 : 1;
    const row = Math.floor(i / 2);
    const lone = layout.side.length === 1;
    spots.push({
      id: rule.id,
      name: rule.name,
      kind: 'side',
      x: lone ? 72 : 72 * column,
      y: mainY + (stud ? 20 : -24) + row * 60,
      r: 27,
    });
  });
  return spots;
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
 * @param {Layout} layout
 * @param {{ mine: number | null, hands: number }} seen
 * @param {Spot[]} spots
 * @returns {Arrangement}
 */
function arrangeWide(layout, seen, spots) {
  const numbers = Array.from({ length: layout.seats }, (_, i) => layout.seats - i);
  const own = seen.mine === null ? 0 : 1.36;
  const ownBreadth = own * 200 * (seen.hands > 1 ? 0.8 * seen.hands : 1);
  const other = Math.min(1.05, (1284 - ownBreadth) / (200 * Math.max(1, layout.seats - (own ? 1 : 0))));
  const breadth = (/** @type {number} */ seat) => (seat === seen.mine ? ownBreadth : 200 * other) + 8;
  const total = numbers.reduce((sum, seat) => sum + breadth(seat), 0);
  let left = 800 - total / 2;
  const seats = numbers.map((seat) => {
    const x = left + breadth(seat) / 2;
    left += breadth(seat);
    const mine = seat === seen.mine;
    const bend = Math.sqrt(Math.max(0, 1 - ((x - 800) / 690) ** 2));
    const scale = mine ? own : other;
    return {
      seat,
      mine,
      x,
      y: 216 + 436 * bend - (mine ? 24 : 0) + (139 - bottom(spots)) * 0.6,
      scale,
      angle: ((800 - x) / 800) * 20,
      compact: false,
      room: mine ? Math.max(250, ownBreadth / own) : 210,
      hands: handsOf(mine ? seen.hands : 1, 0.8),
    };
  });
  const stud = layout.community > 0;
  const shared = layout.shared_hands.length > 0;
  return {
    wide: true,
    width: 1600,
    height: 830,
    seats,
    spots,
    slots: slotsOf(layout),
    dealer: { x: shared ? 1000 : 800, y: 124, scale: 1.3, angle: 0 },
    board: { x: shared ? 600 : layout.extra > 0 ? 655 : 800, y: 124, scale: 1.3, angle: 0 },
    extra: { x: stud ? 1000 : 800, y: 124, scale: 0.98, angle: 0 },
    shoe: { x: 1270, y: 100, scale: 1, angle: 0 },
    tray: { x: 330, y: 100, scale: 1, angle: 0 },
    rack: { x: 800, y: 28, scale: 1, angle: 0 },
  };
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
  const extraRow = layout.extra > 0 ? 74 : 0;
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
      hands: handsOf(1, 1),
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
      hands: handsOf(seen.hands, 1),
    });
  }
  const shared = layout.shared_hands.length > 0;
  return {
    wide: false,
    width: 780,
    height: 980,
    seats,
    spots,
    slots: slotsOf(layout),
    dealer: { x: shared ? 560 : 390, y: 132, scale: shared ? 1 : 1.4, angle: 0 },
    board: { x: shared ? 220 : 390, y: 132, scale: shared ? 1 : 1.3, angle: 0 },
    extra: { x: 390, y: 282, scale: 0.8, angle: 0 },
    shoe: { x: 672, y: 96, scale: 0.72, angle: 0 },
    tray: { x: 96, y: 96, scale: 0.72, angle: 0 },
    rack: { x: 390, y: 24, scale: 1, angle: 0 },
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
 * One hand takes the whole seat, more lie side by side, each a little smaller.
 * @param {number} count
 * @param {number} smaller
 * @returns {Place[]}
 */
function handsOf(count, smaller) {
  const scale = count > 1 ? smaller : 1;
  return Array.from({ length: count }, (_, i) => ({ x: (i - (count - 1) / 2) * 206 * scale, y: 0, scale, angle: 0 }));
}

/**
 * @param {number} i
 * @param {number} count
 * @param {number} gap
 * @param {number} y
 */
function along(i, count, gap, y) {
  return { x: (i - (count - 1) / 2) * gap, y };
}
