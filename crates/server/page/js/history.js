// The rounds one has played, newest first.

import { ask } from './api.js';
import { complain, h, need } from './dom.js';
import { mustSignIn } from './header.js';
import { dollars, signed } from './money.js';

/** @import { GameCard, HistoryPage, RoundLine } from '../wire.d.ts' */

/**
 * @param {RoundLine} line
 * @param {Map<string, string>} games
 */
function row(line, games) {
  const when = new Date(Number(line.began));
  return h(
    'tr',
    {},
    h('td', {}, h('time', { datetime: when.toISOString() }, when.toLocaleString())),
    h('td', {}, line.table_name),
    h('td', { class: 'roomy' }, games.get(line.game) ?? line.game),
    h('td', { class: 'number roomy' }, dollars(line.wagered)),
    h(
      'td',
      { class: `number ${line.net > 0 ? 'won' : line.net < 0 ? 'lost' : ''}` },
      line.over ? signed(line.net) : 'In play',
    ),
    h(
      'td',
      {},
      h('a', { href: `/round/${line.id}`, 'aria-label': `Replay the round of ${when.toLocaleString()}` }, 'Replay'),
    ),
  );
}

async function start() {
  const me = await mustSignIn();
  need('others', HTMLElement).hidden = me.role === 'player';
  const games = new Map(/** @type {GameCard[]} */ (await ask('/games')).map((game) => [game.id, game.short_name]));
  const older = need('older', HTMLButtonElement);
  /** @type {number | bigint | null} */
  let before = null;
  const more = async () => {
    const page = /** @type {HistoryPage} */ (await ask(`/history${before === null ? '' : `?before=${before}`}`));
    need('rounds', HTMLElement).append(...page.rounds.map((line) => row(line, games)));
    need('none', HTMLElement).hidden = need('rounds', HTMLElement).childElementCount > 0;
    before = page.older;
    older.hidden = before === null;
  };
  older.addEventListener('click', () => more().catch(complain));
  await more();
}

start().catch(complain);
