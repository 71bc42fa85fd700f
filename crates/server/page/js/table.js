// The table: one seat's view of it, kept in step with the house, and what its person may do.

import '../felt/table-felt.js';
import { CHIPS } from '../art/chips.js';
import { skip } from '../felt/motion.js';
import { TableFelt } from '../felt/table-felt.js';
import { verdictOf } from './advice.js';
import { Refused, addressed, ask, toSignIn } from './api.js';
import { layCloth } from './cloth.js';
import { Commentary } from './commentary.js';
import { showControls } from './controls.js';
import { complain, need, remark } from './dom.js';
import { letDrag } from './drag.js';
import { FirstPlay } from './first-play.js';
import { guardClicks } from './guard.js';
import { SiteHeader, house, whoAmI } from './header.js';
import { listenForKeys } from './keys.js';
import { Line } from './live.js';
import { dollars } from './money.js';
import { showPanels } from './panels.js';
import { notePlayed } from './recent.js';
import { followShoe } from './seeds.js';
import { settings } from './settings.js';
import { Slip } from './slip.js';
import { play } from './sound.js';
import { showTools } from './tools.js';

/** @import { Advice, Command, Felt, Frame, GameCard, HandBet, Layout, Announcement, TableCard } from '../wire.d.ts' */
/** @import { Welcome } from './live.js' */

/** Everything the parts of the page share. */
export class Table {
  /** @type {Layout | null} */
  layout = null;
  /** @type {TableCard | null} */
  card = null;
  /** @type {Felt | null} */
  felt = null;
  /** @type {number | null} */
  seat = null;
  /** @type {Slip | null} */
  slip = null;
  /** @type {Advice | null} */
  advice = null;
  /** @type {GameCard[]} */
  games = [];
  chip = 500;
  /** When the present phase began here, for its clock. */
  since = performance.now();
  /** Orders under way. */
  busy = 0;
  signedIn = false;
  /**
   * What the last round came to for the viewer; null before the first, and once another is bet on.
   * @type {number | null}
   */
  result = null;
  #firstPlay = new FirstPlay();
  #laid = '[]';
  #view = need('main', HTMLElement).querySelector('table-felt');
  #commentary = new Commentary(need('caption', HTMLElement));

  /**
   * @param {string} id
   * @param {string | null} code of a private table
   */
  constructor(id, code) {
    this.code = code;
    this.line = new Line(id, code, {
      welcome: (welcome) => this.#welcome(welcome),
      frame: (frame) => this.#frame(frame),
      advice: (advice) => {
        if (!this.#isAwaited(advice)) return;
        this.advice = advice;
        this.draw();
      },
      line: (standing, words) => {
        need('line', HTMLElement).textContent = words;
        document.body.classList.toggle('line-lost', standing !== 'open');
      },
    });
  }

  get commentary() {
    return this.#commentary;
  }

  /** The viewer's own place at the table. */
  get mine() {
    return this.felt?.seats.find((view) => view.you) ?? null;
  }

  /** Whether the viewer may place chips now. */
  get betting() {
    const phase = this.felt?.phase.is;
    return (
      this.mine !== null &&
      !this.mine.sits_out &&
      this.felt?.standing === 'open' &&
      (phase === 'waiting' || phase === 'betting')
    );
  }

  /** The decision the viewer is asked for, if any. */
  get decision() {
    const phase = this.felt?.phase;
    return phase?.is === 'deciding' && phase.hand.seat === this.seat ? phase : null;
  }

  /** What the coach says before the decision that is asked for. */
  get counsel() {
    return this.advice?.chosen === null ? this.advice : null;
  }

  /** The chips that make sense on this felt, cheapest first. */
  get chips() {
    const { layout } = this;
    if (!layout) return [];
    const finest = Math.min(layout.main.step, ...layout.side.map((rule) => rule.step));
    const most = Math.max(layout.main.max, ...layout.side.map((rule) => rule.max));
    return CHIPS.map((chip) => chip.cents)
      .filter((cents) => cents >= finest && cents <= most && cents >= 100)
      .reverse()
      .slice(0, 6);
  }

  /**
   * @param {Command} command
   */
  async order(command) {
    this.busy += 1;
    this.draw();
    const problem = await this.line.order(command);
    this.busy -= 1;
    if (problem) complain(problem.message);
    this.draw();
    return problem;
  }

  /** What the viewer could bet: the chips in hand and those that lie on the felt. */
  get purse() {
    return (this.mine?.chips ?? 0) + (this.slip?.total ?? 0);
  }

  /**
   * Changes the bets and tells the table; a refused change is taken back.
   * @param {(slip: Slip) => string | null | void} change says why it is not as wished, where it is not
   */
  async bet(change) {
    if (!this.slip || !this.betting) return;
    const laid = JSON.stringify(this.slip.placed);
    const why = change(this.slip);
    if (why) remark(why);
    if (this.slip.total > 0) this.result = null;
    this.draw();
    if (JSON.stringify(this.slip.placed) === laid) return;
    play('chip');
    const problem = await this.order({ do: 'bet', hands: structuredClone(this.slip.placed) });
    if (!problem && this.card) notePlayed(this.card.game);
    if (problem && this.busy === 0) this.slip.adopt(this.mine?.bets ?? []);
    this.draw();
  }

  /**
   * @param {string} action
   * @param {number} amount
   */
  act(action, amount) {
    const asked = this.decision;
    if (asked && this.busy === 0) this.order({ do: 'act', decision: asked.decision, action, amount });
  }

  /**
   * Whether advice is about the decision that is asked for, or, after a choice, about this round.
   * @param {Advice} advice
   */
  #isAwaited(advice) {
    if (advice.chosen !== null) return advice.decision.round === this.felt?.round;
    const asked = this.decision?.decision;
    return asked?.round === advice.decision.round && asked.number === advice.decision.number;
  }

  /** Shows everything as it stands. */
  draw() {
    const { layout, felt } = this;
    if (!layout || !felt || !(this.#view instanceof TableFelt)) return;
    this.#view.show({
      layout,
      felt,
      seat: this.seat,
      title: this.games.find((game) => game.id === this.card?.game)?.short_name ?? '',
      slip: this.slip?.hands ?? null,
      betting: this.betting,
      sitting: this.seat === null && this.signedIn && felt.standing === 'open',
      chip: this.chip,
    });
    need('unproved', HTMLElement).hidden = felt.shoe.commitment !== null || felt.shoe.id === null;
    this.#showVerdict();
    showControls(this, need('controls', HTMLElement));
    showTools(this, need('tools', HTMLElement));
    this.#firstPlay.goOn(this);
    showPanels(this, need('panels', HTMLElement));
  }

  /** What the coach thinks of the last choice, close to the hand. */
  #showVerdict() {
    const verdict = this.advice && settings.coach === 'after' ? verdictOf(this.advice) : null;
    const place = need('verdict', HTMLElement);
    place.textContent = verdict?.words ?? '';
    place.className = verdict?.good ? 'good' : 'bad';
  }

  /** @param {Welcome} welcome */
  #welcome(welcome) {
    this.layout = welcome.layout;
    this.card = welcome.table;
    this.slip ??= new Slip(welcome.layout);
    this.slip.layout = welcome.layout;
    layCloth(welcome.table.game);
    document.title = `${welcome.table.name} · ${house()}`;
    need('table-name', HTMLElement).textContent = welcome.table.name;
    need('limits', HTMLElement).textContent =
      `${welcome.layout.main.name} ${dollars(welcome.layout.main.min)} to ${dollars(welcome.layout.main.max)}`;
    if (!this.chips.includes(this.chip)) this.chip = this.chips[0] ?? 100;
    this.#take(welcome.felt, welcome.seat, welcome.missed);
    this.slip.adopt(this.mine?.bets ?? []);
    this.draw();
  }

  /** @param {Frame} frame */
  #frame(frame) {
    const turn = this.decision && JSON.stringify(this.decision.hand);
    this.#take(frame.felt, frame.seat, frame.said);
    this.#sounds(frame.said);
    this.draw();
    if (this.decision && JSON.stringify(this.decision.hand) !== turn) this.#announce();
  }

  /**
   * @param {Felt} felt
   * @param {number | null} seat
   * @param {Announcement[]} said
   */
  #take(felt, seat, said) {
    const before = this.felt;
    if (seat !== null && (this.seat !== seat || before === null)) this.#tellTaste();
    this.felt = felt;
    this.seat = seat;
    this.since = performance.now();
    followShoe(felt, seat, (command) => this.line.order(command));
    this.#commentary.say(said);
    if (before?.round !== felt.round) this.advice = null;
    if (this.counsel && !this.#isAwaited(this.counsel)) this.advice = null;
    const plays = felt.hands.some((hand) => hand.at.seat === seat);
    if (plays && before?.round !== felt.round) this.slip?.dealt(dealtBets(this.slip.layout, felt, seat));
    if (isSettled(felt, seat) && !(before && before.round === felt.round && isSettled(before, seat)))
      this.result = this.mine?.net ?? null;
    else if (!isSettled(felt, seat)) this.result = null;
    const laid = JSON.stringify(this.mine?.bets ?? []);
    if (laid !== this.#laid && this.busy === 0 && this.betting && laid !== JSON.stringify(this.slip?.placed))
      this.slip?.adopt(this.mine?.bets ?? []);
    this.#laid = laid;
    const header = document.querySelector('site-header');
    if (this.mine && header instanceof SiteHeader) header.chips = this.mine.chips;
  }

  /** A seat forgets how its person likes to play; it is told again. */
  #tellTaste() {
    if (settings.coach !== 'off') this.line.order({ do: 'coach', when: settings.coach });
    if (settings.fast) this.line.order({ do: 'pace', fast: true });
  }

  /** @param {Announcement[]} said */
  #sounds(said) {
    const kinds = said.map((one) => one.what);
    if (kinds.some((what) => what.is === 'dealt' || what.is === 'turned')) play('card');
    if (kinds.some((what) => what.is === 'settled' && what.hand.seat === this.seat && what.net > 0)) play('win');
    else if (kinds.some((what) => what.is === 'placed' || what.is === 'free-bet' || what.is === 'settled'))
      play('chip');
  }

  #announce() {
    const asked = this.decision;
    const hand = this.felt?.hands.find((view) => JSON.stringify(view.at) === JSON.stringify(asked?.hand));
    play('turn');
    need('turn', HTMLElement).textContent =
      `Your turn${hand?.total ? `: ${hand.total}` : ''}. ${asked?.asks ? `${asked.asks} ` : ''}${asked?.offers.map((offer) => `${offer.label}, key ${offer.key}`).join('; ')}.`;
  }
}

/**
 * Whether the seat has played the round on the felt and every wager of its is settled.
 * @param {Felt} felt
 * @param {number | null} seat
 */
function isSettled(felt, seat) {
  const hands = felt.hands.filter((hand) => hand.at.seat === seat);
  return hands.length > 0 && hands.every((hand) => hand.wagers.every((wager) => wager.ended !== null));
}

/**
 * The bets a round was begun with, read off its hands.
 * @param {Layout} layout
 * @param {Felt} felt
 * @param {number | null} seat
 * @returns {HandBet[]}
 */
function dealtBets(layout, felt, seat) {
  return felt.hands
    .filter((hand) => hand.at.seat === seat && hand.at.part === 1)
    .map((hand) => {
      /** @type {HandBet} */
      const bet = { main: 0, multiples: [], side: {} };
      for (const wager of hand.wagers) {
        if (wager.id === 'main') bet.main = wager.stake;
        else if (layout.multiples.includes(wager.id)) bet.multiples.push(wager.id);
        else if (layout.side.some((rule) => rule.id === wager.id)) bet.side[wager.id] = wager.stake;
      }
      return bet;
    });
}

/** @param {Table} table */
function listenToFelt(table) {
  const felt = document.querySelector('table-felt');
  const spotOf = (/** @type {Event} */ event) =>
    event.target instanceof Element ? event.target.closest('[data-spot], [data-seat]') : null;
  const press = (/** @type {Element} */ spot, /** @type {boolean} */ off) => {
    if (!(spot instanceof SVGElement)) return;
    const { spot: id, hand, seat } = spot.dataset;
    if (seat) table.order({ do: 'sit', seat: Number(seat) });
    else if (id)
      table.bet((slip) => (off ? slip.take(Number(hand), id, table.chip) : slip.add(Number(hand), id, table.chip)));
  };
  felt?.addEventListener('click', (event) => {
    skip();
    const spot = spotOf(event);
    if (spot) press(spot, event instanceof MouseEvent && event.shiftKey);
  });
  // A spot that is clicked leaves the keyboard where it is, so that Enter deals.
  felt?.addEventListener('mousedown', (event) => event.preventDefault());
  felt?.addEventListener('contextmenu', (event) => {
    const spot = spotOf(event);
    if (!spot) return;
    event.preventDefault();
    press(spot, true);
  });
  felt?.addEventListener('keydown', (event) => {
    const spot = spotOf(event);
    if (!spot || !(event instanceof KeyboardEvent)) return;
    const off = event.key === 'Delete' || event.key === 'Backspace' || event.key === '-';
    if (!off && event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    event.stopPropagation();
    press(spot, off);
  });
}

async function start() {
  const id = addressed();
  const asked = new URLSearchParams(location.search).get('code');
  const card = /** @type {TableCard} */ (
    await ask(`/tables/${id}${asked ? `?code=${encodeURIComponent(asked)}` : ''}`)
  );
  const table = new Table(id, card.code ?? asked);
  listenToFelt(table);
  listenForKeys(table);
  letDrag(table);
  guardClicks(need('controls', HTMLElement), () => JSON.stringify(table.decision?.hand ?? table.felt?.phase.is));
  table.signedIn = (await whoAmI()) !== null;
  table.draw();
  table.games = await ask('/games');
  table.draw();
  setInterval(() => showControls(table, need('controls', HTMLElement)), 250);
}

start().catch((fault) => {
  if (fault instanceof Refused && fault.status === 401) toSignIn();
  else if (fault instanceof Refused && fault.status === 404)
    need('line', HTMLElement).textContent = `${fault.message} A private table needs the link of whoever opened it.`;
  else complain(fault);
});
