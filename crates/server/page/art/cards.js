// The deck: every face and the back, drawn once into a sprite and used from there.

import { RANKS, SUITS, cardName } from './glyphs.js';
import { courtHalf } from './courts.js';

/** @import { Rank, Suit } from './glyphs.js' */

/** The size of a card in its own units. */
export const CARD = { wide: 250, high: 350 };

const LEFT = 83;
const MIDDLE = 125;
const RIGHT = 167;
const TOP = 68;
const BOTTOM = 282;

/**
 * Where the pips of a rank lie; those below the middle stand on their heads.
 * @type {Record<string, [number, number][]>}
 */
const PIPS = {
  2: column(MIDDLE, 2),
  3: column(MIDDLE, 3),
  4: [...column(LEFT, 2), ...column(RIGHT, 2)],
  5: [...column(LEFT, 2), ...column(RIGHT, 2), [MIDDLE, 175]],
  6: [...column(LEFT, 3), ...column(RIGHT, 3)],
  7: [...column(LEFT, 3), ...column(RIGHT, 3), [MIDDLE, 121]],
  8: [...column(LEFT, 3), ...column(RIGHT, 3), [MIDDLE, 121], [MIDDLE, 229]],
  9: [...column(LEFT, 4), ...column(RIGHT, 4), [MIDDLE, 175]],
  T: [...column(LEFT, 4), ...column(RIGHT, 4), [MIDDLE, 104], [MIDDLE, 246]],
};

/** Puts the deck into the document, once. */
export function layDeck() {
  if (document.getElementById('deck')) return;
  const holder = document.createElement('div');
  holder.id = 'deck';
  holder.className = 'sprite';
  holder.setAttribute('aria-hidden', 'true');
  holder.innerHTML = `<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0"><defs>${defs()}</defs></svg>`;
  document.body.append(holder);
}

/**
 * The sprite's name for a card; anything hidden is the back.
 * @param {string} card
 */
export function cardHref(card) {
  return card[0] in RANKS && card[1] in SUITS ? `#card-${card}` : '#card-back';
}

/** A card in running text: its own small picture, named for whoever cannot see it. */
export class PlayingCard extends HTMLElement {
  static observedAttributes = ['card'];

  connectedCallback() {
    layDeck();
    this.draw();
  }

  attributeChangedCallback() {
    if (this.isConnected) this.draw();
  }

  draw() {
    const card = this.getAttribute('card') ?? '??';
    this.innerHTML = `<svg viewBox="0 0 ${CARD.wide} ${CARD.high}" role="img"><title></title><use href="${cardHref(card)}"/></svg>`;
    const title = this.querySelector('title');
    if (title) title.textContent = cardName(card);
  }
}

customElements.define('playing-card', PlayingCard);

function defs() {
  const faces = [];
  for (const suit of /** @type {Suit[]} */ (Object.keys(SUITS))) {
    faces.push(`<path id="pip-${suit}" d="${SUITS[suit].path}"/>`);
    for (const rank of /** @type {Rank[]} */ (Object.keys(RANKS))) faces.push(face(rank, suit));
  }
  return `<clipPath id="court-half"><rect x="-73" y="-145" width="146" height="145"/></clipPath>
    <clipPath id="court-shoulders"><path d="M-73 0V-26C-64-46-44-56-24-61H24C44-56 64-46 73-26V0Z"/></clipPath>
    <linearGradient id="card-sheen" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#fff"/><stop offset="1" stop-color="#f4f0e6"/></linearGradient>
    ${faces.join('')}${back()}`;
}

/**
 * @param {Rank} rank
 * @param {Suit} suit
 */
function face(rank, suit) {
  const corner = index(rank, suit);
  return `<symbol id="card-${rank}${suit}" viewBox="0 0 250 350" overflow="visible">
    <rect x="1" y="1" width="248" height="348" rx="17" fill="url(#card-sheen)" stroke="#8d8576" stroke-width="2"/>
    <g fill="var(--${SUITS[suit].name})" stroke="none">${middle(rank, suit)}${corner}
    <g transform="rotate(180 125 175)">${corner}</g></g></symbol>`;
}

/**
 * Rank and suit in the corner, large enough to be read across a table and on a phone.
 * @param {Rank} rank
 * @param {Suit} suit
 */
function index(rank, suit) {
  const { wide, path } = RANKS[rank];
  const size = 0.6;
  const left = 28.5 - (wide * size) / 2;
  return `<path transform="translate(${left.toFixed(1)} 15) scale(${size})" d="${path}" fill="none" stroke="var(--${SUITS[suit].name})" stroke-width="13" stroke-linejoin="miter"/>
    <use href="#pip-${suit}" transform="translate(28 87) scale(.34)"/>`;
}

/**
 * @param {Rank} rank
 * @param {Suit} suit
 */
function middle(rank, suit) {
  if (rank === 'A') return ace(suit);
  if (rank === 'J' || rank === 'Q' || rank === 'K') return court(rank, suit);
  return PIPS[rank]
    .map(
      ([x, y]) =>
        `<use href="#pip-${suit}" transform="translate(${x} ${y}) scale(.48)${y > 180 ? ' rotate(180)' : ''}"/>`,
    )
    .join('');
}

/** @param {Suit} suit */
function ace(suit) {
  const big = suit === 's' ? 1.35 : 0.95;
  const pip = `<use href="#pip-${suit}" transform="translate(125 175) scale(${big})"/>`;
  if (suit !== 's') return pip;
  return `${pip}<use href="#pip-s" transform="translate(125 175) scale(1.12)" fill="none" stroke="#fff" stroke-width="2.5"/>
    <use href="#pip-s" transform="translate(125 181) scale(.42)" fill="#fff"/><use href="#pip-s" transform="translate(125 181) scale(.3)"/>`;
}

/**
 * @param {'J' | 'Q' | 'K'} rank
 * @param {Suit} suit
 */
function court(rank, suit) {
  const half = `<g clip-path="url(#court-half)">${courtHalf(rank, suit)}
    <use href="#pip-${suit}" transform="translate(-54 ${rank === 'J' ? -88 : -123}) scale(.3)"/></g>`;
  return `<g transform="translate(125 175)">${half}<g transform="rotate(180)">${half}</g></g>
    <rect x="52" y="30" width="146" height="290" rx="3" fill="none" stroke="#33415f" stroke-width="2.4"/>`;
}

function back() {
  const weave = [];
  for (let x = -350; x < 250; x += 18) weave.push(`<path d="M${x} 0l350 350M${x} 350l350-350"/>`);
  return `<clipPath id="back-frame"><rect x="16" y="16" width="218" height="318" rx="9"/></clipPath>
    <symbol id="card-back" viewBox="0 0 250 350" overflow="visible">
    <rect x="1" y="1" width="248" height="348" rx="17" fill="#fffdf7" stroke="#8d8576" stroke-width="2"/>
    <rect x="16" y="16" width="218" height="318" rx="9" fill="var(--card-back)"/>
    <g clip-path="url(#back-frame)" stroke="#fff" stroke-width="1.6" opacity=".5" fill="none">${weave.join('')}</g>
    <rect x="24" y="24" width="202" height="302" rx="6" fill="none" stroke="#f1d68a" stroke-width="2.5"/>
    <g transform="translate(125 175)"><circle r="62" fill="var(--card-back)" stroke="#f1d68a" stroke-width="3"/><circle r="54" fill="none" stroke="#f1d68a" stroke-width="1.2"/>
    ${['s', 'h', 'c', 'd'].map((suit, i) => `<g transform="rotate(${i * 90}) translate(0 -29) scale(.3)"><use href="#pip-${suit}" fill="#f1d68a"/></g>`).join('')}
    <circle r="6" fill="#f1d68a"/></g></symbol>`;
}

/**
 * @param {number} x
 * @param {number} count
 * @returns {[number, number][]}
 */
function column(x, count) {
  return Array.from({ length: count }, (_, i) => [x, TOP + ((BOTTOM - TOP) * i) / (count - 1)]);
}
