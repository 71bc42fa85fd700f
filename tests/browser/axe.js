// Whether a page is open to everybody: axe's own judgment, in words a person can act on.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** @import { Page } from 'playwright-core' */

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Every fault axe finds, each with where it is.
 * @param {Page} page
 * @returns {Promise<string[]>}
 */
export async function axeFaults(page) {
  // Evaluated by the debugger, which the page's own content security policy does not bind.
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { axe } = /** @type {any} */ (globalThis);
    const found = await axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    });
    return found.violations.flatMap((/** @type {any} */ fault) =>
      fault.nodes.map(
        (/** @type {any} */ node) =>
          `${fault.id}: ${fault.help}: ${node.html.slice(0, 160)} ${node.failureSummary?.slice(0, 200) ?? ''}`,
      ),
    );
  });
}
