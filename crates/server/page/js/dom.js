// Building what is shown, without markup in strings where words of other people go in.

/** @typedef {Node | string | null | false} Child */

/**
 * An element: attributes by name (`class`, `aria-label`), listeners as functions (`onclick`), then its children.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, string | number | boolean | null | undefined | ((event: any) => void)>} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
  for (const child of children.flat()) if (child !== null && child !== false) element.append(child);
  return element;
}

/** @type {WeakMap<Element, string>} */
const shown = new WeakMap();

/**
 * Shows something anew when its key has changed, and keeps the keyboard where it was: on the element of the same
 * `data-focus`, or else on the first button, but never nowhere.
 * @param {Element} holder
 * @param {string} key
 * @param {() => (Node | string | null | false)[]} build
 */
export function refresh(holder, key, build) {
  if (shown.get(holder) === key) return;
  shown.set(holder, key);
  const active = document.activeElement;
  const inside = active instanceof HTMLElement && holder.contains(active);
  const name = inside ? active.dataset.focus : undefined;
  holder.replaceChildren(...build().filter((child) => child !== null && child !== false));
  if (!inside) return;
  const again = name ? holder.querySelector(`[data-focus="${CSS.escape(name)}"]`) : null;
  const first = again ?? holder.querySelector('button:not([disabled]), input, [tabindex]');
  if (first instanceof HTMLElement) first.focus();
}

/**
 * The element of an id, which the page is known to have.
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} kind
 * @returns {T}
 */
export function need(id, kind) {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new Error(`the page has no ${kind.name} called ${id}`);
  return element;
}

/**
 * Says what went wrong, where a person looks for it.
 * @param {unknown} fault
 */
export function complain(fault) {
  const words = fault instanceof Error ? fault.message : String(fault);
  let place = document.getElementById('complaint');
  if (!place) {
    place = h('div', { id: 'complaint', role: 'alert' });
    document.body.append(place);
  }
  place.textContent = words;
  place.classList.add('seen');
  const said = place;
  setTimeout(() => {
    if (said.textContent === words) said.classList.remove('seen');
  }, 6000);
}
