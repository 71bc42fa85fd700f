// What the viewer may do now, by phase: take a seat, buy chips, bet, cut, decide, or wait.

import { faceMarkup, CHIPS } from '../art/chips.js';
import { handWords } from '../felt/pieces.js';
import { h, refresh } from './dom.js';
import { average, dollars } from './money.js';
import { title } from './results.js';
import { noteCut } from './seeds.js';

/** @import { Offer, Phase } from '../wire.d.ts' */
/** @import { Table } from './table.js' */

/**
 * @param {Table} table
 * @param {HTMLElement} holder
 */
export function showControls(table, holder) {
  const { felt } = table;
  if (!felt) return;
  const [key, build] = scene(table);
  refresh(holder, key, build);
  tick(table, holder, felt.phase);
}

/**
 * What is shown, and the key that says when it must be shown anew.
 * @param {Table} table
 * @returns {[string, () => (Node | null | false)[]]}
 */
function scene(table) {
  const { felt, slip, chip, busy, seat, mine, signedIn, advice } = table;
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
    return [key('decide', table.decision.hand, table.decision.offers, busy > 0, advice), () => decide(table)];
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
    return [key('cut', felt.phase.min, felt.phase.max), () => cut(table)];
  if (table.betting)
    return [
      key('bet', slip.hands, chip, mine.ready, mine.chips, slip.canUndo, slip.canRepeat, table.chips),
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
        'Sign in to play',
      ),
    ),
    clockBar(),
  ];
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
  return [
    h(
      'div',
      { class: 'rack', role: 'radiogroup', 'aria-label': 'Chip in hand' },
      ...table.chips.map((cents, i) => chipButton(table, cents, i)),
    ),
    h(
      'div',
      { class: 'row wrap' },
      button('Undo', 'U', !slip.canUndo, () => table.bet((s) => s.undo())),
      button('Clear', 'C', slip.total === 0, () => table.bet((s) => s.clear())),
      button('Bet again', 'R', !slip.canRepeat, () => table.bet((s) => s.repeat())),
      button('Double bet', 'D', slip.total === 0, () => table.bet((s) => s.double())),
      layout.hands_max > 1
        ? button(hands > 1 ? 'One hand' : 'Two hands', 'T', !anything, () =>
            table.bet((s) => s.play(hands > 1 ? 1 : 2)),
          )
        : null,
      h(
        'button',
        {
          class: 'primary deal',
          'data-focus': 'deal',
          disabled: !anything || mine.ready,
          onclick: () => table.order({ do: 'ready' }),
        },
        mine.ready ? 'Waiting for the deal' : anything ? `Deal · ${dollars(slip.total)}` : 'Place a bet',
        h('kbd', { 'aria-hidden': 'true' }, 'Enter'),
      ),
    ),
    clockBar(),
  ];
}

/** @param {Table} table */
function buyIn(table) {
  return [
    h('p', { class: 'notice' }, 'You have no chips. They are bought at the table and cost nothing.'),
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
  const which = handWords(asked.hand) ? ` · ${handWords(asked.hand)}` : '';
  return [
    h('p', { class: 'asked' }, h('b', {}, hand?.total ? `You have ${hand.total}${which}` : `Your turn${which}`)),
    clockBar(),
    h('div', { class: 'offers' }, ...asked.offers.map((offer) => offerButton(table, offer))),
    asked.withheld.length === 0
      ? null
      : h(
          'ul',
          { class: 'withheld', 'aria-label': 'Not offered' },
          ...asked.withheld.map((one) => h('li', {}, h('b', {}, title(one.action)), ` ${one.why}`)),
        ),
  ];
}

/**
 * @param {Table} table
 * @param {Offer} offer
 */
function offerButton(table, offer) {
  const advised =
    table.advice?.chosen === null && table.advice.choices.length > 0
      ? table.advice.choices.filter((choice) => choice.action === offer.action)
      : [];
  const worth = advised.length === 0 ? null : advised.reduce((best, choice) => (choice.ev > best.ev ? choice : best));
  const amount = h('output', {}, offer.price > 0 ? dollars(offer.price) : '');
  const slider =
    offer.max > offer.min && offer.max > 0
      ? h('input', {
          type: 'range',
          min: offer.min,
          max: offer.max,
          step: Math.max(1, offer.step),
          value: offer.max,
          'aria-label': `Amount for ${offer.label}`,
          'aria-valuetext': dollars(offer.max),
          'data-focus': `amount-${offer.action}`,
        })
      : null;
  slider?.addEventListener('input', () => {
    slider.setAttribute('aria-valuetext', dollars(Number(slider.value)));
    amount.textContent = dollars(Number(slider.value) * offer.spots);
  });
  const press = () => table.act(offer.action, slider ? Number(slider.value) : offer.max);
  return h(
    'div',
    { class: `offer${worth && worth.cost === 0 ? ' best' : ''}` },
    h(
      'button',
      {
        class: 'primary',
        'data-offer': offer.action,
        'data-focus': `offer-${offer.action}`,
        disabled: table.busy > 0,
        onclick: press,
      },
      h('span', { class: 'name' }, offer.label),
      amount,
      h('kbd', { 'aria-hidden': 'true' }, offer.key),
    ),
    slider,
    worth
      ? h('small', { class: 'worth' }, worth.cost === 0 ? `best: ${average(worth.ev)}` : `costs ${average(worth.cost)}`)
      : null,
  );
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
    h('label', { for: 'cut-depth', class: 'notice' }, 'Cut the cards: how many go to the bottom?'),
    h(
      'div',
      { class: 'row' },
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
  ];
}

/** @param {Table} table */
function wait(table) {
  const { mine, felt } = table;
  const settled = felt?.phase.is === 'settled' && felt.hands.some((hand) => hand.at.seat === table.seat);
  return [
    settled && mine
      ? h('p', { class: `outcome ${mine.net > 0 ? 'won' : mine.net < 0 ? 'lost' : ''}` }, outcome(mine.net))
      : h('p', { class: 'notice' }, words(table)),
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

/** @param {number} net */
function outcome(net) {
  if (net === 0) return 'Even: what you bet comes back.';
  return net > 0 ? `You win ${dollars(net)}` : `You lose ${dollars(-net)}`;
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
