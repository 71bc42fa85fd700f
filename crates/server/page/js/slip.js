// The bets of the viewer's seat while they are being placed, with a memory for undoing and betting again.
// Amounts are kept within what the layout says of a spot; whether the bets stand together is for the table to say.

import { ruleOf } from '../felt/spots.js';
import { dollars } from './money.js';

/** @import { HandBet, Layout, SpotRule } from '../wire.d.ts' */

export class Slip {
  /** @type {HandBet[]} */
  hands = [empty()];
  /** @type {HandBet[][]} */
  #before = [];
  /** @type {HandBet[]} */
  #last = [];

  /** @param {Layout} layout */
  constructor(layout) {
    this.layout = layout;
  }

  /** What is to be sent: the hands that carry a main bet, or any where none is needed. */
  get placed() {
    const alone = (/** @type {HandBet} */ bet) =>
      !this.layout.main_required && Object.values(bet.side).some((cents) => (cents ?? 0) > 0);
    return this.hands.filter((bet) => bet.main > 0 || alone(bet));
  }

  get total() {
    return this.#sum(this.hands);
  }

  /** @param {HandBet[]} hands */
  #sum(hands) {
    return hands.reduce(
      (sum, bet) =>
        sum +
        bet.main * (1 + this.layout.riding.length) * (1 + bet.multiples.length) +
        Object.values(bet.side).reduce((a, b) => a + (b ?? 0), 0),
      0,
    );
  }

  get canUndo() {
    return this.#before.length > 0;
  }

  get canRepeat() {
    return this.#last.length > 0;
  }

  /**
   * Puts a chip on a spot; a spot that carries the main bet again is filled or emptied as a whole.
   * @param {number} hand
   * @param {string} id
   * @param {number} chip
   * @returns {string | null} why the spot does not carry exactly that much more; null where it does
   */
  add(hand, id, chip) {
    /** @type {string | null} */
    let remark = null;
    this.#change((hands) => {
      const bet = hands[hand];
      if (this.layout.multiples.includes(id)) bet.multiples = toggled(bet.multiples, id, this.layout.multiples);
      else {
        const rule = this.#rule(id);
        const lies = amount(bet, id);
        const raises = raised(rule, lies, chip);
        remark = raises === lies + chip ? null : adjusted(rule, raises, lies);
        this.#set(bet, id, raises);
      }
    });
    return remark;
  }

  /**
   * Takes a chip off a spot.
   * @param {number} hand
   * @param {string} id
   * @param {number} chip
   */
  take(hand, id, chip) {
    this.#change((hands) => {
      const bet = hands[hand];
      if (this.layout.multiples.includes(id)) bet.multiples = bet.multiples.filter((name) => name !== id);
      else this.#set(bet, id, lowered(this.#rule(id), amount(bet, id), chip));
    });
  }

  clear() {
    this.#change((hands) => hands.splice(0, hands.length, ...hands.map(empty)));
  }

  /** @returns {string | null} why a spot does not carry twice as much; null where all do */
  double() {
    /** @type {string | null} */
    let remark = null;
    this.#change((hands) => {
      for (const bet of hands) {
        for (const rule of [this.layout.main, ...this.layout.side]) {
          const lies = amount(bet, rule.id);
          if (lies === 0) continue;
          const raises = raised(rule, lies, lies);
          if (raises !== 2 * lies) remark ??= adjusted(rule, raises, lies);
          this.#set(bet, rule.id, raises);
        }
      }
    });
    return remark;
  }

  /**
   * The bets of the last round again.
   * @param {number} chips what the player has, bets on the felt included
   * @returns {string | null} why they are not made; null where they are
   */
  repeat(chips) {
    const wanted = this.#sum(this.#last);
    if (wanted > chips)
      return `The last bets were ${dollars(wanted)}; you have ${dollars(chips)}. Buy chips, or bet less.`;
    if (this.canRepeat) this.#change((hands) => hands.splice(0, hands.length, ...structuredClone(this.#last)));
    return null;
  }

  /**
   * @param {number} count how many hands are to be played
   */
  play(count) {
    this.#change((hands) => {
      while (hands.length < count) hands.push(structuredClone(hands[0]));
      hands.length = count;
    });
  }

  undo() {
    const before = this.#before.pop();
    if (before) this.hands = before;
  }

  /**
   * Takes over what lies on the felt: after sitting down again, or after a bet was refused.
   * @param {HandBet[]} bets
   */
  adopt(bets) {
    this.hands = bets.length > 0 ? structuredClone(bets) : this.hands.map(empty);
  }

  /**
   * The cards are out: the bets are remembered, and nothing can be undone any more.
   * @param {HandBet[]} bets
   */
  dealt(bets) {
    this.#last = bets;
    this.#before = [];
    this.hands = this.hands.map(empty);
  }

  /** @param {(hands: HandBet[]) => void} change */
  #change(change) {
    const before = structuredClone(this.hands);
    change(this.hands);
    if (JSON.stringify(before) !== JSON.stringify(this.hands)) this.#before.push(before);
  }

  /** @param {string} id */
  #rule(id) {
    const rule = ruleOf(this.layout, id);
    if (!rule) throw new Error(`the felt has no spot called ${id}`);
    return rule;
  }

  /**
   * @param {HandBet} bet
   * @param {string} id
   * @param {number} cents
   */
  #set(bet, id, cents) {
    if (id === 'main') bet.main = cents;
    else if (cents > 0) bet.side[id] = cents;
    else delete bet.side[id];
  }
}

/**
 * The next amount a spot may carry when a chip is added: never under its least, never over its most.
 * @param {SpotRule} rule
 * @param {number} lies
 * @param {number} chip
 */
export function raised(rule, lies, chip) {
  const wanted = lies + chip;
  if (rule.amounts.length > 0)
    return rule.amounts.find((cents) => cents >= wanted) ?? rule.amounts[rule.amounts.length - 1];
  const stepped = Math.ceil(wanted / rule.step) * rule.step;
  return Math.max(rule.min, Math.min(rule.max, stepped));
}

/**
 * The next amount when a chip is taken off: nothing, once it would be less than the least.
 * @param {SpotRule} rule
 * @param {number} lies
 * @param {number} chip
 */
export function lowered(rule, lies, chip) {
  const wanted = lies - chip;
  if (rule.amounts.length > 0) return rule.amounts.filter((cents) => cents <= wanted).pop() ?? 0;
  return wanted < rule.min ? 0 : Math.floor(wanted / rule.step) * rule.step;
}

/**
 * Why a spot carries another amount than the chips that were put on it.
 * @param {SpotRule} rule
 * @param {number} raises
 * @param {number} lies
 */
function adjusted(rule, raises, lies) {
  if (raises === lies) return `${rule.name}: ${dollars(lies)} is the maximum.`;
  if (rule.amounts.length > 0) return `${rule.name}: the bet is ${dollars(raises)}, one of the amounts allowed.`;
  if (raises === rule.min) return `${rule.name}: the minimum is ${dollars(rule.min)}.`;
  if (raises === rule.max) return `${rule.name}: the maximum is ${dollars(rule.max)}.`;
  return `${rule.name}: bets are multiples of ${dollars(rule.step)}.`;
}

/** @returns {HandBet} */
function empty() {
  return { main: 0, multiples: [], side: {} };
}

/**
 * @param {HandBet} bet
 * @param {string} id
 */
function amount(bet, id) {
  return id === 'main' ? bet.main : (bet.side[id] ?? 0);
}

/**
 * @param {string[]} names
 * @param {string} name
 * @param {string[]} order
 */
function toggled(names, name, order) {
  const wanted = names.includes(name) ? names.filter((other) => other !== name) : [...names, name];
  return order.filter((other) => wanted.includes(other));
}
