// The first play of a guest, who pressed Play and nothing else: a free seat, chips and the cut, so that the next thing to do
// is to bet. Whatever the person does by hand meanwhile is left alone.

import { noteCut } from './seeds.js';

/** @import { Table } from './table.js' */

/** What a guest is given to begin with, in cents. */
const CHIPS = 20000;

export class FirstPlay {
  #done;
  #sat = false;
  #bought = false;
  #cut = false;

  constructor() {
    const here = new URL(location.href);
    this.#done = !here.searchParams.has('play');
    // A page loaded again seats nobody.
    here.searchParams.delete('play');
    history.replaceState(null, '', here);
  }

  /** @param {Table} table as it stands now */
  goOn(table) {
    if (this.#done || !table.signedIn || !table.felt || !table.layout) return;
    const { mine, felt } = table;
    if (!mine) this.#sit(table);
    else if (mine.chips === 0 && !this.#bought) {
      this.#bought = true;
      table.order({ do: 'buy-in', cents: CHIPS });
    } else if (felt.phase.is === 'cutting' && felt.phase.seat === table.seat && !this.#cut) {
      this.#cut = true;
      const cards = Math.round((felt.phase.min + felt.phase.max) / 2);
      noteCut(felt.shoe.id, cards);
      table.order({ do: 'cut', cards });
    } else if (table.betting && mine.chips > 0) this.#done = true;
  }

  /** @param {Table} table */
  #sit(table) {
    if (this.#sat) return;
    this.#sat = true;
    const count = table.layout?.seats ?? 0;
    const taken = new Set(table.felt?.seats.map((view) => view.seat));
    const middle = Math.ceil(count / 2);
    const free = Array.from({ length: count }, (_, i) => i + 1)
      .filter((seat) => !taken.has(seat))
      .sort((one, other) => Math.abs(one - middle) - Math.abs(other - middle));
    if (free[0] === undefined) this.#done = true;
    else table.order({ do: 'sit', seat: free[0] });
  }
}
