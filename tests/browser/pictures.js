// Makes the pictures of the README from the program itself: a live table, a chart, a par sheet. `node pictures.js`, after a build.

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { House, PROGRAM, sitAlone, spot } from './house.js';

const FOLDER = fileURLToPath(new URL('../../docs/pictures', import.meta.url));
const GAME = 'nh21-plus';
/** No picture is larger. */
const BYTES_MAX = 150_000;
const SIZE = { width: 1200, height: 720 };

const scratch = mkdtempSync(join(tmpdir(), 'croupier-pictures-'));
const house = await House.open();
mkdirSync(FOLDER, { recursive: true });
try {
  const table = await house.guest({ viewport: SIZE });
  await sitAlone(table, GAME);
  for (const id of ['main', '2x', 'up-match', 'down-match']) await spot(table, id).click();
  await table.locator('.deal:enabled').click();
  await table.locator('[data-offer]:enabled').first().waitFor();
  await keep(table, 'table');

  const chart = execFileSync(PROGRAM, ['strategy', GAME, '--format', 'svg'], { encoding: 'utf8', maxBuffer: 1 << 26 });
  const page = await house.visitor({ viewport: SIZE });
  await page.setContent(`<body style="margin:0;background:#fff">${chart}</body>`);
  await page.evaluate(() => document.querySelector('svg')?.setAttribute('width', '1200'));
  await keep(page, 'chart');

  const par = join(scratch, 'par.html');
  execFileSync(PROGRAM, ['report', GAME, '--kind', 'par', '--date', '2026-11-15', '-o', par]);
  await page.setContent(readFileSync(par, 'utf8'));
  await page.getByRole('heading', { name: 'The wagers' }).evaluate((heading) => heading.scrollIntoView());
  await keep(page, 'par-sheet');
} finally {
  rmSync(scratch, { recursive: true, force: true });
  await house.close();
}

/**
 * @param {import('playwright-core').Page} page
 * @param {string} name
 */
async function keep(page, name) {
  const path = join(FOLDER, `${name}.jpg`);
  await page.screenshot({ path, type: 'jpeg', quality: 72 });
  const { size } = statSync(path);
  if (size > BYTES_MAX) throw new Error(`${path} has ${size} bytes; pictures of the README have at most ${BYTES_MAX}`);
}
