/**
 * proof/oracle/salt-facts: which salts each wallet has used, as 64-bit digests in one open table: sixteen bytes a salt
 * instead of a text and its place in a set. Two salts with one digest are not to be expected in any run.
 */

/** Two words a place, both 0 where it is empty. */
export type Salts = { words: Int32Array; used: number };

export function newSalts(): Salts {
  return { words: new Int32Array(2_048), used: 0 };
}

/** Notes that the wallet uses the salt, and says whether it had before. */
export function useSalt(salts: Salts, wallet: number, salt: string): boolean {
  let one = Math.imul(wallet + 1, 0x9e3779b1);
  let two = Math.imul(wallet ^ 0x5bd1e995, 0x85ebca6b);
  for (let at = 0; at < salt.length; at += 1) {
    const code = salt.charCodeAt(at);
    one = Math.imul(one ^ code, 0x01000193);
    one ^= one >>> 13;
    two = Math.imul((two << 5) ^ (two >>> 27) ^ code, 0x2c1b3c6d);
  }
  // The second word of a place that is taken is never 0.
  two = (two ^ (two >>> 15)) | 1;
  if (salts.used * 4 >= salts.words.length) grow(salts);
  return put(salts, one, two);
}

/** Puts a digest into the table; true where it was there. */
function put(salts: Salts, one: number, two: number): boolean {
  const { words } = salts;
  const mask = words.length / 2 - 1;
  for (let at = Math.imul(one, 0x27d4eb2d) >>> 7; ; at += 1) {
    const place = (at & mask) * 2;
    if (words[place + 1] === 0) {
      words[place] = one;
      words[place + 1] = two;
      salts.used += 1;
      return false;
    }
    if (words[place] === one && words[place + 1] === two) return true;
  }
}

function grow(salts: Salts): void {
  const { words } = salts;
  salts.words = new Int32Array(words.length * 2);
  salts.used = 0;
  for (let place = 0; place < words.length; place += 2) {
    const two = words[place + 1] ?? 0;
    if (two !== 0) put(salts, words[place] ?? 0, two);
  }
}
