// What is printed and built around the play: rail, cloth, spots, the dealer's arc, shoe and discard tray, as markup.

import { CARD_WIDE, bottom, hasTwoRows, on } from './arrange.js';

/** @import { Band, Layout, PayCard, Plan, ShoeLine, Slot } from '../wire.d.ts' */
/** @import { Arrangement, Place, SeatPlace, Spot } from './arrange.js' */

const CARD_HIGH = CARD_WIDE * 1.4;

/**
 * The table itself: its padded rail and its cloth.
 * @param {Arrangement} at
 * @param {Plan} plan
 */
export function tableMarkup(at, plan) {
  const { width, height } = at;
  const cloth = at.wide
    ? plan.cloth
    : `M52 34H728C744 34 754 46 754 62V700C754 862 590 ${height - 28} 390 ${height - 28}C190 ${height - 28} 26 862 26 700V62C26 46 36 34 52 34Z`;
  return `<defs>
      <radialGradient id="cloth-light" cx=".5" cy=".3" r=".85"><stop offset="0" class="cloth-bright"/><stop offset=".62" class="cloth-mid"/><stop offset="1" class="cloth-deep"/></radialGradient>
      <linearGradient id="rail-light" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#5a3b26"/><stop offset=".12" stop-color="#3c2517"/><stop offset=".88" stop-color="#26160d"/><stop offset="1" stop-color="#4a2f1d"/></linearGradient>
      <filter id="grain" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency=".9" numOctaves="2" seed="7"/><feColorMatrix values="0 0 0 0 0  0 0 0 0 0  0 0 0 0 0  0 0 0 .9 -.28"/><feComposite in2="SourceGraphic" operator="in"/></filter>
      <filter id="soft-shadow" x="-30%" y="-30%" width="160%" height="170%"><feDropShadow dx="0" dy="3" stdDeviation="3" flood-color="#000" flood-opacity=".45"/></filter>
    </defs>
    <rect width="${width}" height="${height}" fill="none"/>
    <path d="${cloth}" fill="none" stroke="#120a06" stroke-width="${at.wide ? 66 : 46}" stroke-linejoin="round" opacity=".6"/>
    <path d="${cloth}" fill="none" stroke="url(#rail-light)" stroke-width="${at.wide ? 58 : 40}" stroke-linejoin="round"/>
    <path d="${cloth}" fill="none" stroke="#8a6a3f" stroke-width="${at.wide ? 12 : 9}" stroke-linejoin="round"/>
    <path d="${cloth}" fill="none" stroke="#d8b56b" stroke-width="2" stroke-linejoin="round" opacity=".7"/>
    <path d="${cloth}" fill="url(#cloth-light)"/>
    <path d="${cloth}" filter="url(#grain)" opacity=".34"/>
    <path d="${cloth}" fill="none" stroke="#000" stroke-width="10" opacity=".22"/>`;
}

/**
 * The words and lines in front of the dealer.
 * @param {Arrangement} at
 * @param {Layout} layout
 * @param {string} title
 */
export function arcMarkup(at, layout, title) {
  const rack = rackMarkup(at);
  if (!at.wide) return rack + tallPrint(at, layout, title);
  const { plan } = layout;
  return `${rack}${plan.slots.map(slotMarkup).join('')}
    <path id="title-arc" d="${plan.title_line}" fill="none"/>
    <path id="pays-arc" d="${plan.pays_line}" fill="none"/>
    <text class="print title" font-size="${Math.min(38, 1000 / title.length).toFixed(1)}" text-anchor="middle"><textPath href="#title-arc" startOffset="50%">${escape(title)}</textPath></text>
    ${plan.pays ? `<text class="print pays" font-size="18" text-anchor="middle"><textPath href="#pays-arc" startOffset="50%">${escape(plan.pays)}</textPath></text>` : ''}
    ${plan.insurance ? bandMarkup(plan.insurance) : ''}${plan.pay_cards.map(payCard).join('')}`;
}

/**
 * What is printed in front of the dealer on a tall felt.
 * @param {Arrangement} at
 * @param {Layout} layout
 * @param {string} title
 */
function tallPrint(at, layout, title) {
  const stud = layout.community > 0;
  const [first, second] = layout.shared_hands;
  const slots = second
    ? slotsMarkup(at.board, at.slots.board, first) + slotsMarkup(at.dealer, at.slots.dealer, second)
    : stud
      ? slotsMarkup(at.board, layout.community, 'community') +
        slotsMarkup(at.extra, layout.extra, 'bonus') +
        slotsMarkup(at.dealer, at.slots.dealer, '')
      : dealerSlots(at.dealer);
  const y = layout.extra > 0 || hasTwoRows(layout) ? 356 : 258;
  return `${slots}<text class="print title" x="390" y="${y}" text-anchor="middle" font-size="28" textLength="${Math.min(600, title.length * 21)}" lengthAdjust="spacingAndGlyphs">${escape(title)}</text>`;
}

/** How wide a capital letter is and how high a line, in sizes of the letters. */
const LETTER_WIDE = 0.8;
const LINE_HIGH = 1.05;
/** The least size of letters, in pixels, that a player reads on a spot of their own. */
const LABEL_PIXELS = 9;

/**
 * A spot as it is printed for one hand, around its own middle.
 * @param {Spot} spot
 * @param {number} [pixels] how many pixels its unit has, where its label must be read
 */
export function spotMarkup(spot, pixels = Infinity) {
  const text = isBeside(spot, pixels) ? '' : labelInside({ ...spot, size: sizeInside(spot, pixels) });
  const ring =
    spot.kind === 'street'
      ? `<rect class="ring" x="${-spot.r}" y="${-spot.r}" width="${spot.r * 2}" height="${spot.r * 2}" rx="8"/>`
      : `<circle class="ring" r="${spot.r}"/>`;
  const inner = spot.kind === 'main' ? `<circle class="ring fine" r="${spot.r - 5}"/>` : '';
  return `${ring}${inner}${text}`;
}

/**
 * The label inside its spot; letters that are too wide for it are made narrow.
 * @param {Spot} spot
 */
function labelInside({ lines: rows, size, r }) {
  const width = 2 * r - 6;
  const lines = rows
    .map((row, i) => {
      const narrow =
        row.length * size * LETTER_WIDE > width ? ` textLength="${width}" lengthAdjust="spacingAndGlyphs"` : '';
      return `<tspan x="0" y="${((i - (rows.length - 1) / 2) * size * LINE_HIGH).toFixed(1)}"${narrow}>${escape(row)}</tspan>`;
    })
    .join(' ');
  return `<text class="print label" font-size="${size.toFixed(1)}">${lines}</text>`;
}

/**
 * The label of a spot where it stands beside it: it is not a part of the spot, which is pressed inside its ring.
 * @param {Spot} spot
 * @param {number} pixels how many pixels its unit has
 */
export function labelBeside(spot, pixels) {
  if (!isBeside(spot, pixels)) return '';
  const side = Math.sign(spot.x);
  return `<text class="print label ${side < 0 ? 'before' : 'behind'}" font-size="${(LABEL_PIXELS / pixels).toFixed(1)}" x="${(side * (spot.r + 5)).toFixed(1)}" y="0">${escape(spot.lines.join(' '))}</text>`;
}

/**
 * Whether letters that fit inside would be too small, and there is room beside: at the edge of the hand.
 * @param {Spot} spot
 * @param {number} pixels
 */
function isBeside(spot, pixels) {
  const atEdge = (spot.kind === 'side' || spot.kind === 'blind') && Math.abs(spot.x) > spot.r;
  return atEdge && spot.size * pixels < LABEL_PIXELS;
}

/**
 * The size of letters inside a spot: narrow ones that can be read, as high as the spot at most.
 * @param {Spot} spot
 * @param {number} pixels
 */
function sizeInside(spot, pixels) {
  const highest = (2 * spot.r) / (spot.lines.length * LINE_HIGH);
  return Math.max(spot.size, Math.min(LABEL_PIXELS / pixels, highest));
}

/**
 * The shoe, with the cards still in it and the cut card among them.
 * @param {Place} at
 * @param {ShoeLine} shoe
 */
export function shoeMarkup(at, shoe) {
  const left = shoe.cards > 0 ? Math.max(0, 1 - shoe.gone / shoe.cards) : 0;
  const long = 118 * left;
  const cut =
    shoe.cut_card === null || shoe.cards === 0 ? null : Math.max(0, (shoe.cut_card - shoe.gone) / shoe.cards) * 118;
  const edges = [];
  for (let x = 3; x < long; x += 3.4) edges.push(`<path d="M${(-52 + x).toFixed(1)}-30v60"/>`);
  return `<g transform="translate(${at.x} ${at.y}) scale(${at.scale})">
    <path d="M-70-40H62L86-20V42C86 48 82 50 78 50H-70C-76 50-80 46-80 40V-30C-80-36-76-40-70-40Z" fill="#15110f" stroke="#4c4038" stroke-width="2"/>
    <path d="M-70-40H62L86-20H-80V-30C-80-36-76-40-70-40Z" fill="#2d2521"/>
    <rect x="-56" y="-34" width="126" height="68" rx="5" fill="#090706"/>
    <rect x="-52" y="-30" width="${long.toFixed(1)}" height="60" fill="#f4efe2"/>
    <g stroke="#b9ae98" stroke-width=".8">${edges.join('')}</g>
    ${cut === null ? '' : `<rect x="${(-54 + cut).toFixed(1)}" y="-33" width="5" height="66" rx="1.5" fill="#e2412f"/>`}
    <path d="M74-14V40" stroke="#6a5a4e" stroke-width="3"/>
    <text class="print tally" y="74" text-anchor="middle" font-size="19">${shoe.cards === 0 ? 'no shoe yet' : `Shoe ${shoe.cards - shoe.gone}`}</text></g>`;
}

/**
 * The discard tray with what has been played.
 * @param {Place} at
 * @param {number} gone
 */
export function trayMarkup(at, gone) {
  const high = Math.min(54, gone * 0.18);
  const edges = [];
  for (let y = 2; y < high; y += 2.4) edges.push(`<path d="M-43 ${(38 - y).toFixed(1)}h86"/>`);
  return `<g transform="translate(${at.x} ${at.y}) scale(${at.scale})">
    <path d="M-60-30V36C-60 44-54 48-48 48H48C54 48 60 44 60 36V-30" fill="#a8c4bd" fill-opacity=".16" stroke="#d6e9e3" stroke-opacity=".55" stroke-width="2.5"/>
    <rect x="-43" y="${(38 - high).toFixed(1)}" width="86" height="${high.toFixed(1)}" fill="#efe8d8"/><g stroke="#9d917a" stroke-width=".8">${edges.join('')}</g>
    <text class="print tally" y="74" text-anchor="middle" font-size="19">Discards ${gone}</text></g>`;
}

/**
 * The name plate of a seat.
 * @param {SeatPlace} seat
 * @param {Arrangement} at
 */
export function platePlace(seat, at) {
  const plain = { x: 0, y: 0, scale: 1, angle: 0 };
  return on(seat, plain, 0, seat.compact ? -16 : bottom(at.spots) - 16);
}

/** @param {Arrangement} at */
function rackMarkup(at) {
  const { x, y } = at.rack;
  const half = at.wide ? 190 : 150;
  const looks = [
    'hundred',
    'hundred',
    'twenty-five',
    'twenty-five',
    'five',
    'five',
    'five',
    'one',
    'one',
    'fifty-cents',
  ];
  const pitch = (half * 2 - 16) / looks.length;
  const tubes = looks.map((look, i) => {
    const left = x - half + 8 + i * pitch;
    const discs = Array.from(
      { length: 5 },
      (_, k) =>
        `<rect class="body" x="${(left + 2).toFixed(1)}" y="${y - 13 + k * 5.2}" width="${(pitch - 4).toFixed(1)}" height="4.6" rx="2"/><rect class="spots" x="${(left + pitch / 2 - 4).toFixed(1)}" y="${y - 13 + k * 5.2}" width="8" height="4.6"/>`,
    );
    return `<g class="chip ${look}">${discs.join('')}</g>`;
  });
  return `<rect x="${x - half}" y="${y - 19}" width="${half * 2}" height="38" rx="8" fill="#1a1410" stroke="#7d6238" stroke-width="2"/>${tubes.join('')}`;
}

/**
 * A place for a card, as it is planned.
 * @param {Slot} slot
 */
function slotMarkup(slot) {
  const { x, y, width, height, name } = slot;
  return `<rect class="ring slot" x="${(x - width / 2).toFixed(1)}" y="${(y - height / 2).toFixed(1)}" width="${width.toFixed(1)}" height="${height.toFixed(1)}" rx="7"/>
    <text class="print small" x="${x.toFixed(1)}" y="${y}" text-anchor="middle" font-size="${slotPrint(width, name)}">${escape(name)}</text>`;
}

/**
 * @param {Place} at
 * @param {number} count
 * @param {string} name
 */
function slotsMarkup(at, count, name) {
  if (count === 0) return '';
  const wide = CARD_WIDE * at.scale;
  const high = CARD_HIGH * at.scale;
  const gap = wide + 10;
  return Array.from({ length: count }, (_, i) => {
    const x = at.x + (i - (count - 1) / 2) * gap;
    return `<rect class="ring slot" x="${(x - wide / 2).toFixed(1)}" y="${(at.y - high / 2).toFixed(1)}" width="${wide.toFixed(1)}" height="${high.toFixed(1)}" rx="7"/>
      <text class="print small" x="${x.toFixed(1)}" y="${at.y}" text-anchor="middle" font-size="${slotPrint(wide, name)}">${name}</text>`;
  }).join('');
}

/**
 * The size of the word on a place for a card: as large as fits its width.
 * @param {number} width
 * @param {string} name
 */
function slotPrint(width, name) {
  return Math.min(width * 0.2, (width * 1.15) / Math.max(1, name.length)).toFixed(1);
}

/** @param {Place} at */
function dealerSlots(at) {
  const wide = CARD_WIDE * at.scale;
  const high = CARD_HIGH * at.scale;
  return [-1, 1]
    .map(
      (side) =>
        `<rect class="ring slot" x="${(at.x + side * (wide / 2 + 5) - wide / 2).toFixed(1)}" y="${(at.y - high / 2).toFixed(1)}" width="${wide.toFixed(1)}" height="${high.toFixed(1)}" rx="7"/>`,
    )
    .join('');
}

/** @param {Band} band */
function bandMarkup(band) {
  return `${band.edges.map((edge) => `<path class="ring band" d="${edge}"/>`).join('')}
    <path id="insurance-arc" d="${band.line}" fill="none"/>
    <text class="print small" font-size="17" text-anchor="middle"><textPath href="#insurance-arc" startOffset="50%">${escape(band.words)}</textPath></text>`;
}

/**
 * The pay table of a side bet, printed beside the dealer.
 * @param {PayCard} card
 */
function payCard(card) {
  const { x, y, width, height } = card;
  const rows = card.rows.map((row, k) => {
    const squeezed = row.name.length > 17 ? ' textLength="106" lengthAdjust="spacingAndGlyphs"' : '';
    return `<text class="print row" x="${x + 8}" y="${y + 42 + k * 16}" font-size="11.5"${squeezed}>${escape(row.name)}</text><text class="print row" x="${x + width - 8}" y="${y + 42 + k * 16}" font-size="11.5" text-anchor="end">${escape(row.pays)}</text>`;
  });
  return `<rect class="ring pay-card" x="${x}" y="${y}" width="${width}" height="${height}" rx="9"/>
    <text class="print row" x="${x + width / 2}" y="${y + 20}" font-size="13" font-weight="700" text-anchor="middle">${escape(card.name)}</text>${rows.join('')}`;
}

/** @param {string} text */
export function escape(text) {
  return text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] ?? c);
}
