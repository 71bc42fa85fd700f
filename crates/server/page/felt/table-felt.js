// The felt: a layout and a view, drawn. It knows where things lie, not what they mean.

import { CARD, cardHref, layDeck } from '../art/cards.js';
import { lammerMarkup, stackMarkup } from '../art/chips.js';
import { handMarkup } from '../art/hands.js';
import { dollars } from '../js/money.js';
import { CARD_WIDE, arrange, on } from './arrange.js';
import { depart, travel, turnOver } from './motion.js';
import { handKey, piecesOf, signWidth } from './pieces.js';
import {
  arcMarkup,
  escape,
  labelBeside,
  platePlace,
  shoeMarkup,
  spotMarkup,
  tableMarkup,
  trayMarkup,
} from './print.js';
import { amountOn, limitsInWords, ruleOf } from './spots.js';

/** @import { Felt, HandBet, Layout, SeatView } from '../wire.d.ts' */
/** @import { Arrangement, SeatPlace, Spot } from './arrange.js' */
/** @import { Piece } from './pieces.js' */

/**
 * @typedef {{
 *   layout: Layout, title: string, felt: Felt, seat: number | null, slip: HandBet[] | null,
 *   betting: boolean, sitting: boolean, chip: number, side?: 'dealer', bubbles?: { seat: number, text: string, signs?: string[] }[],
 * }} Scene what is to be drawn: `betting` when the viewer may place chips, `sitting` when seats may be taken, `side` when it is seen
 *   from behind the table, and what players show and say
 */

/** The size of the smallest print, on pay tables, and the least that can be read on a screen. */
const PRINT_SMALLEST = 11.5;
const READABLE = 8;
/** How far from a bet chips may be let go to be meant for it. */
const BET_REACH = 60;
/** A bubble is drawn larger than the print, to be read from behind the table. */
const BUBBLE_SCALE = 1.6;
/** How wide a hand is drawn in a bubble. */
const SIGN_WIDE = 30;
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
  /** How many pixels a unit of the felt has. */
  #pixels = 1;
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
    const pixels = this.#pixels;
    if (this.#at) this.#leaveOut(box);
    const wide = box.width > box.height * 1.12;
    if (wide === this.#wide && this.#at && pixels === this.#pixels) return;
    this.#wide = wide;
    if (this.#scene) this.show(this.#scene);
  }

  /**
   * Leaves out print that nobody could read at this size; the panel of pay tables says the same in full.
   * @param {DOMRect} box
   */
  #leaveOut(box) {
    const { width, height } = this.#place();
    const scale = Math.min(box.width / width, box.height / height);
    this.toggleAttribute('data-small', scale * PRINT_SMALLEST < READABLE);
    this.#pixels = scale;
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
      this.#leaveOut(this.getBoundingClientRect());
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
      `<g data-gear="shoe">${shoeMarkup(this.#seen(at.shoe), felt.shoe)}</g>` +
      `<g data-gear="tray">${trayMarkup(this.#seen(at.tray), felt.shoe.gone)}</g>` +
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

  /** What players show and say, beside their seats. */
  #bubbles() {
    const { bubbles = [] } = this.#need();
    this.#layers.bubbles.innerHTML = bubbles
      .map(({ seat, text, signs = [] }) => {
        const place = this.#place().seats.find((one) => one.seat === seat);
        if (!place) return '';
        const at = this.#seen(on(place, { x: 0, y: 0, scale: 1, angle: 0 }, 0, 20));
        const drawn = signs.length * SIGN_WIDE;
        const wide = text ? Math.max(90, text.length * 8.6 + 30 + drawn) : drawn + 24;
        const half = (wide / 2) * BUBBLE_SCALE + 8;
        const x = Math.max(half, Math.min(this.#place().width - half, at.x));
        const hands = signs.map(
          (sign, i) =>
            `<g transform="translate(${(-wide / 2 + 12 + SIGN_WIDE * (i + 0.5)).toFixed(1)} -16) scale(.68)">${handMarkup(sign)}</g>`,
        );
        return `<g class="bubble" transform="translate(${x.toFixed(1)} ${Math.max(64, at.y - 30).toFixed(1)}) scale(${BUBBLE_SCALE})"><rect x="${-wide / 2}" y="-34" width="${wide}" height="36" rx="16"/><path d="M-8 0 L${((at.x - x) / BUBBLE_SCALE).toFixed(1)} 16 L8 0Z"/>${hands.join('')}<text text-anchor="middle" x="${drawn / 2}" y="-10" font-size="16">${escape(text)}</text></g>`;
      })
      .join('');
  }

  /** @param {MouseEvent} event */
  #pick(event) {
    if (this.#scene?.side !== 'dealer') return;
    const place = this.placeAt(event.clientX, event.clientY);
    if (place) this.dispatchEvent(new CustomEvent('pick', { detail: place }));
  }

  /**
   * What lies nearest to a point of the screen: the number of a seat, or `dealer`, `board`, `extra`, `shoe`, `tray`, `rack`; `player` and
   * `banker` where two hands are shared by all.
   * @param {number} x
   * @param {number} y
   */
  placeAt(x, y) {
    const { layout } = this.#need();
    const at = this.#place();
    const shared = layout.shared_hands.length > 0;
    /** @type {[string, { x: number, y: number }][]} */
    const places = [
      [shared ? 'banker' : 'dealer', at.dealer],
      ['shoe', at.shoe],
      ['tray', at.tray],
      ['rack', at.rack],
    ];
    if (shared || layout.community > 0) places.push([shared ? 'player' : 'board', at.board]);
    if (layout.extra > 0) places.push(['extra', at.extra]);
    for (const seat of at.seats) places.push([String(seat.seat), on(seat, { x: 0, y: 0, scale: 1, angle: 0 }, 0, -60)]);
    return this.#nearest(
      x,
      y,
      places.map(([id, place]) => ({ id, place: this.#seen(place) })),
    );
  }

  /**
   * The bet that lies nearest to a point of the screen: `3.1.1:up-match`.
   * @param {number} x
   * @param {number} y
   */
  wagerAt(x, y) {
    return this.#nearest(x, y, this.#lying('w'), BET_REACH);
  }

  /**
   * The hand of a seat whose cards lie nearest to a point of the screen: `3.1.2`; null where the seat has none.
   * @param {number} x
   * @param {number} y
   * @param {number} seat
   */
  handAt(x, y, seat) {
    const own = this.#lying('c').filter(({ id }) => id.startsWith(`${seat}.`));
    return this.#nearest(x, y, own)?.split(':')[0] ?? null;
  }

  /**
   * Pieces of a kind, each with what its key says after that.
   * @param {'w' | 'c'} kind
   */
  #lying(kind) {
    const own = [...this.#pieces].filter(([key]) => key.startsWith(`${kind}:`));
    return own.map(([key, { piece }]) => ({ id: key.slice(2), place: piece.place }));
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {{ id: string, place: { x: number, y: number } }[]} places
   * @param {number} [reach] how far away it may lie
   */
  #nearest(x, y, places, reach = Infinity) {
    const matrix = this.querySelector('svg')?.getScreenCTM();
    const box = this.getBoundingClientRect();
    if (!matrix || x < box.left || x > box.right || y < box.top || y > box.bottom) return null;
    const point = new DOMPoint(x, y).matrixTransform(matrix.inverse());
    const far = (/** @type {{ x: number, y: number }} */ place) => Math.hypot(place.x - point.x, place.y - point.y);
    const sorted = places.map(({ id, place }) => ({ id, far: far(place) })).sort((a, b) => a.far - b.far);
    return sorted[0] && sorted[0].far <= reach ? sorted[0].id : null;
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
                const pixels = seat.mine ? this.#pixels * place.scale : Infinity;
                const where = `transform="translate(${place.x.toFixed(1)} ${place.y.toFixed(1)}) rotate(${place.angle.toFixed(1)}) scale(${place.scale.toFixed(3)})"`;
                const beside = labelBeside(spot, pixels);
                return `<g ${where} class="spot ${spot.kind}${seat.mine ? ' mine' : ''}${view ? '' : ' empty'}" ${live ? this.#button(spot, i) : 'aria-hidden="true"'}>${spotMarkup(spot, pixels)}</g>${beside && `<g ${where} class="labels" aria-hidden="true">${beside}</g>`}`;
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
    element.dataset.piece = piece.key;
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
    } else if (piece.kind === 'lammer') {
      if (!was) element.innerHTML = lammerMarkup();
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
  return { card: 'cards', stack: 'stacks', lammer: 'stacks', sign: 'signs' }[piece.kind];
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
