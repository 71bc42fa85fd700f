// The provable shuffle in this browser, from docs/fairness.md: hashes, the shuffle, and the root over the cards. It uses
// nothing of the house and nothing of the browser, so that it works on any page and can be read from top to bottom.

/** @import { SealedSeed } from '../wire.d.ts' */

const RANKS = '23456789TJQKA';
const SUITS = 'cdhs';

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes, as SHA-256 has them. */
const ROUNDS = fractions(64, 1 / 3);
const START = fractions(8, 1 / 2);

/**
 * @param {number} count
 * @param {number} power
 */
function fractions(count, power) {
  const found = [];
  for (let number = 2; found.length < count; number += 1) {
    let prime = true;
    for (let factor = 2; factor * factor <= number; factor += 1) if (number % factor === 0) prime = false;
    if (prime) found.push(((number ** power % 1) * 2 ** 32) >>> 0);
  }
  return found;
}

/** @param {string} text */
export function bytesOf(text) {
  return new TextEncoder().encode(text);
}

/** @param {string} digits hexadecimal, dashes left out */
export function fromHex(digits) {
  return Uint8Array.from(digits.replaceAll('-', '').match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** @param {Uint8Array} bytes */
export function hex(bytes) {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** @param {...(Uint8Array | number[])} parts */
function join(...parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** @param {number} number */
function twoBytes(number) {
  return [number >> 8, number & 255];
}

/** @param {Uint8Array} message */
export function sha256(message) {
  const length = message.length;
  const padded = new Uint8Array(Math.ceil((length + 9) / 64) * 64);
  padded.set(message);
  padded[length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor((length * 8) / 2 ** 32));
  view.setUint32(padded.length - 4, (length * 8) >>> 0);
  const state = [...START];
  const turn = (/** @type {number} */ word, /** @type {number} */ by) => (word >>> by) | (word << (32 - by));
  for (let block = 0; block < padded.length; block += 64) {
    const w = new Int32Array(64);
    for (let i = 0; i < 16; i += 1) w[i] = view.getInt32(block + 4 * i);
    for (let i = 16; i < 64; i += 1) {
      const a = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ (w[i - 15] >>> 3);
      const b = turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ (w[i - 2] >>> 10);
      w[i] = (w[i - 16] + a + w[i - 7] + b) | 0;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i += 1) {
      const one = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
      const first = (h + one + ((e & f) ^ (~e & g)) + ROUNDS[i] + w[i]) | 0;
      const zero = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
      const second = (zero + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => {
      state[i] = (state[i] + word) | 0;
    });
  }
  const out = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => out.setInt32(4 * i, word));
  return new Uint8Array(out.buffer);
}

/**
 * HMAC-SHA-256; keys here are seeds of 32 bytes.
 * @param {Uint8Array} key
 * @param {Uint8Array} message
 */
function hmac(key, message) {
  const block = new Uint8Array(64);
  block.set(key);
  const inner = sha256(
    join(
      block.map((byte) => byte ^ 0x36),
      message,
    ),
  );
  return sha256(
    join(
      block.map((byte) => byte ^ 0x5c),
      inner,
    ),
  );
}

/**
 * The words of ChaCha20 for a key and a stream, with a counter from 0.
 * @param {Uint8Array} key
 * @param {number} stream
 */
function* chacha20(key, stream) {
  const view = new DataView(key.buffer, key.byteOffset, 32);
  const start = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574];
  for (let i = 0; i < 8; i += 1) start.push(view.getUint32(4 * i, true));
  for (let counter = 0; ; counter += 1) {
    const first = [...start, counter, 0, stream, 0];
    const x = [...first];
    const quarter = (
      /** @type {number} */ a,
      /** @type {number} */ b,
      /** @type {number} */ c,
      /** @type {number} */ d,
    ) => {
      const step = (
        /** @type {number} */ to,
        /** @type {number} */ from,
        /** @type {number} */ mixed,
        /** @type {number} */ by,
      ) => {
        x[to] = (x[to] + x[from]) | 0;
        const word = x[mixed] ^ x[to];
        x[mixed] = (word << by) | (word >>> (32 - by));
      };
      step(a, b, d, 16);
      step(c, d, b, 12);
      step(a, b, d, 8);
      step(c, d, b, 7);
    };
    for (let round = 0; round < 10; round += 1) {
      for (let i = 0; i < 4; i += 1) quarter(i, 4 + i, 8 + i, 12 + i);
      for (let i = 0; i < 4; i += 1) quarter(i, 4 + ((i + 1) % 4), 8 + ((i + 2) % 4), 12 + ((i + 3) % 4));
    }
    for (let i = 0; i < 16; i += 1) yield (x[i] + first[i]) >>> 0;
  }
}

/**
 * Fisher–Yates from the last place down, with numbers drawn without bias.
 * @param {string[]} cards
 * @param {Uint8Array} seed
 * @param {number} stream
 */
export function shuffled(cards, seed, stream) {
  const order = [...cards];
  const words = chacha20(seed, stream);
  for (let place = order.length - 1; place > 0; place -= 1) {
    const bound = place + 1;
    const surplus = (2 ** 32 - bound) % bound;
    let product;
    do product = Number(words.next().value) * bound;
    while (product % 2 ** 32 < surplus);
    const other = Math.floor(product / 2 ** 32);
    [order[place], order[other]] = [order[other], order[place]];
  }
  return order;
}

/**
 * Cards in the order of a new deck.
 * @param {string[]} cards
 */
export function sorted(cards) {
  const rank = (/** @type {string} */ card) => RANKS.indexOf(card[0]) * 4 + SUITS.indexOf(card[1]);
  return [...cards].sort((one, other) => rank(one) - rank(other));
}

/**
 * What the cards are shuffled from.
 * @param {string} seed the house's, in hexadecimal digits
 * @param {string} shoe its id
 * @param {SealedSeed[]} clients
 * @param {number} format the version of the derivation
 */
export function shuffleSeed(seed, shoe, clients, format) {
  const parts = clients
    .filter((client) => client.seed !== null)
    .flatMap((client) => {
      const text = bytesOf(client.seed ?? '');
      return [[client.seat], client.user ? fromHex(client.user) : [], twoBytes(text.length), text];
    });
  return hmac(fromHex(seed), join(bytesOf(`croupier shoe ${format}\0`), fromHex(shoe), ...parts));
}

/**
 * The salt of the card at a place, from 0.
 * @param {string} seed the house's
 * @param {string} shoe
 * @param {number} place
 */
export function saltOf(seed, shoe, place) {
  return hmac(fromHex(seed), join(bytesOf('croupier salt 2\0'), fromHex(shoe), twoBytes(place)));
}

/**
 * The leaf of a card at its place.
 * @param {number} place
 * @param {Uint8Array} salt
 * @param {string} card
 */
export function leafOf(place, salt, card) {
  return sha256(join([0], twoBytes(place), salt, bytesOf(card)));
}

/**
 * The Merkle root over the cards, in hexadecimal digits.
 * @param {string} seed the house's
 * @param {string} shoe
 * @param {string[]} cards
 */
export function rootOf(seed, shoe, cards) {
  let level = cards.map((card, place) => leafOf(place, saltOf(seed, shoe, place), card));
  while (level.length > 1) {
    const above = [];
    for (let at = 0; at < level.length; at += 2)
      above.push(at + 1 < level.length ? sha256(join([1], level[at], level[at + 1])) : level[at]);
    level = above;
  }
  return hex(level[0]);
}

/**
 * Whether a card at its place among so many leads to the root by these neighbors, lowest first.
 * @param {string} root
 * @param {{ place: number, card: string, salt: string, path: string[] }} dealt
 * @param {number} count how many cards the shoe has
 */
export function leadsTo(root, { place, card, salt, path }, count) {
  if (place >= count) return false;
  let hash = leafOf(place, fromHex(salt), card);
  const neighbors = [...path];
  for (let at = place, among = count; among > 1; at = Math.floor(at / 2), among = Math.ceil(among / 2)) {
    if ((at ^ 1) >= among) continue;
    const neighbor = neighbors.shift();
    if (neighbor === undefined) return false;
    hash = at % 2 === 0 ? sha256(join([1], hash, fromHex(neighbor))) : sha256(join([1], fromHex(neighbor), hash));
  }
  return neighbors.length === 0 && hex(hash) === root;
}

/**
 * What a client publishes of its seed before it opens it.
 * @param {string} seed
 */
export function seal(seed) {
  return hex(sha256(bytesOf(seed)));
}
