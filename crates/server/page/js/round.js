// A round gone by, step by step, and the proof of the shoe it was dealt from.

import { TableFelt } from '../felt/table-felt.js';
import { addressed, ask } from './api.js';
import { layCloth } from './cloth.js';
import { complain, h, need } from './dom.js';
import './header.js';
import { dollars, signed } from './money.js';
import { resultTable } from './results.js';
import { showProof } from './proof.js';

/** @import { GameCard, RoundReplay, ShoeProof } from '../wire.d.ts' */

/** How long a step is shown when the round plays by itself, in milliseconds. */
const PLAYED_EVERY = 1100;

/**
 * @param {RoundReplay} replay
 * @param {GameCard} game
 */
function letStep(replay, game) {
  const felt = document.querySelector('table-felt');
  const slider = need('step', HTMLInputElement);
  const last = replay.steps.length - 1;
  slider.max = String(last);
  const show = (/** @type {number} */ wanted) => {
    const at = Math.max(0, Math.min(last, wanted));
    const step = replay.steps[at];
    if (!step) return;
    slider.value = String(at);
    need('count', HTMLElement).textContent = `${at + 1} of ${last + 1}`;
    const seat = step.felt.seats.find((view) => view.you)?.seat ?? null;
    if (felt instanceof TableFelt)
      felt.show({
        layout: game.layout,
        title: game.short_name,
        felt: step.felt,
        seat,
        slip: null,
        betting: false,
        sitting: false,
        chip: 0,
      });
    need('said', HTMLElement).replaceChildren(
      ...step.said
        .filter((one) => one.sentence)
        .map((one) => h('p', {}, one.sentence, ' ', one.clause ? h('small', {}, one.clause) : null)),
    );
    need('hands', HTMLElement).replaceChildren(
      ...step.felt.hands.filter((hand) => seat === null || hand.at.seat === seat).map((hand) => resultTable(hand)),
    );
  };
  const now = () => Number(slider.value);
  const player = new Player(() => {
    show(now() + 1);
    return now() < last;
  });
  const step = (/** @type {number} */ wanted) => {
    player.stop();
    show(wanted);
  };
  slider.addEventListener('input', () => step(now()));
  need('first', HTMLButtonElement).addEventListener('click', () => step(0));
  need('back', HTMLButtonElement).addEventListener('click', () => step(now() - 1));
  need('forth', HTMLButtonElement).addEventListener('click', () => step(now() + 1));
  need('last', HTMLButtonElement).addEventListener('click', () => step(last));
  need('play', HTMLButtonElement).addEventListener('click', () => {
    if (!player.plays && now() === last) show(0);
    player.toggle();
  });
  document.addEventListener('keydown', (event) => {
    if (event.target instanceof HTMLInputElement) return;
    if (event.key === 'ArrowLeft') step(now() - 1);
    if (event.key === 'ArrowRight') step(now() + 1);
  });
  show(0);
}

/** Goes on by itself, step by step, until the end or until it is stopped. */
class Player {
  #button = need('play', HTMLButtonElement);
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer;

  /** @param {() => boolean} advance goes one step on; says whether there is another */
  constructor(advance) {
    this.advance = advance;
  }

  get plays() {
    return this.#timer !== undefined;
  }

  toggle() {
    if (this.plays) this.stop();
    else {
      this.#button.textContent = 'Pause';
      this.#timer = setInterval(() => {
        if (!this.advance()) this.stop();
      }, PLAYED_EVERY);
    }
  }

  stop() {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#button.textContent = 'Play';
  }
}

/**
 * What the ledger has of the round, for auditors and the floor.
 * @param {RoundReplay} replay
 */
function showTransfers(replay) {
  const holder = need('transfers', HTMLDetailsElement);
  holder.hidden = replay.transfers.length === 0;
  holder
    .querySelector('tbody')
    ?.replaceChildren(
      ...replay.transfers.map((transfer) =>
        h(
          'tr',
          {},
          h('td', {}, new Date(transfer.at).toLocaleTimeString()),
          h('td', {}, transfer.code),
          h('td', {}, transfer.from),
          h('td', {}, transfer.to),
          h('td', { class: 'number' }, dollars(transfer.amount)),
          h('td', {}, h('code', { class: 'hash' }, transfer.id)),
        ),
      ),
    );
}

async function start() {
  const replay = /** @type {RoundReplay} */ (await ask(`/rounds/${addressed()}`));
  const games = /** @type {GameCard[]} */ (await ask('/games'));
  const game = games.find((one) => one.id === replay.line.game);
  if (!game) throw new Error(`The house has no game called ${replay.line.game}.`);
  layCloth(game.id);
  need('title', HTMLElement).textContent = game.short_name;
  need('summary', HTMLElement).textContent =
    `${new Date(Number(replay.line.began)).toLocaleString()} at ${replay.line.table_name}: ${dollars(replay.line.wagered)} wagered, ${replay.line.over ? signed(replay.line.net) : 'not over yet'}.`;
  letStep(replay, game);
  if (replay.transcript) {
    const holder = need('transcript', HTMLDetailsElement);
    holder.hidden = false;
    const text = holder.querySelector('pre');
    if (text) text.textContent = replay.transcript;
  }
  showTransfers(replay);
  if (replay.line.shoe)
    showProof(
      need('proof', HTMLElement),
      /** @type {ShoeProof} */ (await ask(`/shoes/${replay.line.shoe}`)),
      replay.line.id,
    );
  else need('proof', HTMLElement).textContent = 'No shoe is recorded for this round.';
}

start().catch(complain);
