/** sim/core/salt-digest: the number of a salt, and a digest of 32 bits over a wallet and its salt. */

/** The most digits that always fit an int, and the first number that has one more. */
const INT_DIGITS = 9;
const INT_ONE = 1_000_000_000;

/** The number of a salt in canonical decimal; -1 if the salt is not a number below 2^53. */
export function saltNumber(salt: string): number {
  const { length } = salt;
  if (length === 0 || length > 16 || (length > 1 && salt.charCodeAt(0) === 48)) return -1;
  const split = length > INT_DIGITS ? length - INT_DIGITS : 0;
  const high = digitsFrom(salt, 0, split);
  const low = digitsFrom(salt, split, length);
  if (high < 0 || low < 0) return -1;
  const value = high * INT_ONE + low;
  return value <= Number.MAX_SAFE_INTEGER ? value : -1;
}

/** The number of at most nine digits; -1 if a character is not a digit. */
function digitsFrom(text: string, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < end; at += 1) {
    const digit = text.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}

/** A digest of a wallet and its salt; `number` is the result of `saltNumber`. */
export function saltDigest(wallet: number, salt: string, number: number): number {
  let mixed = Math.imul(wallet + 1, 0x85ebca6b);
  if (number < 0) {
    for (let at = 0; at < salt.length; at += 1) mixed = Math.imul(mixed ^ salt.charCodeAt(at), 0x01000193);
  } else {
    const high = Math.floor(number / 0x1_0000_0000); // exact: down to the high word
    mixed ^= Math.imul(number - high * 0x1_0000_0000 - 0x8000_0000, 0x9e3779b1) ^ Math.imul(high, 0xc2b2ae35);
  }
  return Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
}
