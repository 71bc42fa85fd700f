// The house over HTTP: questions asked and orders given, and what went wrong in words.

/** @import { Problem } from '../wire.d.ts' */

const ROOT = '/api/v1';

/** What the house refused, with its own word and sentence. */
export class Refused extends Error {
  /**
   * @param {Problem} problem
   * @param {number} status
   */
  constructor(problem, status) {
    super(problem.message);
    this.code = problem.code;
    this.status = status;
  }
}

/**
 * @template T
 * @param {string} path
 * @returns {Promise<T>}
 */
export async function ask(path) {
  return answer(await reach(path, {}));
}

/**
 * @template T
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<T>}
 */
export async function order(path, body = {}) {
  return answer(
    await reach(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  );
}

/** Sends a stranger to the door, and back here afterwards. */
export function toSignIn() {
  location.assign(`/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`);
}

/**
 * The part of the address behind the page's own name: the id in `/table/{id}`.
 * @returns {string}
 */
export function addressed() {
  return decodeURIComponent(location.pathname.split('/')[2] ?? '');
}

/**
 * @param {string} path
 * @param {RequestInit} request
 */
async function reach(path, request) {
  try {
    return await fetch(ROOT + path, { credentials: 'same-origin', ...request });
  } catch {
    throw new Refused(
      { code: 'unreachable', message: 'The house cannot be reached. Check the connection and try again.' },
      0,
    );
  }
}

/**
 * @param {Response} response
 * @returns {Promise<any>}
 */
async function answer(response) {
  const text = await response.text();
  if (response.ok) return response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text;
  throw new Refused(problemIn(text, response.status), response.status);
}

/**
 * @param {string} text
 * @param {number} status
 * @returns {Problem}
 */
function problemIn(text, status) {
  try {
    const problem = JSON.parse(text);
    if (typeof problem.message === 'string') return problem;
  } catch {
    // The body was no problem in JSON; the status has to do.
  }
  return { code: `status-${status}`, message: text.slice(0, 200) || `The house answered with status ${status}.` };
}
