// Over the felt: the coach and the sounds, offered where they are seen, and the link that lets others in.

import { complain, h, refresh, remark } from './dom.js';
import { change, settings } from './settings.js';

/** @import { Table } from './table.js' */

/**
 * @param {Table} table
 * @param {HTMLElement} holder
 */
export function showTools(table, holder) {
  const { coach, sound } = settings;
  refresh(holder, JSON.stringify([coach, sound, table.seat, table.code]), () => [
    table.seat === null
      ? null
      : toggle('Coach', coach !== 'off', () => setCoach(table, coach === 'off' ? 'before' : 'off')),
    toggle('Sound', sound, () => {
      change({ sound: !sound });
      table.draw();
    }),
    table.code ? h('button', { class: 'small', 'data-focus': 'invite', onclick: () => invite(table) }, 'Invite') : null,
  ]);
}

/**
 * @param {Table} table
 * @param {'off' | 'after' | 'before'} when
 */
export function setCoach(table, when) {
  change({ coach: when });
  table.advice = null;
  table.order({ do: 'coach', when });
}

/**
 * The address with which somebody else comes to a private table.
 * @param {Table} table
 */
export function inviteLink(table) {
  return `${location.origin}/table/${table.card?.id ?? ''}?code=${table.code ?? ''}`;
}

/**
 * @param {string} name
 * @param {boolean} on
 * @param {() => void} press
 */
function toggle(name, on, press) {
  return h(
    'button',
    { class: 'small', 'aria-pressed': String(on), 'data-focus': `tool-${name}`, onclick: press },
    `${name} ${on ? 'on' : 'off'}`,
  );
}

/** @param {Table} table */
async function invite(table) {
  const link = inviteLink(table);
  try {
    await navigator.clipboard.writeText(link);
    remark('The invite link is copied.');
  } catch {
    // A page that is not served securely has no clipboard.
    complain(`Copy this link: ${link}`);
  }
}
