// A house of its own for every test file: the program on a free port with a fresh file of books, and a browser to visit it.

import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

/** @import { ChildProcess } from 'node:child_process' */
/** @import { Browser, BrowserContextOptions, Page } from 'playwright-core' */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const PROGRAM = process.env.CROUPIER ?? join(ROOT, 'target/debug/croupier');
const SCREENS = join(ROOT, 'target/screens');
const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const PATIENCE = 20_000;
const LAUNCHES = 3;

export const PHONE = { width: 390, height: 844 };
export const TABLET = { width: 1024, height: 768 };
export const WIDE = { width: 1920, height: 1080 };

/** A running house and the browser that visits it. */
export class House {
  /** @type {string[]} */
  faults = [];

  /**
   * @param {string} address
   * @param {string} password of the account `Floor`
   * @param {ChildProcess} program
   * @param {string} folder
   * @param {string[]} seeded
   * @param {Browser} browser
   */
  constructor(address, password, program, folder, seeded, browser) {
    this.address = address;
    this.password = password;
    this.program = program;
    this.folder = folder;
    this.seeded = seeded;
    this.browser = browser;
  }

  /**
   * Opens a house; with a seed, its shoes come from it and prove nothing.
   * @param {number | null} [seed]
   * @param {string[]} [more] further options of the program
   */
  static async open(seed = null, more = []) {
    const folder = mkdtempSync(join(tmpdir(), 'croupier-house-'));
    const seeded = seed === null ? [] : ['--seed', String(seed)];
    const program = start(folder, '127.0.0.1:0', [...seeded, ...more, '--floor', 'Floor']);
    const { address, password } = await announced(program);
    const browser = await launched().catch((fault) => {
      // A program that is left running would keep the test from ever ending.
      program.kill('SIGKILL');
      throw fault;
    });
    return new House(address, password, program, folder, seeded, browser);
  }

  /** Kills the program at once, as a power cut would, and opens the same books again at the same address. */
  async killAndReopen() {
    await this.#end('SIGKILL');
    this.program = start(this.folder, new URL(this.address).host, this.seeded);
    await announced(this.program);
  }

  async close() {
    await this.browser.close();
    await this.#end('SIGTERM');
    rmSync(this.folder, { recursive: true, force: true });
    if (this.faults.length > 0) throw new Error(`the pages complained:\n${this.faults.join('\n')}`);
  }

  /** @param {NodeJS.Signals} signal */
  async #end(signal) {
    const ended = new Promise((done) => this.program.once('exit', done));
    this.program.kill(signal);
    await ended;
  }

  /**
   * A new visitor with a browser of their own, who has not signed in.
   * @param {BrowserContextOptions} [options]
   */
  async visitor(options = {}) {
    const context = await this.browser.newContext({
      viewport: TABLET,
      reducedMotion: 'reduce',
      ...options,
      baseURL: this.address,
    });
    context.setDefaultTimeout(PATIENCE);
    const page = await context.newPage();
    page.on('pageerror', (fault) => this.faults.push(fault.stack ?? fault.message));
    page.on('console', (message) => {
      if (message.type() === 'error' && /Content Security Policy|Uncaught/.test(message.text()))
        this.faults.push(message.text());
    });
    return page;
  }

  /**
   * A visitor who has come in as a guest.
   * @param {BrowserContextOptions} [options]
   */
  async guest(options = {}) {
    const page = await this.visitor(options);
    await page.goto('/sign-in');
    await page.getByRole('button', { name: 'Play as a guest' }).click();
    await page.waitForURL((url) => url.pathname === '/');
    return page;
  }
}

/** A browser. Chromium itself crashes at its start now and then; only one that never starts is a fault. */
export async function launched() {
  const executablePath = BROWSERS.find((path) => existsSync(path));
  for (let left = LAUNCHES - 1; ; left -= 1) {
    try {
      return await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    } catch (fault) {
      if (left === 0) throw fault;
    }
  }
}

/**
 * Comes in with a name and a password.
 * @param {Page} page
 * @param {string} name
 * @param {string} password
 */
export async function signIn(page, name, password) {
  await page.goto('/sign-in');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL((url) => url.pathname === '/');
}

/**
 * Opens a private table of a game and sits down with chips; answers with the page's own address.
 * @param {Page} page
 * @param {string} game
 * @param {number} seat
 */
export async function sitAlone(page, game, seat = 4) {
  await page.goto('/');
  await page.getByLabel('Game', { exact: true }).selectOption(game);
  await page.getByLabel('Name', { exact: true }).fill(`Test of ${game}`);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.waitForURL(/\/table\//);
  await sitDown(page, seat);
  return page.url();
}

/**
 * Takes a seat and buys chips where there are none.
 * @param {Page} page
 * @param {number} seat
 */
export async function sitDown(page, seat) {
  await page
    .locator('#controls')
    .getByRole('button', { name: `Seat ${seat}` })
    .click();
  const cut = page.locator('[data-focus="cut"]');
  const buy = page.getByRole('button', { name: 'Buy $500' });
  const deal = page.locator('.deal');
  for (;;) {
    await cut.or(buy).or(deal).first().waitFor();
    if (await deal.isVisible()) return;
    // What was there may have gone since, when the clock or the last click changed it.
    await cut
      .or(buy)
      .first()
      .click({ timeout: 500 })
      .catch(() => {});
    await page.waitForTimeout(60);
  }
}

/**
 * A betting spot of the viewer's own seat.
 * @param {Page} page
 * @param {string} id
 * @param {number} [hand]
 */
export function spot(page, id, hand = 0) {
  return page.locator(`[data-spot="${id}"][data-hand="${hand}"]`);
}

/**
 * After the deal was asked for: answers every decision by the first of these that is offered, until the round is over; answers with what was chosen.
 * @param {Page} page
 * @param {string[]} wishes
 */
export async function playOut(page, wishes) {
  const chosen = [];
  await page.locator('.deal:enabled').waitFor({ state: 'hidden' });
  const over = page.locator('.deal', { hasText: 'Place your' }).or(page.getByRole('button', { name: 'Buy $500' }));
  const cut = page.locator('[data-focus="cut"]');
  const offers = page.locator('[data-offer]:enabled');
  for (;;) {
    await offers.or(over).or(cut).first().waitFor();
    if (await cut.isVisible()) await cut.click();
    if (await over.isVisible()) return chosen;
    const names = await offers.evaluateAll((buttons) =>
      buttons.map((button) => button.getAttribute('data-offer') ?? ''),
    );
    const wish = wishes.find((name) => names.includes(name)) ?? names[0];
    if (wish === undefined) continue;
    const pressed = await page.evaluate((name) => {
      // The offers may have gone since they were read, when another player's turn or the clock changed them.
      const button = document.querySelector(`[data-offer="${name}"]:enabled`);
      if (button instanceof HTMLButtonElement) button.click();
      return button !== null;
    }, wish);
    if (pressed) chosen.push(wish);
    await page.waitForTimeout(60);
  }
}

/**
 * Bets and deals until a decision to stand or not comes up.
 * @param {Page} page
 */
export async function untilAsked(page) {
  const stand = page.locator('[data-offer="stand"]:enabled');
  const over = page.locator('.deal', { hasText: 'Place your' });
  for (let round = 0; round < 12; round += 1) {
    if (await page.getByRole('button', { name: 'Rebet' }).isEnabled()) await page.keyboard.press('r');
    else await spot(page, 'main').click();
    await page.locator('.deal:enabled').click();
    await page.locator('.deal:enabled').waitFor({ state: 'hidden' });
    const decline = page.locator('[data-offer="no-insurance"]:enabled');
    await stand.or(over).or(decline).first().waitFor();
    if (await decline.isVisible()) await page.keyboard.press('n');
    await stand.or(over).first().waitFor();
    if (await stand.isVisible()) return;
  }
  throw new Error('no decision came up in twelve rounds');
}

/**
 * Keeps a picture of the page for people to look at; none is compared.
 * @param {Page} page
 * @param {string} name
 */
export async function keepPicture(page, name) {
  mkdirSync(SCREENS, { recursive: true });
  await page.screenshot({ path: join(SCREENS, `${name}.png`), fullPage: false });
}

/**
 * @param {string} folder
 * @param {string} listen
 * @param {string[]} more
 */
function start(folder, listen, more) {
  return spawn(PROGRAM, ['serve', '--house', join(folder, 'house.db'), '--listen', listen, ...more], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/**
 * What the program prints once it listens: its address, and the password of the account it was told to make.
 * @param {ChildProcess} program
 * @returns {Promise<{ address: string, password: string }>}
 */
function announced(program) {
  return new Promise((found, failed) => {
    let printed = '';
    const late = setTimeout(() => failed(new Error(`the house did not open in time; it said: ${printed}`)), PATIENCE);
    const hear = (/** @type {Buffer} */ bytes) => {
      printed += bytes.toString();
      const address = /http:\/\/[\d.:[\]a-z]+\d/.exec(printed)?.[0];
      if (!address) return;
      clearTimeout(late);
      found({ address, password: /password (\w+)/.exec(printed)?.[1] ?? '' });
    };
    program.stdout?.on('data', hear);
    program.stderr?.on('data', hear);
    program.once('exit', (code) => {
      clearTimeout(late);
      failed(new Error(`the house closed with ${code}; it said: ${printed}`));
    });
  });
}
