// The line to a table: orders up, numbered frames down. A lost line is taken up again where it broke off, and orders not
// yet answered are sent again under the same id, so that none is lost and none is done twice.

import { Refused, ask } from './api.js';
import { newId } from './ids.js';

/** @import { Advice, Command, Frame, Message, Problem, TableCard } from '../wire.d.ts' */

/** @typedef {Extract<Message, { is: 'welcome' }>} Welcome */

/**
 * @typedef {{
 *   welcome: (welcome: Welcome) => void, frame: (frame: Frame) => void, advice: (advice: Advice) => void,
 *   line: (standing: 'open' | 'lost' | 'refused', words: string) => void,
 * }} Listener
 */

const SHORTEST = 400;
const LONGEST = 8000;
/** How often the house must say that there is no such table before it is believed: a table may be moving to another server. */
const MISSING = 3;

export class Line {
  /** @type {Map<string, { command: Command, done: (problem: Problem | null) => void }>} */
  #waiting = new Map();
  /** @type {WebSocket | null} */
  #socket = null;
  #number = 0;
  #pause = SHORTEST;
  #closed = false;
  #welcomed = false;
  #asking = false;
  #missing = 0;

  /**
   * @param {string} table
   * @param {string | null} code of a private table
   * @param {Listener} listener
   */
  constructor(table, code, listener) {
    this.table = table;
    this.code = code;
    this.listener = listener;
    addEventListener('online', () => this.#retry());
    addEventListener('offline', () => this.#socket?.close());
    this.#open();
  }

  /**
   * Gives an order; answered once the table has answered, however often the line breaks.
   * @param {Command} command
   * @returns {Promise<Problem | null>} what was wrong with it; null when it was done
   */
  order(command) {
    const id = newId();
    return new Promise((done) => {
      this.#waiting.set(id, { command, done });
      this.#send(id, command);
    });
  }

  close() {
    this.#closed = true;
    this.#socket?.close();
  }

  #open() {
    const query = new URLSearchParams({ after: String(this.#number) });
    if (this.code) query.set('code', this.code);
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/api/v1/tables/${this.table}/live?${query}`);
    this.#socket = socket;
    this.#welcomed = false;
    socket.addEventListener('message', (event) => this.#hear(JSON.parse(event.data)));
    socket.addEventListener('close', () => this.#lost(socket));
  }

  /** @param {Message} message */
  #hear(message) {
    if (message.is === 'welcome') this.#greet(message);
    else if (message.is === 'frame') this.#follow(message);
    else if (message.is === 'advice') this.listener.advice(message);
    else if (message.is === 'reply') {
      this.#waiting.get(message.id)?.done(message.problem);
      this.#waiting.delete(message.id);
    }
  }

  /** @param {Welcome} welcome */
  #greet(welcome) {
    this.#pause = SHORTEST;
    this.#number = Number(welcome.number);
    this.#welcomed = true;
    this.listener.line('open', '');
    this.listener.welcome(welcome);
    for (const [id, { command }] of this.#waiting) this.#send(id, command);
  }

  /** @param {Frame} frame */
  #follow(frame) {
    const number = Number(frame.number);
    if (number <= this.#number) return;
    this.#number = number;
    this.listener.frame(frame);
  }

  /**
   * @param {string} id
   * @param {Command} command
   */
  #send(id, command) {
    if (this.#welcomed && this.#socket?.readyState === WebSocket.OPEN)
      this.#socket.send(JSON.stringify({ id, ...command }));
  }

  /** @param {WebSocket} socket */
  #lost(socket) {
    if (this.#closed || socket !== this.#socket) return;
    this.#socket = null;
    this.listener.line('lost', 'Connection lost. Your seat is held; reconnecting…');
    // Not all at once: the others have lost their lines at the same instant.
    setTimeout(() => this.#retry(), this.#pause * (0.7 + 0.6 * Math.random()));
    this.#pause = Math.min(this.#pause * 2, LONGEST);
  }

  /** Takes the line up again, unless the table is gone. */
  async #retry() {
    if (this.#closed || this.#socket !== null || this.#asking) return;
    this.#asking = true;
    this.#missing = (await this.#isGone()) ? this.#missing + 1 : 0;
    this.#asking = false;
    if (this.#missing >= MISSING) {
      this.#closed = true;
      this.listener.line('refused', 'This table is closed.');
    } else if (!this.#closed && this.#socket === null) this.#open();
  }

  /** Whether the house says that there is no such table; a house that says nothing may have it. */
  async #isGone() {
    const code = this.code ? `?code=${encodeURIComponent(this.code)}` : '';
    try {
      const card = /** @type {TableCard} */ (await ask(`/tables/${this.table}${code}`));
      return card.standing === 'closed';
    } catch (fault) {
      return fault instanceof Refused && fault.status === 404;
    }
  }
}
