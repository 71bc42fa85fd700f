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
 * Shows something anew when its key has changed. What a person has typed or moved stays, and so does the keyboard: on the
 * element of the same `data-focus`, or else on the first button, but never nowhere.
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
  const typed = typedIn(holder);
  holder.replaceChildren(...build().filter((child) => child !== null && child !== false));
  for (const [field, value] of typed) restore(holder, field, value);
  if (!inside) return;
  const again = name ? holder.querySelector(`[data-focus="${CSS.escape(name)}"]`) : null;
  const first = again ?? holder.querySelector('button:not([disabled]), input, [tabindex]');
  if (first instanceof HTMLElement) first.focus();
}

/**
 * What a person has put into the fields, by their `data-focus`, as far as it is not what they were built with.
 * @param {Element} holder
 * @returns {[string, string][]}
 */
function typedIn(holder) {
  const fields = [...holder.querySelectorAll('input[data-focus]')].filter((field) => field instanceof HTMLInputElement);
  return fields
    .filter((field) => field.type !== 'checkbox' && field.value !== field.defaultValue)
    .map((field) => [field.dataset.focus ?? '', field.value]);
}

/**
 * @param {Element} holder
 * @param {string} name
 * @param {string} value
 */
function restore(holder, name, value) {
  const field = holder.querySelector(`input[data-focus="${CSS.escape(name)}"]`);
  if (!(field instanceof HTMLInputElement)) return;
  field.value = value;
  field.dispatchEvent(new Event('input'));
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
 * Asks before something is done that cannot be undone.
 * @param {string} question
 * @param {string} words what it does
 * @param {string} yes what the button says that does it
 * @returns {Promise<boolean>}
 */
export function askFirst(question, words, yes) {
  const dialog = h(
    'dialog',
    { class: 'sheet', 'aria-labelledby': 'ask-first' },
    h(
      'form',
      { method: 'dialog' },
      h('h2', { id: 'ask-first' }, question),
      h('p', {}, words),
      h(
        'div',
        { class: 'row' },
        h('button', { value: 'no', autofocus: true }, 'Cancel'),
        h('button', { value: 'yes', class: 'give-up' }, yes),
      ),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((answer) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      answer(dialog.returnValue === 'yes');
    });
  });
}

/**
 * Says what went wrong, where a person looks for it.
 * @param {unknown} fault
 */
export function complain(fault) {
  announce(fault instanceof Error ? fault.message : String(fault), 'wrong');
}

/**
 * Says why something is not as it was wished, without anything having gone wrong.
 * @param {string} words
 */
export function remark(words) {
  announce(words, 'remark');
}

/**
 * @param {string} words
 * @param {'wrong' | 'remark'} tone
 */
function announce(words, tone) {
  let place = document.getElementById('complaint');
  if (!place) {
    place = h('div', { id: 'complaint', role: 'alert' });
    document.body.append(place);
  }
  place.textContent = words;
  place.className = `seen ${tone}`;
  const said = place;
  setTimeout(() => {
    if (said.textContent === words) said.classList.remove('seen');
  }, 6000);
}
