// A rule sheet in Markdown, as far as the house prints it: headings, paragraphs, lists, tables, emphasis and code.

import { h } from './dom.js';

/** Odds, amounts and percentages, which are not broken over two lines. */
const ODDS = /^[$−+\d][$\d.,:%]*( to [$\d.,]+)?$/;
const ITEM = /^(\s*)(?:[-*]|(\d+)\.)\s+(.*)$/;

/**
 * @param {string} text
 * @returns {Node[]}
 */
export function sheetNodes(text) {
  return text
    .replace(/\r/g, '')
    .split(/\n{2,}/)
    .flatMap((block) => blockNodes(block.split('\n').filter((line) => line.trim() !== '')));
}

/**
 * @param {string[]} lines
 * @returns {Node[]}
 */
function blockNodes(lines) {
  if (lines.length === 0) return [];
  const heading = /^(#{1,6})\s+(.*)$/.exec(lines[0]);
  if (heading) {
    const level = heading[1].length;
    // The page has its title already.
    const own = level === 1 ? [] : [h(level === 2 ? 'h2' : 'h3', {}, ...inline(heading[2]))];
    return [...own, ...blockNodes(lines.slice(1))];
  }
  if (lines.every((line) => line.startsWith('|'))) return [tableNode(lines)];
  if (ITEM.test(lines[0])) return [listNode(lines)];
  const breaks = lines.findIndex(
    (line, i) => i > 0 && (/^#{1,6}\s/.test(line) || ITEM.test(line) || line.startsWith('|')),
  );
  if (breaks > 0) return [...blockNodes(lines.slice(0, breaks)), ...blockNodes(lines.slice(breaks))];
  return [h('p', {}, ...inline(lines.join(' ')))];
}

/**
 * A list, with the lists inside its items.
 * @param {string[]} lines
 * @returns {HTMLElement}
 */
function listNode(lines) {
  const first = ITEM.exec(lines[0]);
  const indent = first?.[1].length ?? 0;
  const number = first?.[2];
  /** @type {string[][]} */
  const items = [];
  for (const line of lines) {
    const item = ITEM.exec(line);
    if (item && item[1].length <= indent) items.push([item[3]]);
    else items[items.length - 1].push(line);
  }
  const children = items.map(([words, ...rest]) => {
    const inner = rest.findIndex((line) => ITEM.test(line));
    const more = inner < 0 ? rest : rest.slice(0, inner);
    return h(
      'li',
      {},
      ...inline([words, ...more.map((line) => line.trim())].join(' ')),
      inner < 0 ? null : listNode(rest.slice(inner)),
    );
  });
  return number ? h('ol', { start: number }, ...children) : h('ul', {}, ...children);
}

/** @param {string[]} lines */
function tableNode(lines) {
  const rows = lines
    .filter((line) => !/^[\s|:-]+$/.test(line))
    .map((line) =>
      line
        .trim()
        .replace(/^\||\|$/g, '')
        .split('|')
        .map((cell) => cell.trim()),
    );
  const [head, ...body] = rows;
  return h(
    'table',
    {},
    h('thead', {}, h('tr', {}, ...(head ?? []).map((cell) => h('th', { scope: 'col' }, ...inline(cell))))),
    h(
      'tbody',
      {},
      ...body.map((cells) =>
        h('tr', {}, ...cells.map((cell) => h('td', { class: ODDS.test(cell) ? 'odds' : null }, ...inline(cell)))),
      ),
    ),
  );
}

/**
 * Words with what is set off in them: clauses in small letters, code as code, the rest plain.
 * @param {string} text
 * @returns {(Node | string)[]}
 */
function inline(text) {
  return text
    .split(/(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`)/)
    .filter(Boolean)
    .map((part) => {
      if (part.startsWith('**')) return h('b', {}, part.slice(2, -2));
      if (part.startsWith('*') && part.length > 2) return h('small', {}, part.slice(1, -1));
      if (part.startsWith('`')) return h('code', {}, part.slice(1, -1));
      return part.replace(/\\([\\`*_|[\]])/g, '$1');
    });
}
