// The row of actions: one button for each, always in the same place. What is not offered now is gray and says why.

import { h } from './dom.js';
import { average, dollars } from './money.js';

/** @import { Advice, ChoiceValue, Offer, Withheld } from '../wire.d.ts' */

/** @typedef {{ element: HTMLElement, update: (state: { busy: boolean, advice: Advice | null }) => void }} ActionRow */

/** Actions that end the hand for good, and look it. */
const GIVE_UP = ['fold', 'surrender'];
/** Below this, in cents, a choice is as good as the best. */
const EQUAL = 1e-6;

/**
 * @param {Offer[]} offers
 * @param {Withheld[]} withheld
 * @param {(action: string, amount: number) => void} act
 * @returns {ActionRow}
 */
export function actionRow(offers, withheld, act) {
  const slots = offers.map((offer) => offerSlot(offer, act));
  const places = [
    ...slots.map((slot) => ({ place: slot.offer.place, element: slot.element })),
    ...withheld.map((one) => ({ place: one.place, element: withheldSlot(one) })),
  ].sort((one, other) => one.place - other.place);
  const element = h(
    'div',
    { class: 'offers', role: 'group', 'aria-label': 'Actions' },
    ...places.map((one) => one.element),
  );
  element.style.setProperty('--places', String(places.length));
  return {
    element,
    update: (state) => slots.forEach((slot) => slot.update(state)),
  };
}

/**
 * What the coach's figures say of an action at an amount. The solver values the least and the greatest amount; one between
 * lies on the line between them, since a bet added is won or lost in proportion.
 * @param {ChoiceValue[]} choices
 * @param {string} action
 * @param {number} amount
 * @returns {{ ev: number, cost: number } | null}
 */
export function worthAt(choices, action, amount) {
  const same = choices.filter((choice) => choice.action === action).sort((one, other) => one.amount - other.amount);
  const least = same[0];
  const most = same[same.length - 1];
  if (!least || !most) return null;
  const exact = same.find((choice) => choice.amount === amount);
  if (exact || least.amount === most.amount) return exact ?? least;
  const part = (amount - least.amount) / (most.amount - least.amount);
  const between = (/** @type {number} */ low, /** @type {number} */ high) => low + part * (high - low);
  return { ev: between(least.ev, most.ev), cost: between(least.cost, most.cost) };
}

/**
 * @param {Offer} offer
 * @param {(action: string, amount: number) => void} act
 */
function offerSlot(offer, act) {
  const price = h('output', {}, offer.price > 0 ? dollars(offer.price) : '');
  const worth = h('small', { class: 'worth' });
  const slider = offer.max > offer.min && offer.max > 0 ? amountSlider(offer) : null;
  const amount = () => (slider ? Number(slider.value) : offer.max);
  const button = h(
    'button',
    {
      class: GIVE_UP.includes(offer.action) ? 'give-up' : offer.price > 0 ? 'primary' : null,
      'data-offer': offer.action,
      'data-focus': `offer-${offer.action}`,
      onclick: () => act(offer.action, amount()),
    },
    h('span', { class: 'name' }, offer.label),
    price,
    h('kbd', { 'aria-hidden': 'true' }, offer.key),
  );
  const element = h('div', { class: 'offer' }, button, slider ? amountLabel(offer, slider) : null, worth);
  /** @type {Advice | null} */
  let advice = null;
  const showWorth = () => {
    const value = advice && worthAt(advice.choices, offer.action, amount());
    const best = value !== null && value.cost < EQUAL;
    element.classList.toggle('best', best);
    worth.textContent = value === null ? '' : best ? `best: ${average(value.ev)}` : `costs ${average(value.cost)}`;
  };
  slider?.addEventListener('input', () => {
    slider.setAttribute('aria-valuetext', dollars(amount()));
    price.textContent = dollars(amount() * offer.spots);
    showWorth();
  });
  return {
    offer,
    element,
    update: (/** @type {{ busy: boolean, advice: Advice | null }} */ state) => {
      button.disabled = state.busy;
      advice = state.advice;
      showWorth();
    },
  };
}

/** @param {Offer} offer */
function amountSlider(offer) {
  return h('input', {
    type: 'range',
    min: offer.min,
    max: offer.max,
    step: Math.max(1, offer.step),
    value: offer.max,
    'aria-valuetext': dollars(offer.max),
    'data-focus': `amount-${offer.action}`,
  });
}

/**
 * @param {Offer} offer
 * @param {HTMLInputElement} slider
 */
function amountLabel(offer, slider) {
  const each = offer.spots > 1 ? ' on each spot' : '';
  const amounts = `for ${dollars(offer.min)} to ${dollars(offer.max)}${each}`;
  return h(
    'label',
    { class: 'amount' },
    h('span', {}, h('span', { class: 'what' }, `${offer.label} `), amounts),
    slider,
  );
}

/** @param {Withheld} one */
function withheldSlot(one) {
  const id = `why-${one.action}`;
  return h(
    'div',
    { class: 'offer withheld' },
    h(
      'button',
      {
        'aria-disabled': 'true',
        'aria-describedby': id,
        'data-withheld': one.action,
        'data-focus': `offer-${one.action}`,
      },
      h('span', { class: 'name' }, one.label),
    ),
    h('small', { class: 'why', id, role: 'tooltip' }, one.why),
  );
}
