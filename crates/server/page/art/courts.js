// The court cards: one half of each figure, drawn around the middle of the card and mirrored by whoever prints it.
// x runs from -73 to 73, y from -145 (top of the frame) to 0 (the middle of the card).

import { SUITS } from './glyphs.js';

/** @import { Suit } from './glyphs.js' */

const INK = '#241c1a';
const SKIN = '#f3d3b3';
const BLUSH = '#e2a384';
const GOLD = '#e2b13c';
const WHITE = '#fdf8ec';

/**
 * What a suit wears.
 * @type {Record<Suit, { robe: string, dark: string, trim: string, hair: string, weave: string }>}
 */
const LIVERY = {
  s: { robe: '#2b3f77', dark: '#16234c', trim: '#c4362f', hair: '#3a2a22', weave: chevrons() },
  h: { robe: '#b3232f', dark: '#701320', trim: '#23407f', hair: '#b9772f', weave: scallops() },
  d: { robe: '#c9651c', dark: '#86390c', trim: '#1c6a63', hair: '#8a4a1f', weave: lozenges() },
  c: { robe: '#20694a', dark: '#0f3f2c', trim: '#8e2a5e', hair: '#1f1b1c', weave: trefoils() },
};

/** @type {Record<'J' | 'Q' | 'K', (suit: Suit) => string>} */
const FIGURES = { J: jack, Q: queen, K: king };

/**
 * Half a court card: the figure over its ground.
 * @param {'J' | 'Q' | 'K'} rank
 * @param {Suit} suit
 */
export function courtHalf(rank, suit) {
  const { dark } = LIVERY[suit];
  return `<rect x="-73" y="-145" width="146" height="145" fill="#fbf3df"/>
    <g stroke="${dark}" stroke-width="1" opacity=".16">${rays()}</g>
    ${FIGURES[rank](suit)}${sash(suit)}`;
}

/** @param {Suit} suit */
function king(suit) {
  const { robe, dark, trim, hair } = LIVERY[suit];
  return `${sword()}
    ${shape('M-34-116C-47-92-46-74-37-64C-44-60-45-52-38-49L38-49C45-52 44-60 37-64C46-74 47-92 34-116Z', hair)}
    ${robed(suit, robe, dark)}
    ${shape('M-17-54H17L26 0H-26Z', trim)}
    <g fill="${GOLD}" stroke="${INK}" stroke-width="1.2"><circle cy="-30" r="4.6"/><circle cy="-14" r="4.6"/></g>
    ${ermine()}
    ${face(-118, 25)}
    ${shape('M-25-94C-28-66-15-42 0-36C15-42 28-66 25-94C20-82 11-79 0-79C-11-79-20-82-25-94Z', hair)}
    ${line('M-15-74C-15-62-9-50-5-45M15-74C15-62 9-50 5-45M0-66V-42', 1.3, dark)}
    ${shape('M-16-82C-10-88-3-86 0-83C3-86 10-88 16-82C10-77 4-78 0-80C-4-78-10-77-16-82Z', hair)}
    <path d="M-5-75.500C-2-73.5 2-73.5 5-75.5" fill="none" stroke="#a8402f" stroke-width="2.4"/>
    ${shape('M-31-114L-39-141L-20-130L-12-144L0-131L12-144L20-130L39-141L31-114C12-120-12-120-31-114Z', GOLD)}
    ${shape('M-31-114C-12-120 12-120 31-114V-107C12-113-12-113-31-107Z', trim)}
    ${jewels(
      [
        [-39, -141],
        [-12, -143],
        [12, -143],
        [39, -141],
      ],
      3.2,
      WHITE,
    )}
    ${jewels(
      [
        [-18, -112.5],
        [0, -114.5],
        [18, -112.5],
      ],
      2.6,
      GOLD,
    )}
    ${fist(51, -42)}`;
}

/** @param {Suit} suit */
function queen(suit) {
  const { robe, dark, trim, hair } = LIVERY[suit];
  return `${shape('M-30-118C-52-104-50-76-44-58C-40-46-46-38-52-34L52-34C46-38 40-46 44-58C50-76 52-104 30-118Z', hair)}
    ${line('M-36-104C-44-84-38-62-42-44M36-104C44-84 38-62 42-44M-30-108C-37-88-31-66-35-46M30-108C37-88 31-66 35-46', 1.2, WHITE, 0.45)}
    ${robed(suit, robe, dark)}
    ${shape('M-24-58C-22-38-12-28 0-26C12-28 22-38 24-58Z', SKIN)}
    ${shape('M-28-60C-25-34-13-22 0-20C13-22 25-34 28-60L35-58C34-28 16-10 0-8C-16-10-34-28-35-58Z', WHITE)}
    ${line('M-31-46L-24-44M-27-34L-20-34M-19-24L-14-27M31-46L24-44M27-34L20-34M19-24L14-27M0-19V-10', 1.2, dark)}
    ${shape('M-8-66V-54C-8-46 8-46 8-54V-66Z', SKIN)}
    ${face(-118, 23)}
    <path d="M-6-74C-3-77-1-76 0-75C1-76 3-77 6-74C3-70-3-70-6-74Z" fill="#b8343a"/>
    <g fill="${BLUSH}" opacity=".5"><circle cx="-13" cy="-82" r="4"/><circle cx="13" cy="-82" r="4"/></g>
    ${shape('M-24-100C-26-116-12-122 0-118C12-122 26-116 24-100C18-110 8-113 0-110C-8-113-18-110-24-100Z', hair)}
    ${shape('M-27-118C-10-125 10-125 27-118L33-135L19-127L12-140L0-128L-12-140L-19-127L-33-135Z', GOLD)}
    ${jewels(
      [
        [-33, -136],
        [-12, -141],
        [12, -141],
        [33, -136],
      ],
      3.4,
      trim,
    )}
    ${line('M-26-117C-10-123 10-123 26-117', 3, trim)}
    <g fill="${WHITE}" stroke="${INK}" stroke-width=".9">${[-12, -6, 0, 6, 12].map((x) => `<circle cx="${x}" cy="${-47 + (12 - Math.abs(x)) * 0.75}" r="3"/>`).join('')}</g>
    ${rose(52, -88, trim)}${fist(48, -44)}`;
}

/** @param {Suit} suit */
function jack(suit) {
  const { robe, dark, trim, hair } = LIVERY[suit];
  return `${halberd()}
    ${shape('M-30-116C-40-96-38-78-34-62C-26-58-22-58-18-62H18C22-58 26-58 34-62C38-78 40-96 30-116Z', hair)}
    ${line('M-28-104C-33-90-31-76-28-64M28-104C33-90 31-76 28-64', 1.2, WHITE, 0.4)}
    ${robed(suit, robe, dark)}
    ${shape('M-26-59L0-24L26-59L38-55L10 0H-10L-38-55Z', trim)}
    ${shape('M-8-68V-56L0-46L8-56V-68Z', SKIN)}
    ${shape('M-24-62L-7-57L0-44L7-57L24-62L19-48L0-30L-19-48Z', WHITE)}
    ${line('M-6-20L6-12M6-20L-6-12M-5-9L5-2M5-9L-5-2', 1.6, GOLD)}
    ${face(-116, 23)}
    <path d="M-6-75C-2-72.5 3-72.5 6-76" fill="none" stroke="#a8402f" stroke-width="2.4"/>
    ${shape('M-25-102C-22-108-20-112-16-114L16-114C20-112 22-108 25-102C27-110 26-116 24-119H-24C-26-116-27-110-25-102Z', hair)}
    ${shape('M-35-117C-37-131-20-142 2-142C24-142 39-132 36-118C22-124-16-124-35-117Z', robe)}
    ${shape('M-36-116C-16-124 22-124 37-117L35-110C20-117-16-117-34-109Z', GOLD)}
    <path d="M-22-120C-34-134-50-136-62-126C-52-126-46-122-42-116C-50-116-54-112-56-106C-44-112-32-112-22-120Z" fill="${WHITE}" stroke="${INK}" stroke-width="1.5"/>
    ${line('M-23-120C-36-124-46-124-56-121', 1.2, dark)}
    <circle cx="-22" cy="-119" r="4.5" fill="${trim}" stroke="${INK}" stroke-width="1.4"/>
    ${fist(51, -46)}`;
}

/**
 * Shoulders in the suit's color and weave.
 * @param {Suit} suit
 * @param {string} robe
 * @param {string} dark
 */
function robed(suit, robe, dark) {
  const outline = 'M-73 0V-26C-64-46-44-56-24-61H24C44-56 64-46 73-26V0Z';
  return `${shape(outline, robe)}
    <g clip-path="url(#court-shoulders)" fill="none" stroke="${GOLD}" stroke-width="2.2" opacity=".95">${LIVERY[suit].weave}</g>
    ${line('M-46 0C-48-14-46-26-42-36M46 0C48-14 46-26 42-36', 2, dark)}`;
}

function ermine() {
  const tufts = [
    [-33, -53],
    [-24, -45],
    [-13, -40],
    [0, -38],
    [13, -40],
    [24, -45],
    [33, -53],
  ];
  return `${shape('M-40-62C-42-52-40-46-36-44C-20-30 20-30 36-44C40-46 42-52 40-62C20-50-20-50-40-62Z', WHITE)}
    <g fill="${INK}">${tufts.map(([x, y]) => `<path d="M${x} ${y}l-2.2 6h4.400z"/>`).join('')}</g>`;
}

/**
 * A face seen three quarters from the front, its top at `top`, half as wide as `half`.
 * @param {number} top
 * @param {number} half
 */
function face(top, half) {
  const eyes = top + 28;
  return `${shape(`M${-half} ${top}H${half}V${top + 30}C${half} ${top + 48} 11 ${top + 58} 0 ${top + 58}C-11 ${top + 58} ${-half} ${top + 48} ${-half} ${top + 30}Z`, SKIN)}
    ${line(`M-16 ${eyes - 6}C-12 ${eyes - 9}-8 ${eyes - 9}-5 ${eyes - 6}M5 ${eyes - 6}C8 ${eyes - 9} 12 ${eyes - 9} 16 ${eyes - 6}`, 2, INK)}
    <g fill="#fff" stroke="${INK}" stroke-width="1.2"><path d="M-15 ${eyes}C-12 ${eyes - 4}-8 ${eyes - 4}-5 ${eyes}C-8 ${eyes + 3}-12 ${eyes + 3}-15 ${eyes}Z"/><path d="M5 ${eyes}C8 ${eyes - 4} 12 ${eyes - 4} 15 ${eyes}C12 ${eyes + 3} 8 ${eyes + 3} 5 ${eyes}Z"/></g>
    <g fill="${INK}"><circle cx="-9" cy="${eyes - 0.5}" r="2.3"/><circle cx="11" cy="${eyes - 0.5}" r="2.3"/></g>
    ${line(`M2 ${eyes - 2}L5 ${eyes + 9}C3 ${eyes + 11} 0 ${eyes + 11}-2 ${eyes + 10}`, 1.5, '#8d5a3d')}`;
}

function sword() {
  return `${shape('M47-40V-128L51.5-140L56-128V-40Z', '#dfe6ee')}${line('M51.5-132V-44', 1.2, '#7d8896')}
    ${shape('M39-58H64V-52H39Z', GOLD)}`;
}

function halberd() {
  return `${line('M51 0V-138', 5, '#7a4a22')}${line('M49.5 0V-138', 1, GOLD)}
    ${shape('M53-132C66-132 70-122 70-112C64-118 58-118 53-116Z', '#dfe6ee')}
    ${shape('M49-130L38-124L49-118Z', '#dfe6ee')}${shape('M47-132L51-145L55-132Z', '#dfe6ee')}`;
}

/**
 * @param {number} x
 * @param {number} y
 * @param {string} petals
 */
function rose(x, y, petals) {
  return `<g transform="translate(${x} ${y})">${line('M0 6C-2 24-3 34-4 50', 3, '#2f6b3a')}
    ${shape('M-2 28C6 18 14 20 16 22C12 30 4 32-2 28Z', '#3f8a4b')}
    ${shape('M0 9C-14 9-16-5-9-11C-6-17 6-17 9-11C16-5 14 9 0 9Z', petals)}
    ${line('M-6-5C-4-11 5-11 6-4C6 2-4 2-3-3C-2-6 3-5 2-2M-11-3C-11 4-5 7 0 6C6 7 11 4 11-3', 1.3, WHITE)}</g>`;
}

/**
 * @param {number} x
 * @param {number} y
 */
function fist(x, y) {
  return `<g transform="translate(${x} ${y})">${shape('M-12 20C-14 8-10 4-9 0H9C12 6 10 14 8 22Z', WHITE)}
    ${shape('M-9-9C-9-13 9-13 9-9V3C9 6-9 6-9 3Z', SKIN)}${line('M-9-5H5M-9-1H5', 1.1, INK)}</g>`;
}

/**
 * The band across the middle where the two halves meet.
 * @param {Suit} suit
 */
function sash(suit) {
  const { trim } = LIVERY[suit];
  const pips = [-56, -28, 0, 28, 56]
    .map((x) => `<path transform="translate(${x} -4.5) scale(.085)" d="${SUITS[suit].path}"/>`)
    .join('');
  return `<rect x="-73" y="-10" width="146" height="10" fill="${GOLD}"/>${line('M-73-10H73', 2, trim)}<g fill="${INK}">${pips}</g>`;
}

/**
 * @param {string} path
 * @param {string} fill
 */
function shape(path, fill) {
  return `<path d="${path}" fill="${fill}" stroke="${INK}" stroke-width="1.8" stroke-linejoin="round"/>`;
}

/**
 * @param {string} path
 * @param {number} width
 * @param {string} color
 * @param {number} [opacity]
 */
function line(path, width, color, opacity = 1) {
  return `<path d="${path}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round" opacity="${opacity}"/>`;
}

/**
 * @param {number[][]} at
 * @param {number} radius
 * @param {string} fill
 */
function jewels(at, radius, fill) {
  const stones = at.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="${radius}"/>`).join('');
  return `<g fill="${fill}" stroke="${INK}" stroke-width="1.2">${stones}</g>`;
}

function rays() {
  return Array.from({ length: 25 }, (_, i) => {
    const angle = Math.PI * (i / 24);
    return `<path d="M0-60L${(Math.cos(angle) * 180).toFixed(1)} ${(-60 - Math.sin(angle) * 180).toFixed(1)}"/>`;
  }).join('');
}

function chevrons() {
  return [0, 1, 2, 3, 4, 5]
    .map((i) => `<path d="M-80 ${-62 + i * 14}l14 9 14-9 14 9 14-9 24 15 24-15 14 9 14-9 14 9 14-9"/>`)
    .join('');
}

function scallops() {
  const rows = [];
  for (let y = -60; y < 6; y += 13) {
    const shift = (y + 60) % 26 ? 9 : 0;
    let row = `M${-84 + shift} ${y}`;
    for (let i = 0; i < 9; i += 1) row += 'q9 15 18 0';
    rows.push(`<path d="${row}"/>`);
  }
  return rows.join('');
}

function lozenges() {
  const lines = [];
  for (let x = -150; x <= 150; x += 17) lines.push(`<path d="M${x}-64l50 70M${x}-64l-50 70"/>`);
  return lines.join('');
}

function trefoils() {
  const marks = [];
  for (let y = -54; y < 4; y += 17) {
    for (let x = -72 + ((y + 54) % 34 ? 9 : 0); x <= 72; x += 18) {
      marks.push(
        `<circle cx="${x}" cy="${y}" r="2.4"/><circle cx="${x - 3.5}" cy="${y + 5}" r="2.4"/><circle cx="${x + 3.5}" cy="${y + 5}" r="2.4"/>`,
      );
    }
  }
  return marks.join('');
}
