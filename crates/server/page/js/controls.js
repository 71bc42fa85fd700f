// What the viewer may do now, by phase: take a seat, buy chips, bet, cut, decide, or wait.

import { faceMarkup, CHIPS } from '../art/chips.js';
import { handWords } from '../felt/pieces.js';
import { order } from './api.js';
import { complain, h, refresh } from './dom.js';
import { dollars } from './money.js';
import { actionRow } from './offers.js';
import { noteCut } from './seeds.js';

/** @import { Phase } from '../wire.d.ts' */
/** @import { ActionRow } from './offers.js' */
/** @import { Table } from './table.js' */

/**
 * The row of actions as it is shown.
 * @type {ActionRow | null}
 */
let actions = null;

/**
 * @param {Table} table
 * @param {HTMLElement} holder
 */
export function showControls(table, holder) {
  const { felt } = table;
  if (!felt) return;
  const [key, build] = scene(table);
  refresh(holder, key, build);
  if (table.decision) actions?.update({ busy: table.busy > 0, advice: table.counsel });
  tick(table, holder, felt.phase);
}

/**
 * What is shown, and the key that says when it must be shown anew.
 * @param {Table} table
 * @returns {[string, () => (Node | null | false)[]]}
 */
function scene(table) {
  const { felt, slip, chip, seat, mine, signedIn } = table;
  if (!felt || !slip) return ['nothing', () => []];
  const key = (/** @type {string} */ name, /** @type {unknown[]} */ ...parts) => JSON.stringify([name, ...parts]);
  if (!signedIn) return [key('stranger', words(table)), () => stranger(table)];
  if (felt.standing !== 'open' && !table.decision)
    return [
      key('closed', felt.standing),
      () => [h('p', { class: 'notice' }, STANDINGS[felt.standing] ?? ''), seat === null ? null : leaveButton(table)],
    ];
  if (!mine) return [key('seats', felt.seats, words(table)), () => seats(table)];
  if (table.decision)
    return [
      key('decide', table.decision.decision, table.decision.offers, table.decision.withheld),
      () => decide(table),
    ];
  if (mine.sits_out)
    return [
      'out',
      () => [
        h('p', { class: 'notice' }, 'You sit out.'),
        h('button', { class: 'primary', onclick: () => table.order({ do: 'sit-out', on: false }) }, 'Come back'),
        leaveButton(table),
      ],
    ];
  if (felt.phase.is === 'cutting' && felt.phase.seat === seat)
    return [key('cut', felt.phase.min, felt.phase.max, mine.chips === 0), () => cut(table)];
  if (table.betting)
    return [
      key('bet', slip.hands, chip, mine.ready, mine.chips, slip.canUndo, slip.canRepeat, table.chips, table.result),
      () => bet(table),
    ];
  return [key('wait', words(table), felt.phase.is, mine.net), () => wait(table)];
}

/** @type {Record<string, string>} */
const STANDINGS = {
  paused: 'The table is paused: it takes no bets until the floor opens it again.',
  closed: 'The table is closed.',
  stopped: 'The books cannot be written just now. Nothing is dealt until they can; nothing is lost.',
};

/** @param {Table} table */
function stranger(table) {
  return [
    h(
      'p',
      { class: 'notice' },
      `You are watching. ${words(table)} `,
      h(
        'a',
        { href: `/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`, class: 'button' },
        'Sign in',
      ),
      ' ',
      h('button', { class: 'primary', 'data-focus': 'guest', onclick: playAsGuest }, 'Play as a guest'),
    ),
    clockBar(),
  ];
}

/** Makes an account for this visit and comes back to the table, to be seated at once. */
function playAsGuest() {
  order('/guest').then(() => {
    const here = new URL(location.href);
    here.searchParams.set('play', '');
    location.assign(here);
  }, complain);
}

/** @param {Table} table */
function seats(table) {
  const count = table.layout?.seats ?? 0;
  const taken = new Map(table.felt?.seats.map((view) => [view.seat, view.name]));
  const buttons = Array.from({ length: count }, (_, i) => i + 1).map((seat) =>
    taken.has(seat)
      ? h('button', { disabled: true }, `${seat} · ${taken.get(seat)}`)
      : h(
          'button',
          { class: 'seat', 'data-focus': `seat-${seat}`, onclick: () => table.order({ do: 'sit', seat }) },
          `Seat ${seat}`,
        ),
  );
  return [
    h('p', { class: 'notice' }, `Choose a seat. ${words(table)}`),
    h('div', { class: 'row wrap', role: 'group', 'aria-label': 'Seats' }, ...buttons),
    clockBar(),
  ];
}

/** @param {Table} table */
function bet(table) {
  const { slip, mine, layout } = table;
  if (!slip || !mine || !layout) return [];
  if (mine.chips === 0 && slip.total === 0) return buyIn(table);
  const anything = slip.placed.length > 0;
  const hands = slip.hands.length;
  const alone = !anything && slip.total > 0 ? `Side bets need a bet on the ${layout.main.name}.` : '';
  return [
    alone
      ? h('p', { class: 'hint', role: 'status' }, alone)
      : table.result === null
        ? null
        : outcome(table.result, 'last'),
    h(
      'div',
      { class: 'row wrap' },
      h(
        'div',
        { class: 'rack', role: 'radiogroup', 'aria-label': 'Chip in hand' },
        ...table.chips.map((cents, i) => chipButton(table, cents, i)),
      ),
      dealButton(table, anything),
    ),
    h(
      'div',
      { class: 'row wrap' },
      button('Undo', 'U', !slip.canUndo, () => table.bet((s) => s.undo())),
      button('Clear', 'C', slip.total === 0, () => table.bet((s) => s.clear())),
      button('Rebet', 'R', !slip.canRepeat, () => table.bet((s) => s.repeat(table.purse))),
      button('Double bet', 'D', slip.total === 0, () => table.bet((s) => s.double())),
      layout.hands_max > 1
        ? button(hands > 1 ? 'One hand' : 'Two hands', 'T', !anything, () =>
            table.bet((s) => s.play(hands > 1 ? 1 : 2)),
          )
        : null,
    ),
    clockBar(),
  ];
}

/**
 * @param {Table} table
 * @param {boolean} anything whether there is a bet that can be dealt
 */
function dealButton(table, anything) {
  const { slip, mine, layout } = table;
  const words = mine?.ready
    ? 'Waiting for the deal'
    : anything
      ? `Deal · ${dollars(slip?.total ?? 0)}`
      : `Place your ${layout?.main.name.toLowerCase()}`;
  return h(
    'button',
    {
      class: 'primary deal',
      'data-focus': 'deal',
      disabled: !anything || mine?.ready,
      onclick: () => table.order({ do: 'ready' }),
    },
    words,
    h('kbd', { 'aria-hidden': 'true' }, 'Enter'),
  );
}

/** @param {Table} table */
function buyIn(table) {
  return [
    h('p', { class: 'notice' }, 'Buy in (free play chips)'),
    h(
      'div',
      { class: 'row wrap' },
      ...[10000, 20000, 50000].map((cents, i) =>
        h(
          'button',
          {
            class: i === 1 ? 'primary' : null,
            'data-focus': `buy-${cents}`,
            onclick: () => table.order({ do: 'buy-in', cents }),
          },
          `Buy ${dollars(cents)}`,
        ),
      ),
    ),
  ];
}

/**
 * @param {Table} table
 * @param {number} cents
 * @param {number} i
 */
function chipButton(table, cents, i) {
  const chosen = table.chip === cents;
  const look = CHIPS.find((chip) => chip.cents === cents)?.look ?? '';
  const element = h('button', {
    class: `chip ${look}`,
    role: 'radio',
    'aria-checked': String(chosen),
    'aria-label': `${dollars(cents)} chip, key ${i + 1}`,
    'data-chip': cents,
    'data-focus': `chip-${cents}`,
    onclick: () => {
      table.chip = cents;
      table.draw();
    },
  });
  element.innerHTML = `<svg viewBox="-32 -32 64 64" aria-hidden="true">${faceMarkup(cents)}</svg>`;
  return element;
}

/** @param {Table} table */
function decide(table) {
  const asked = table.decision;
  if (!asked) return [];
  const hand = table.felt?.hands.find((view) => JSON.stringify(view.at) === JSON.stringify(asked.hand));
  const has = hand?.total ? `You have ${hand.total}` : 'Your turn';
  const words = [asked.asks, has, handWords(asked.hand)].filter(Boolean).join(' · ');
  actions = actionRow(asked.offers, asked.withheld, (action, amount) => table.act(action, amount));
  return [h('p', { class: 'asked' }, h('b', {}, words)), clockBar(), actions.element];
}

/** @param {Table} table */
function cut(table) {
  const phase = table.felt?.phase;
  if (phase?.is !== 'cutting') return [];
  const middle = Math.round((phase.min + phase.max) / 2);
  const slider = h('input', { type: 'range', id: 'cut-depth', min: phase.min, max: phase.max, value: middle });
  const depth = h('output', { for: 'cut-depth' }, `${middle} cards`);
  slider.addEventListener('input', () => {
    depth.textContent = `${slider.value} cards`;
  });
  return [
    h(
      'div',
      { class: 'row wrap' },
      h('label', { for: 'cut-depth', class: 'notice' }, 'Cut the cards'),
      slider,
      depth,
      h(
        'button',
        {
          class: 'primary',
          'data-focus': 'cut',
          onclick: () => {
            noteCut(table.felt?.shoe.id ?? null, Number(slider.value));
            table.order({ do: 'cut', cards: Number(slider.value) });
          },
        },
        'Cut',
      ),
    ),
    clockBar(),
    ...(table.mine?.chips === 0 ? buyIn(table) : []),
  ];
}

/** @param {Table} table */
function wait(table) {
  const { mine, felt } = table;
  const settled = felt?.phase.is === 'settled' && felt.hands.some((hand) => hand.at.seat === table.seat);
  return [
    settled && mine ? outcome(mine.net) : h('p', { class: 'notice' }, words(table)),
    clockBar(),
    settled
      ? null
      : h(
          'button',
          { class: 'plain', 'data-focus': 'faster', onclick: () => table.order({ do: 'pace', fast: true }) },
          'Deal faster',
        ),
  ];
}

/**
 * What a round came to.
 * @param {number} net
 * @param {string} [when] `last` for a round gone by
 */
function outcome(net, when = '') {
  const tone = net > 0 ? 'won' : net < 0 ? 'lost' : '';
  const words = net === 0 ? 'Push' : net > 0 ? `You win ${dollars(net)}` : `You lose ${dollars(-net)}`;
  return h(
    'p',
    { class: `outcome ${tone} ${when}` },
    when ? `Last round: ${words.charAt(0).toLowerCase()}${words.slice(1)}` : words,
  );
}

/** @param {Table} table */
function leaveButton(table) {
  return h('button', { onclick: () => table.order({ do: 'leave' }) }, 'Leave the seat');
}

/**
 * @param {string} name
 * @param {string} key
 * @param {boolean} disabled
 * @param {() => void} onclick
 */
function button(name, key, disabled, onclick) {
  return h('button', { disabled, onclick, 'data-focus': name }, name, h('kbd', { 'aria-hidden': 'true' }, key));
}

/**
 * Whom or what the table waits for.
 * @param {Table} table
 */
function words(table) {
  const phase = table.felt?.phase;
  const name = (/** @type {number} */ seat) =>
    table.felt?.seats.find((view) => view.seat === seat)?.name ?? `Seat ${seat}`;
  if (phase?.is === 'deciding') return `${name(phase.hand.seat)}’s turn.`;
  if (phase?.is === 'sealing') return 'The players commit to their seeds for the shuffle.';
  if (phase?.is === 'opening') return 'The players open their seeds for the shuffle.';
  if (phase?.is === 'cutting') return `${name(phase.seat)} cuts the shoe.`;
  if (phase?.is === 'settled') return 'The round is settled.';
  if (phase?.is === 'betting') return 'Place your bets.';
  if (phase?.is === 'waiting') return 'The dealer waits for players.';
  return 'The dealer deals.';
}

function clockBar() {
  return h('div', { class: 'clock', 'aria-hidden': 'true' }, h('i', {}), h('span', {}));
}

/**
 * Moves the clock on; the time bank follows when the time is up.
 * @param {Table} table
 * @param {HTMLElement} holder
 * @param {Phase} phase
 */
function tick(table, holder, phase) {
  const bar = holder.querySelector('.clock');
  const hand = bar?.querySelector('i');
  const text = bar?.querySelector('span');
  if (!(bar instanceof HTMLElement) || !hand || !text) return;
  const whole = 'left_ms' in phase ? phase.left_ms : null;
  bar.hidden = whole === null;
  if (whole === null) return;
  const gone = performance.now() - table.since;
  const left = Math.max(0, whole - gone);
  const bank = phase.is === 'deciding' ? Math.max(0, phase.bank_ms - Math.max(0, gone - whole)) : 0;
  hand.style.width = `${(100 * left) / Math.max(whole, 1)}%`;
  bar.classList.toggle('late', left < 4000);
  text.textContent = left > 0 ? `${Math.ceil(left / 1000)} s` : bank > 0 ? `time bank ${Math.ceil(bank / 1000)} s` : '';
}
