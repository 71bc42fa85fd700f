// The felt: a layout and a view, drawn. It knows where things lie, not what they mean.

import { CARD, cardHref, layDeck } from '../art/cards.js';
import { stackMarkup } from '../art/chips.js';
import { dollars } from '../js/money.js';
import { CARD_WIDE, arrange, on } from './arrange.js';
import { depart, travel, turnOver } from './motion.js';
import { handKey, piecesOf, signWidth } from './pieces.js';
import { arcMarkup, escape, platePlace, shoeMarkup, spotMarkup, tableMarkup, trayMarkup } from './print.js';
import { amountOn, limitsInWords, ruleOf } from './spots.js';

/** @import { Felt, HandBet, Layout, SeatView } from '../wire.d.ts' */
/** @import { Arrangement, SeatPlace, Spot } from './arrange.js' */
/** @import { Piece } from './pieces.js' */

/**
 * @typedef {{
 *   layout: Layout, title: string, felt: Felt, seat: number | null, slip: HandBet[] | null,
 *   betting: boolean, sitting: boolean, chip: number, side?: 'dealer', bubbles?: { seat: number, text: string }[],
 * }} Scene what is to be drawn: `betting` when the viewer may place chips, `sitting` when seats may be taken, `side` when it is seen
 *   from behind the table, and what players say
 */

const LAYERS = ['table', 'print', 'gear', 'spots', 'glow', 'cards', 'stacks', 'signs', 'bubbles'];

export class TableFelt extends HTMLElement {
  /** @type {Map<string, { element: SVGElement, piece: Piece }>} */
  #pieces = new Map();
  /** @type {Arrangement | null} */
  #at = null;
  /** @type {Scene | null} */
  #scene = null;
  /** @type {Record<string, SVGGElement>} */
  #layers = {};
  #printed = '';
  #spotted = '';
  #shape = new ResizeObserver(() => this.#reshape());
  #wide = true;

  connectedCallback() {
    layDeck();
    this.#shape.observe(this);
    this.addEventListener('click', (event) => this.#pick(event));
  }

  disconnectedCallback() {
    this.#shape.disconnect();
  }

  /** @param {Scene} scene */
  show(scene) {
    this.#scene = scene;
    this.#print();
    this.#move();
  }

  #reshape() {
    const box = this.getBoundingClientRect();
    const wide = box.width > box.height * 1.12;
    if (wide === this.#wide && this.#at) return;
    this.#wide = wide;
    if (this.#scene) this.show(this.#scene);
  }

  /** Prints cloth and spots anew where the arrangement has changed, and what is written on them always. */
  #print() {
    const { layout, title, felt, seat, slip, side } = this.#need();
    const taken = felt.seats.map((view) => view.seat);
    const hands = Math.max(
      1,
      slip?.length ?? 0,
      ...felt.hands.filter((hand) => hand.at.seat === seat).map((hand) => hand.at.hand),
    );
    const key = JSON.stringify([this.#wide, seat, this.#wide ? [] : taken, hands, title, layout, side]);
    if (key !== this.#printed) {
      this.#printed = key;
      this.#at = arrange(layout, { wide: this.#wide, mine: seat, taken, hands });
      this.#frame(this.#at);
      this.#layers.table.innerHTML = tableMarkup(this.#at, layout.plan);
      this.#layers.print.innerHTML = arcMarkup(this.#at, layout, title);
      // What is printed on the cloth faces the players.
      const turned = side === 'dealer' ? `rotate(180 ${this.#at.width / 2} ${this.#at.height / 2})` : '';
      for (const layer of [this.#layers.table, this.#layers.print]) layer.setAttribute('transform', turned);
      this.#pieces.clear();
      this.#spotted = '';
    }
    const at = this.#place();
    this.#layers.gear.innerHTML =
      shoeMarkup(this.#seen(at.shoe), felt.shoe) +
      trayMarkup(this.#seen(at.tray), felt.shoe.gone) +
      at.seats.map((place) => this.#plate(place)).join('');
    this.#spots();
    this.#glow();
    this.#bubbles();
  }

  /**
   * A place as it is seen: from behind the table everything lies the other way round, and stays upright.
   * @template {{ x: number, y: number }} P
   * @param {P} place
   * @returns {P}
   */
  #seen(place) {
    if (this.#need().side !== 'dealer') return place;
    const { width, height } = this.#place();
    return { ...place, x: width - place.x, y: height - place.y };
  }

  /** What players say, beside their seats. */
  #bubbles() {
    const { bubbles = [] } = this.#need();
    this.#layers.bubbles.innerHTML = bubbles
      .map(({ seat, text }) => {
        const place = this.#place().seats.find((one) => one.seat === seat);
        if (!place) return '';
        const at = this.#seen(on(place, { x: 0, y: 0, scale: 1, angle: 0 }, 0, 20));
        const wide = Math.max(90, text.length * 8.6 + 30);
        const half = wide / 2 + 8;
        const x = Math.max(half, Math.min(this.#place().width - half, at.x));
        return `<g class="bubble" transform="translate(${x.toFixed(1)} ${Math.max(44, at.y - 30).toFixed(1)})"><rect x="${-wide / 2}" y="-34" width="${wide}" height="36" rx="16"/><path d="M-8 0 L${(at.x - x).toFixed(1)} 16 L8 0Z"/><text text-anchor="middle" y="-10" font-size="16">${escape(text)}</text></g>`;
      })
      .join('');
  }

  /**
   * Tells what lies nearest to where somebody has pressed, for whoever asks: the number of a seat, `dealer`, `board` or `shoe`.
   * @param {MouseEvent} event
   */
  #pick(event) {
    const svg = this.querySelector('svg');
    const matrix = svg?.getScreenCTM();
    if (!svg || !matrix || this.#scene?.side !== 'dealer') return;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const at = this.#place();
    /** @type {[string, { x: number, y: number }][]} */
    const places = [
      ['dealer', at.dealer],
      ['board', at.board],
      ['shoe', at.shoe],
      ...at.seats.map(
        (seat) =>
          /** @type {[string, { x: number, y: number }]} */ ([
            String(seat.seat),
            on(seat, { x: 0, y: 0, scale: 1, angle: 0 }, 0, -60),
          ]),
      ),
    ];
    const far = (/** @type {{ x: number, y: number }} */ place) => Math.hypot(place.x - point.x, place.y - point.y);
    const nearest = places.map(([id, place]) => ({ id, far: far(this.#seen(place)) })).sort((a, b) => a.far - b.far)[0];
    if (nearest) this.dispatchEvent(new CustomEvent('pick', { detail: nearest.id }));
  }

  /** @param {Arrangement} at */
  #frame(at) {
    this.innerHTML = `<svg viewBox="0 0 ${at.width} ${at.height}" role="group" aria-label="The felt">${LAYERS.map((name) => `<g class="${name}"${name === 'spots' ? '' : ' aria-hidden="true"'}></g>`).join('')}</svg>`;
    for (const name of LAYERS) {
      const layer = this.querySelector(`g.${name}`);
      if (layer instanceof SVGGElement) this.#layers[name] = layer;
    }
  }

  /** @param {SeatPlace} place */
  #plate(place) {
    const { felt } = this.#need();
    const view = felt.seats.find((taken) => taken.seat === place.seat);
    const at = this.#seen(platePlace(place, this.#place()));
    if (!view) return '';
    const words = plateWords(view);
    const wide = Math.max(92, words.length * 8.4 + 26);
    return `<g transform="translate(${at.x.toFixed(1)} ${at.y.toFixed(1)}) rotate(${at.angle.toFixed(1)}) scale(${at.scale.toFixed(3)})" class="plate${view.you ? ' you' : ''}${view.connected ? '' : ' away'}">
      <rect x="${-wide / 2}" y="-13" width="${wide}" height="26" rx="13"/><text text-anchor="middle" y="5" font-size="14.5">${escape(words)}</text></g>`;
  }

  #spots() {
    const { betting, sitting, felt } = this.#need();
    const focused = document.activeElement instanceof SVGElement ? document.activeElement.dataset.focus : undefined;
    const markup = this.#place()
      .seats.map((seat) => {
        const view = felt.seats.find((taken) => taken.seat === seat.seat);
        if (!view && sitting) return this.#freeSeat(seat);
        if (seat.compact) return '';
        return seat.hands
          .map((hand, i) =>
            this.#place()
              .spots.map((spot) => {
                const place = this.#seen(on(seat, hand, spot.x, spot.y));
                const live = seat.mine && betting && spot.kind !== 'street' && spot.kind !== 'blind';
                return `<g transform="translate(${place.x.toFixed(1)} ${place.y.toFixed(1)}) rotate(${place.angle.toFixed(1)}) scale(${place.scale.toFixed(3)})" class="spot ${spot.kind}${seat.mine ? ' mine' : ''}${view ? '' : ' empty'}" ${live ? this.#button(spot, i) : 'aria-hidden="true"'}>${spotMarkup(spot)}</g>`;
              })
              .join(''),
          )
          .join('');
      })
      .join('');
    if (markup === this.#spotted) return;
    this.#spotted = markup;
    this.#layers.spots.innerHTML = markup;
    if (focused) {
      const again = this.querySelector(`[data-focus="${CSS.escape(focused)}"]`);
      if (again instanceof SVGElement) again.focus();
    }
  }

  /**
   * @param {Spot} spot
   * @param {number} hand
   */
  #button(spot, hand) {
    const { layout, slip, chip } = this.#need();
    const bet = slip?.[hand];
    const lies = amountOn(bet, spot.id);
    const rule = ruleOf(layout, spot.id);
    const which = (slip?.length ?? 1) > 1 ? `, hand ${hand + 1}` : '';
    const limits = spot.kind === 'multiple' ? `carries the ${layout.main.name} again` : rule ? limitsInWords(rule) : '';
    const label = `${spot.name}${which}: ${lies > 0 ? dollars(lies) : 'empty'}; ${limits}; adds ${dollars(chip)}`;
    return `role="button" tabindex="0" data-spot="${escape(spot.id)}" data-hand="${hand}" data-focus="${hand}:${escape(spot.id)}" aria-label="${escape(label)}"`;
  }

  /** @param {SeatPlace} seat */
  #freeSeat(seat) {
    const place = on(seat, { x: 0, y: 0, scale: 1, angle: 0 }, 0, 0);
    const print = this.#place()
      .spots.map(
        (spot) =>
          `<g transform="translate(${spot.x} ${spot.y})" class="spot ${spot.kind} empty">${spotMarkup(spot)}</g>`,
      )
      .join('');
    const where = `transform="translate(${place.x.toFixed(1)} ${place.y.toFixed(1)}) rotate(${place.angle.toFixed(1)}) scale(${place.scale.toFixed(3)})"`;
    return `<g ${where} aria-hidden="true">${print}</g><g ${where} class="free" role="button" tabindex="0" data-seat="${seat.seat}" data-focus="seat:${seat.seat}" aria-label="Sit here, seat ${seat.seat}">
      <rect class="reach" x="-84" y="-132" width="168" height="190" rx="20"/><rect class="invite" x="-56" y="-128" width="112" height="38" rx="19"/><text class="invite" text-anchor="middle" y="-103" font-size="19">Sit here</text></g>`;
  }

  /** Lights the hand that is asked. */
  #glow() {
    const { felt } = this.#need();
    this.#layers.glow.innerHTML = '';
    if (felt.phase.is !== 'deciding') return;
    const asked = felt.phase.hand;
    const seat = this.#place().seats.find((place) => place.seat === asked.seat);
    const pieces = piecesOf(felt, this.#place(), null)
      .filter((piece) => piece.kind === 'card' && piece.key.startsWith(`c:${handKey(asked)}:`))
      .map((piece) => ({ ...piece, place: this.#seen(piece.place) }));
    if (!seat || pieces.length === 0) return;
    const first = pieces[0].place;
    const last = pieces[pieces.length - 1].place;
    const half = CARD_WIDE / 2 + 9;
    const long = Math.hypot(last.x - first.x, last.y - first.y) / first.scale;
    this.#layers.glow.innerHTML = `<g transform="translate(${((first.x + last.x) / 2).toFixed(1)} ${((first.y + last.y) / 2).toFixed(1)}) rotate(${first.angle}) scale(${first.scale.toFixed(3)})"><rect class="asked" x="${-half - long / 2}" y="${-CARD_WIDE * 0.7 - 11}" width="${half * 2 + long}" height="${CARD_WIDE * 1.4 + 22}" rx="14"/></g>`;
  }

  /** Brings the pieces to where the view has them. */
  #move() {
    const { felt, slip, betting } = this.#need();
    const wanted = piecesOf(felt, this.#place(), betting ? slip : null).map((piece) => ({
      ...piece,
      place: this.#seen(piece.place),
      from: this.#seen(piece.from),
      to: this.#seen(piece.to),
    }));
    const keys = new Set(wanted.map((piece) => piece.key));
    const fresh = this.#pieces.size === 0 && this.#layers.cards.childElementCount === 0;
    const leaving = [...this.#pieces].filter(([key]) => !keys.has(key));
    let order = 0;
    for (const piece of wanted) {
      const known = this.#pieces.get(piece.key) ?? this.#adopt(piece, leaving);
      const element = known?.element ?? this.#create(piece);
      this.#update(element, known?.piece ?? null, piece);
      const from = known ? known.piece.place : fresh || piece.kind === 'sign' ? null : piece.from;
      if (!known || transformChanged(known.piece, piece)) travel(element, from, piece.place, order);
      if (!known && from) order += 1;
      this.#pieces.set(piece.key, { element, piece });
      this.#layers[layerOf(piece)].append(element);
    }
    for (const [key, { element, piece }] of leaving) {
      if (this.#pieces.get(key)?.element !== element) continue;
      this.#pieces.delete(key);
      if (piece.kind === 'sign') element.remove();
      else depart(element, piece.to);
    }
  }

  /**
   * A card that moves from one hand to another (a split) is the same card.
   * @param {Piece} piece
   * @param {[string, { element: SVGElement, piece: Piece }][]} leaving
   */
  #adopt(piece, leaving) {
    if (piece.kind !== 'card') return null;
    const found = leaving.findIndex(
      ([, old]) => old.piece.kind === 'card' && old.piece.card === piece.card && old.piece.group === piece.group,
    );
    if (found < 0) return null;
    const [[key, old]] = leaving.splice(found, 1);
    this.#pieces.delete(key);
    return old;
  }

  /** @param {Piece} piece */
  #create(piece) {
    const element = document.createElementNS('http://www.w3.org/2000/svg', 'g');
    element.classList.add('piece', piece.kind);
    if (piece.kind === 'card') {
      const high = CARD_WIDE * (CARD.high / CARD.wide);
      element.innerHTML = `<g class="turning"><use href="#card-back" x="${-CARD_WIDE / 2}" y="${-high / 2}" width="${CARD_WIDE}" height="${high}"/></g>`;
    }
    return element;
  }

  /**
   * @param {SVGElement} element
   * @param {Piece | null} was
   * @param {Piece} piece
   */
  #update(element, was, piece) {
    if (piece.kind === 'card') {
      element.classList.toggle('dim', piece.dim);
      const swap = () => element.querySelector('use')?.setAttribute('href', cardHref(piece.card));
      if (was?.kind !== 'card') swap();
      else if (was.card !== piece.card) {
        const inner = element.querySelector('g');
        if (inner) turnOver(inner, swap);
      }
    } else if (piece.kind === 'stack') {
      if (was?.kind !== 'stack' || was.cents !== piece.cents) element.innerHTML = stackMarkup(piece.cents);
    } else if (was?.kind !== 'sign' || was.text !== piece.text || was.tone !== piece.tone) {
      const wide = signWidth(piece.text);
      element.setAttribute('class', `piece sign ${piece.tone}`);
      element.innerHTML = `<rect x="${-wide / 2}" y="-13" width="${wide}" height="26" rx="13"/><text text-anchor="middle" y="5.5" font-size="17">${escape(piece.text)}</text>`;
    }
  }

  #need() {
    if (!this.#scene) throw new Error('the felt is drawn before it is shown anything');
    return this.#scene;
  }

  #place() {
    if (!this.#at) throw new Error('the felt is drawn before it is arranged');
    return this.#at;
  }
}

customElements.define('table-felt', TableFelt);

/** @param {Piece} piece */
function layerOf(piece) {
  return { card: 'cards', stack: 'stacks', sign: 'signs' }[piece.kind];
}

/**
 * @param {Piece} was
 * @param {Piece} is
 */
function transformChanged(was, is) {
  return ['x', 'y', 'scale', 'angle'].some((part) => {
    const name = /** @type {keyof typeof was.place} */ (part);
    return was.place[name] !== is.place[name];
  });
}

/** @param {SeatView} view */
function plateWords(view) {
  const mark = view.sits_out ? ' · out' : !view.connected ? ' · away' : view.ready ? ' ✓' : '';
  const name = view.name.length > 14 ? `${view.name.slice(0, 13)}…` : view.name;
  return `${name}${mark}`;
}
