// The door: a name and a password, or a guest.

import { order } from './api.js';
import { need } from './dom.js';
import './header.js';

/** Back to where one came from, but never to another house. */
function onward() {
  const next = new URLSearchParams(location.search).get('next') ?? '/';
  location.assign(/^\/(?!\/)/.test(next) ? next : '/');
}

/** @param {() => Promise<unknown>} enter */
async function attempt(enter) {
  const refused = need('refused', HTMLElement);
  refused.textContent = '';
  try {
    await enter();
    onward();
  } catch (fault) {
    refused.textContent = fault instanceof Error ? fault.message : String(fault);
  }
}

need('sign-in', HTMLFormElement).addEventListener('submit', (event) => {
  event.preventDefault();
  const how = event.submitter instanceof HTMLButtonElement ? event.submitter.value : 'sign-in';
  const credentials = {
    name: need('name', HTMLInputElement).value,
    password: need('password', HTMLInputElement).value,
  };
  attempt(() => order(`/${how}`, credentials));
});

need('guest', HTMLButtonElement).addEventListener('click', () => attempt(() => order('/guest')));
