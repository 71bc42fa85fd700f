// Beside the felt: the hands in words and what they came to, the dealer's words, the coach, the shoe, the pay tables,
// and how one likes to play.

import { adviceWords } from './advice.js';
import { complain, h, refresh } from './dom.js';
import { help } from './keys.js';
import { dollars, parseDollars } from './money.js';
import { payTables } from './pay-tables.js';
import { resultTable } from './results.js';
import { keepWords, ownWords } from './seeds.js';
import { change, settings } from './settings.js';
import { inviteLink, setCoach } from './tools.js';
import { cardName } from '../art/glyphs.js';

/** @import { ShoeLine } from '../wire.d.ts' */
/** @import { Table } from './table.js' */

/**
 * @param {Table} table
 * @param {HTMLElement} holder
 */
export function showPanels(table, holder) {
  if (holder.childElementCount === 0) holder.append(...frame(table));
  const { felt, layout } = table;
  if (!felt || !layout) return;
  const part = (/** @type {string} */ name) =>
    /** @type {HTMLElement} */ (holder.querySelector(`[data-part="${name}"]`));
  refresh(
    part('hands'),
    JSON.stringify([felt.hands, felt.dealer, felt.dealer_total, felt.board, felt.extra, felt.seats]),
    () => hands(table),
  );
  refresh(part('coach'), JSON.stringify([table.advice, settings.coach, table.decision !== null]), () => coach(table));
  refresh(part('shoe'), JSON.stringify([felt.shoe, table.seat]), () => shoe(table, felt.shoe));
  refresh(part('pays'), JSON.stringify(layout), () => payTables(layout));
  const sound = holder.querySelector('#sound');
  if (sound instanceof HTMLInputElement) sound.checked = settings.sound;
  refresh(part('seat'), JSON.stringify([table.mine?.chips, table.mine?.sits_out, table.seat, table.code]), () =>
    seat(table),
  );
}

/** @param {Table} table */
function frame(table) {
  const section = (
    /** @type {string} */ name,
    /** @type {string} */ heading,
    /** @type {boolean} */ open,
    /** @type {Node | null} */ inner,
  ) =>
    h('details', { open, class: `panel ${name}` }, h('summary', {}, heading), inner ?? h('div', { 'data-part': name }));
  return [
    section('hands', 'Hands and results', true, null),
    section('dealer', 'The dealer says', true, table.commentary.log),
    section('coach', 'Coach', true, null),
    section('pays', 'Pay tables', false, null),
    section('shoe', 'The shoe', false, null),
    section('seat', 'Your chips and seat', false, null),
    section('taste', 'Settings', false, taste(table)),
  ];
}

/**
 * What the cards are called that lie there for all.
 * @param {Table} table
 */
function boardName(table) {
  return table.layout?.family === 'single-card' ? 'Cards in the middle' : 'Community cards';
}

/** @param {Table} table */
function hands(table) {
  const { felt } = table;
  if (!felt) return [];
  const named = (/** @type {string[]} */ cards) => cards.map(cardName).join(', ');
  const [first, second] = table.layout?.shared_hands ?? [];
  const lines = [
    felt.dealer.length > 0
      ? h(
          'p',
          {},
          h('b', {}, `${second ?? 'Dealer'}: `),
          `${felt.dealer_total ?? ''} `,
          h('small', {}, named(felt.dealer)),
        )
      : null,
    felt.board.length > 0
      ? h('p', {}, h('b', {}, `${first ?? boardName(table)}: `), h('small', {}, named(felt.board)))
      : null,
    felt.extra.length > 0 ? h('p', {}, h('b', {}, 'Bonus cards: '), h('small', {}, named(felt.extra))) : null,
    ...[...felt.hands]
      .sort((a, b) => Number(b.at.seat === table.seat) - Number(a.at.seat === table.seat))
      .map((hand) => resultTable(hand, ownerOf(table, hand.at.seat))),
  ];
  return lines.some(Boolean) ? lines : [h('p', { class: 'quiet' }, 'No cards are out.')];
}

/**
 * @param {Table} table
 * @param {number} seat
 */
function ownerOf(table, seat) {
  const owner = table.felt?.seats.find((view) => view.seat === seat);
  return owner?.you ? 'You' : (owner?.name ?? `Seat ${seat}`);
}

/** @param {Table} table */
function coach(table) {
  const pick = h(
    'select',
    { id: 'coach-when', 'data-focus': 'coach-when' },
    ...[
      ['off', 'off'],
      ['after', 'after each choice'],
      ['before', 'before each choice'],
    ].map(([value, name]) => h('option', { value, selected: settings.coach === value }, name)),
  );
  pick.addEventListener('change', () => {
    // The keys belong to the table again once the choice is made.
    pick.blur();
    setCoach(table, /** @type {'off' | 'after' | 'before'} */ (pick.value));
  });
  const row = h('p', { class: 'row' }, h('label', { for: 'coach-when' }, 'The coach speaks'), pick);
  return table.advice && settings.coach !== 'off' ? [row, ...adviceWords(table.advice)] : [row];
}

/**
 * @param {Table} table
 * @param {ShoeLine} line
 */
function shoe(table, line) {
  const words = h('input', {
    id: 'client-seed',
    maxlength: 64,
    'data-focus': 'client-seed',
    placeholder: 'optional, shuffled into your next client seeds',
    value: ownWords(),
  });
  words.addEventListener('change', () => keepWords(words.value));
  const own = h('p', { class: 'row' }, h('label', { for: 'client-seed' }, 'Add your seed'), words);
  return [
    h(
      'p',
      {},
      line.cards === 0
        ? 'No shoe is prepared yet.'
        : `${line.cards - line.gone} of ${line.cards} cards are left${line.cut_card === null ? '' : `; the cut card lies after ${line.cut_card}`}.${line.last_round ? ' This is the last round of the shoe.' : ''}`,
    ),
    line.commitment
      ? h('p', {}, 'Commitment, published before the shuffle:', h('code', { class: 'hash' }, line.commitment))
      : null,
    line.root
      ? h('p', {}, 'Root over the cards, published before the first bet:', h('code', { class: 'hash' }, line.root))
      : null,
    ...line.client_seeds.map((client) =>
      h('p', {}, `Client seed of seat ${client.seat}: `, h('code', { class: 'hash' }, client.seed ?? 'sealed')),
    ),
    table.seat === null ? null : own,
    line.commitment ? h('p', {}, h('a', { class: 'alone', href: '/fairness' }, 'What this proves')) : null,
  ];
}

/** @param {Table} table */
function seat(table) {
  const { mine, card, code: secret } = table;
  const code =
    secret && card ? h('p', {}, 'Invite with this link:', h('code', { class: 'hash' }, inviteLink(table))) : null;
  if (!mine) return [h('p', { class: 'quiet' }, 'You have no seat here.'), code];
  const field = h('input', { id: 'chips-amount', inputmode: 'decimal', value: '100', 'data-focus': 'chips-amount' });
  const trade = (/** @type {'buy-in' | 'cash-out'} */ what) => {
    const cents = parseDollars(field.value);
    if (cents === null || cents === 0) complain(`"${field.value}" is no amount of dollars: write it like 50 or 12.50.`);
    else table.order({ do: what, cents });
  };
  return [
    h('p', {}, `You have ${dollars(mine.chips)} in chips.`),
    h(
      'div',
      { class: 'row' },
      h('label', { for: 'chips-amount' }, 'Dollars'),
      field,
      h('button', { onclick: () => trade('buy-in') }, 'Buy'),
      h('button', { onclick: () => trade('cash-out') }, 'Sell'),
    ),
    h(
      'div',
      { class: 'row' },
      h(
        'button',
        { onclick: () => table.order({ do: 'sit-out', on: !mine.sits_out }) },
        mine.sits_out ? 'Come back' : 'Sit out',
      ),
      h('button', { onclick: () => table.order({ do: 'leave' }) }, 'Leave the seat'),
    ),
    code,
  ];
}

/** @param {Table} table */
function taste(table) {
  const box = (
    /** @type {string} */ id,
    /** @type {string} */ name,
    /** @type {boolean} */ on,
    /** @type {(on: boolean) => void} */ set,
  ) => {
    const input = h('input', { type: 'checkbox', id, checked: on });
    input.addEventListener('change', () => set(input.checked));
    return h('p', { class: 'row' }, input, h('label', { for: id }, name));
  };
  const theme = h(
    'select',
    { id: 'theme' },
    ...['system', 'light', 'dark'].map((name) => h('option', { value: name, selected: settings.theme === name }, name)),
  );
  theme.addEventListener('change', () => {
    theme.blur();
    change({ theme: /** @type {'system' | 'light' | 'dark'} */ (theme.value) });
  });
  return h(
    'div',
    {},
    h('p', { class: 'row' }, h('label', { for: 'theme' }, 'Theme'), theme),
    box('four-colors', 'Four-color deck', settings.fourColors, (fourColors) => change({ fourColors })),
    box('motion', 'Animations', settings.motion, (motion) => change({ motion })),
    box('sound', 'Sounds', settings.sound, (sound) => {
      change({ sound });
      table.draw();
    }),
    box('fast', 'Deal without pauses', settings.fast, (fast) => {
      change({ fast });
      table.order({ do: 'pace', fast });
    }),
    h('button', { onclick: help }, 'Keys', h('kbd', { 'aria-hidden': 'true' }, '?')),
  );
}
