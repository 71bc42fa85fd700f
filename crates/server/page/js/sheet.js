// A rule sheet in Markdown, as far as the house prints it: headings, paragraphs, lists and tables.

import { h } from './dom.js';

/**
 * @param {string} text
 * @returns {Node[]}
 */
export function sheetNodes(text) {
  /** @type {Node[]} */
  const nodes = [];
  const blocks = text.replace(/\r/g, '').split(/\n{2,}/);
  for (const block of blocks) nodes.push(...blockNodes(block.split('\n').filter((line) => line.trim() !== '')));
  return nodes;
}

/**
 * @param {string[]} lines
 * @returns {Node[]}
 */
function blockNodes(lines) {
  if (lines.length === 0) return [];
  const heading = /^(#{1,6})\s+(.*)$/.exec(lines[0]);
  if (heading) return [h(heading[1].length < 3 ? 'h2' : 'h3', {}, plain(heading[2])), ...blockNodes(lines.slice(1))];
  if (lines.every((line) => line.trim().startsWith('|'))) return [tableNode(lines)];
  if (/^\s*([-*]|\d+\.)\s/.test(lines[0])) return [listNode(lines)];
  const breaks = lines.findIndex((line, i) => i > 0 && (/^#{1,6}\s/.test(line) || /^\s*([-*]|\d+\.)\s/.test(line) || line.trim().startsWith('|')));
  if (breaks > 0) return [...blockNodes(lines.slice(0, breaks)), ...blockNodes(lines.slice(breaks))];
  return [h('p', {}, plain(lines.join(' ')))];
}

/** @param {string[]} lines */
function listNode(lines) {
  /** @type {string[]} */
  const items = [];
  for (const line of lines) {
    const item = /^\s*(?:[-*]|\d+\.)\s+(.*)$/.exec(line);
    if (item) items.push(item[1]);
    else items[items.length - 1] += ` ${line.trim()}`;
  }
  return h(/^\s*\d/.test(lines[0]) ? 'ol' : 'ul', {}, ...items.map((item) => h('li', {}, plain(item))));
}

/** @param {string[]} lines */
function tableNode(lines) {
  const rows = lines.filter((line) => !/^[\s|:-]+$/.test(line)).map((line) => line.trim().replace(/^\||\|$/g, '').split('|').map((cell) => plain(cell.trim())));
  const [head, ...body] = rows;
  return h('div', { class: 'scroll' }, h('table', {},
    h('thead', {}, h('tr', {}, ...(head ?? []).map((cell) => h('th', { scope: 'col' }, cell)))),
    h('tbody', {}, ...body.map((cells) => h('tr', {}, ...cells.map((cell) => h('td', {}, cell)))))));
}

/** @param {string} text */
function plain(text) {
  return text.replace(/[*`]+/g, '').replace(/\\(.)/g, '$1');
}
