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
 * How long something has lasted, as nobody takes for a time of day: "4 min", "1 h 2 min".
 * @param {number} milliseconds
 */
export function lasted(milliseconds) {
  const minutes = Math.floor(milliseconds / 60000);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
