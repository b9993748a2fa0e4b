/**
 * sim/core/oracle/salt-facts: which salts each wallet has used, as 64-bit digests in one open table: sixteen bytes a salt
 * instead of a text and its place in a set. Two salts with one digest are not to be expected in any run.
 */
export type Salts = { one: Int32Array; two: Int32Array; used: number };

export function newSalts(): Salts {
  return { one: new Int32Array(1_024), two: new Int32Array(1_024), used: 0 };
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
  // An empty place is 0 and 0.
  two ^= two >>> 15;
  two |= 1;
  if (salts.used * 2 >= salts.one.length) grow(salts);
  return put(salts, one, two);
}

/** Puts a digest into the table; true where it was there. */
function put(salts: Salts, one: number, two: number): boolean {
  const mask = salts.one.length - 1;
  for (let at = Math.imul(one, 0x27d4eb2d) >>> 7; ; at += 1) {
    const place = at & mask;
    if (salts.two[place] === 0) {
      salts.one[place] = one;
      salts.two[place] = two;
      salts.used += 1;
      return false;
    }
    if (salts.one[place] === one && salts.two[place] === two) return true;
  }
}

function grow(salts: Salts): void {
  const { one, two } = salts;
  salts.one = new Int32Array(one.length * 2);
  salts.two = new Int32Array(two.length * 2);
  salts.used = 0;
  for (let place = 0; place < one.length; place += 1) {
    const digest = two[place] ?? 0;
    if (digest !== 0) put(salts, one[place] ?? 0, digest);
  }
}
