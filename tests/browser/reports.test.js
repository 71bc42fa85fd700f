// The reports as HTML: open to everybody, on light and dark pages, at every width, and printed.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { axeFaults } from './axe.js';
import { PROGRAM, launched } from './house.js';

/** @import { Browser } from 'playwright-core' */

const GAMES = ['nh21-plus', 'nh21-v3', 'super-fun-21', 'nh-holdem', 'presque-isle-blackjack'];

/** @type {Browser} */
let browser;
/** A folder of reports made before, or a fresh one. */
const folder = process.env.REPORTS ?? mkdtempSync(join(tmpdir(), 'croupier-reports-'));
before(async () => {
  if (!process.env.REPORTS) {
    for (const game of GAMES) {
      execFileSync(PROGRAM, ['report', game, '--kind', 'all', '--rounds', '50000', '-o', folder]);
    }
  }
  browser = await launched();
});
after(async () => {
  await browser.close();
  if (!process.env.REPORTS) {
    rmSync(folder, { recursive: true });
  }
});

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  for (const width of [390, 1280]) {
    test(`reports on a ${colorScheme} page ${width} wide`, async () => {
      const files = readdirSync(folder).filter((name) => name.endsWith('.html'));
      assert.equal(files.length, 6 * GAMES.length, 'there are reports of every kind');
      for (const file of files) {
        const page = await browser.newPage({ colorScheme, viewport: { width, height: 900 } });
        /** @type {string[]} */
        const fetched = [];
        page.on('request', (request) => fetched.push(request.url()));
        await page.goto(pathToFileURL(join(folder, file)).href);
        assert.deepEqual(await axeFaults(page), [], file);
        assert.equal(fetched.length, 1, `${file} fetches nothing`);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
        assert.ok(wide, `${file}: nothing sticks out`);
        await page.close();
      }
    });
  }
}

for (const format of ['Letter', 'A4']) {
  test(`reports printed on ${format}: cards on one page, others with page numbers and each total once`, async () => {
    const page = await browser.newPage();
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.html'))) {
      await page.goto(pathToFileURL(join(folder, file)).href);
      const totals = await page.locator('tfoot tr').allInnerTexts();
      const pages = printed(await page.pdf({ format }));
      if (file.includes('-card')) {
        assert.equal(pages.length, 1, file);
        continue;
      }
      // Of a game that is shuffled after every round there is little to protect.
      const least = file.includes('-protection') ? 1 : 5;
      assert.ok(pages.length >= least, `${file}: ${pages.length} pages`);
      if (pages.length === 1) {
        continue;
      }
      pages.forEach((text, place) => assert.match(text, new RegExp(`${place + 1} of ${pages.length}$`), file));
      assert.ok(pages[0].includes(await page.locator('nav li').first().innerText()), `${file} has its contents`);
      const all = pages.join(' ');
      for (const total of new Set(totals.map(spaced))) {
        const wanted = totals.filter((other) => spaced(other).includes(total)).length;
        assert.equal(all.split(total).length - 1, wanted, `${file}: ${total}`);
      }
    }
    await page.close();
  });
}

/**
 * The text of each page of a PDF.
 * @param {Buffer} pdf
 */
function printed(pdf) {
  const text = execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' });
  return text.split('\f').slice(0, -1).map(spaced);
}

/** @param {string} text */
function spaced(text) {
  return text.split(/\s+/).filter(Boolean).join(' ');
}
