// How one has done: the curve of the results over the exact expectation and its bands.

import { ask } from './api.js';
import { complain, h, need } from './dom.js';
import { mustSignIn } from './header.js';
import { average, dollars, signed } from './money.js';

/** @import { CurvePoint, GameCard, Statistics } from '../wire.d.ts' */

const WIDE = 1000;
const HIGH = 420;
const LEFT = 92;
const BOTTOM = 40;

/**
 * The curve as a picture.
 * @param {CurvePoint[]} curve
 */
export function curveMarkup(curve) {
  const points = [
    { round: 0, net: 0, expected: 0, sigma: 0 },
    ...curve.map((p) => ({ ...p, round: Number(p.round), net: Number(p.net) })),
  ];
  const most = points[points.length - 1].round || 1;
  const values = points.flatMap((p) => [p.net, p.expected + 2 * p.sigma, p.expected - 2 * p.sigma]);
  const top = Math.max(...values, 100);
  const low = Math.min(...values, -100);
  const x = (/** @type {number} */ round) => (LEFT + ((WIDE - LEFT - 12) * round) / most).toFixed(1);
  const y = (/** @type {number} */ cents) => (10 + ((HIGH - BOTTOM - 10) * (top - cents)) / (top - low)).toFixed(1);
  const line = (/** @type {(p: typeof points[0]) => number} */ of) =>
    points.map((p, i) => `${i ? 'L' : 'M'}${x(p.round)} ${y(of(p))}`).join('');
  const band = (/** @type {number} */ n) =>
    `${line((p) => p.expected + n * p.sigma)}${[...points]
      .reverse()
      .map((p) => `L${x(p.round)} ${y(p.expected - n * p.sigma)}`)
      .join('')}Z`;
  const marks = ticks(low, top)
    .map(
      (cents) =>
        `<path class="axis" opacity="${cents === 0 ? 1 : 0.4}" d="M${LEFT} ${y(cents)}H${WIDE - 12}"/><text class="axis-text" x="${LEFT - 8}" y="${Number(y(cents)) + 4}" text-anchor="end">${dollars(cents)}</text>`,
    )
    .join('');
  return `<svg viewBox="0 0 ${WIDE} ${HIGH}" role="img" aria-labelledby="curve-title"><title id="curve-title">Result after each of ${most} rounds: ${dollars(points[points.length - 1].net)}, expected ${average(points[points.length - 1].expected)}</title>
    <path class="band-two" d="${band(2)}"/><path class="band-one" d="${band(1)}"/>${marks}
    <path class="expected" d="${line((p) => p.expected)}"/><path class="net-line" d="${line((p) => p.net)}"/>
    <text class="axis-text" x="${LEFT}" y="${HIGH - 14}">0</text><text class="axis-text" x="${WIDE - 12}" y="${HIGH - 14}" text-anchor="end">${counted(most, 'round')}</text></svg>`;
}

/**
 * Round amounts between two, about five of them.
 * @param {number} low
 * @param {number} top
 */
function ticks(low, top) {
  const rough = (top - low) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough) ?? rough;
  const marks = [];
  for (let cents = Math.ceil(low / step) * step; cents <= top; cents += step) marks.push(Math.round(cents));
  return marks;
}

/**
 * "1 round", "2 rounds".
 * @param {number | bigint} count
 * @param {string} noun
 */
function counted(count, noun) {
  return `${count} ${noun}${Number(count) === 1 ? '' : 's'}`;
}

/** @param {Statistics} all */
function figures(all) {
  const figure = (/** @type {string} */ name, /** @type {string} */ value, /** @type {string} */ words, tone = '') =>
    h('li', {}, h('span', { class: 'quiet' }, name), h('b', { class: tone }, value), h('small', {}, words));
  const share = all.decisions > 0 ? ((100 * Number(all.wrong)) / Number(all.decisions)).toFixed(1) : '0';
  return [
    figure(
      'Result',
      signed(Number(all.net)),
      `in ${counted(all.rounds, 'round')}`,
      all.net > 0 ? 'won' : all.net < 0 ? 'lost' : '',
    ),
    figure('Expected', average(all.expected), `with the best play; σ ${average(all.sigma)}`),
    figure('Luck', `${all.luck >= 0 ? '+' : '−'}${Math.abs(all.luck).toFixed(2)} σ`, 'against your own play'),
    figure('Mistakes', average(all.mistakes), `${all.wrong} of ${counted(all.decisions, 'decision')} (${share}%)`),
    figure('Wagered', dollars(Number(all.wagered)), 'in all'),
  ];
}

async function start() {
  await mustSignIn();
  const [all, games] = await Promise.all([
    /** @type {Promise<Statistics>} */ (ask('/statistics')),
    /** @type {Promise<GameCard[]>} */ (ask('/games')),
  ]);
  const names = new Map(games.map((game) => [game.id, game.short_name]));
  need('figures', HTMLElement).replaceChildren(...figures(all));
  const picture = need('curve', HTMLElement);
  picture.innerHTML = curveMarkup(all.curve);
  picture.append(
    h(
      'figcaption',
      {},
      h(
        'ul',
        { class: 'legend' },
        ...[
          ['k-net', 'your result'],
          ['k-expected', 'exact expectation of the best play'],
          ['k-one', 'one σ'],
          ['k-two', 'two σ'],
        ].map(([key, words]) => h('li', {}, h('i', { class: key }), words)),
      ),
    ),
  );
  need('wagers', HTMLElement).replaceChildren(
    ...all.wagers.map((wager) =>
      h(
        'tr',
        {},
        h('td', {}, names.get(wager.game) ?? wager.game),
        h('th', { scope: 'row' }, wager.name),
        h('td', { class: 'number' }, String(wager.times)),
        h('td', { class: 'number' }, dollars(Number(wager.wagered))),
        h('td', { class: 'number' }, average(wager.expected)),
        h('td', { class: `number ${wager.net > 0 ? 'won' : wager.net < 0 ? 'lost' : ''}` }, signed(Number(wager.net))),
      ),
    ),
  );
}

start().catch(complain);
