// Amounts, times and names as they are shown. Money is whole cents everywhere.

/**
 * "$5", "$7.50", "-$3".
 * @param {number} cents
 */
export function dollars(cents) {
  const whole = Math.abs(cents) % 100 === 0;
  const amount = (Math.abs(cents) / 100).toLocaleString('en-US', {
    minimumFractionDigits: whole ? 0 : 2,
    maximumFractionDigits: 2,
  });
  return `${cents < 0 ? '−' : ''}$${amount}`;
}

/**
 * With its sign: "+$5", "−$3", "$0".
 * @param {number} cents
 */
export function signed(cents) {
  return cents > 0 ? `+${dollars(cents)}` : dollars(cents);
}

/**
 * An average in cents, which need not be whole: "3.2¢", "$1.40".
 * @param {number} cents
 */
export function average(cents) {
  const sign = cents < 0 ? '−' : '';
  const size = Math.abs(cents);
  return size < 100 ? `${sign}${size.toFixed(1)}¢` : `${sign}$${(size / 100).toFixed(2)}`;
}

/**
 * A part of one as a percentage: "0.504%".
 * @param {number} part
 * @param {number} [digits]
 */
export function percent(part, digits = 3) {
  return `${(part * 100).toFixed(digits)}%`.replace('-', '−');
}

/**
 * What a person typed as dollars, in cents; null when it is no amount.
 * @param {string} text
 */
export function parseDollars(text) {
  const plain = text.replace(/[$,\s]/g, '');
  if (!/^\d+(\.\d{1,2})?$/.test(plain)) return null;
  return Math.round(Number(plain) * 100);
}

/**
 * "4:07", "1:02:33".
 * @param {number} milliseconds
 */
export function clock(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000);
  const two = (/** @type {number} */ n) => String(n).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
