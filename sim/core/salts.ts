/**
 * sim/core/salts: which wallet has used which salt. Salts that are plain whole numbers, as clients send them, are kept
 * as doubles in an open-addressing table, all others as text.
 */
import { floatAt } from './cells.ts';

export type Salts = {
  /** Two doubles an entry: the wallet's number and one (0: nobody), and the salt. */
  table: Float64Array;
  count: number;
  readonly texts: Set<string>;
};

export function newSalts(): Salts {
  return { table: new Float64Array(64 * 2), count: 0, texts: new Set() };
}

/** The number that a salt is in canonical decimal, -1 where it is none below 2^53. */
export function saltNumber(salt: string): number {
  const { length } = salt;
  if (length === 0 || length > 16 || (length > 1 && salt.charCodeAt(0) === 48)) return -1;
  let value = 0;
  for (let at = 0; at < length; at += 1) {
    const digit = salt.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value <= Number.MAX_SAFE_INTEGER ? value : -1;
}

/** `number` as `saltNumber` gave it. */
export function hasSalt(salts: Salts, wallet: number, salt: string, number: number): boolean {
  if (number < 0) return salts.texts.has(`${wallet}/${salt}`);
  return salts.table[placeFor(salts.table, wallet, number) * 2] !== 0;
}

export function addSalt(salts: Salts, wallet: number, salt: string, number: number): void {
  if (number < 0) {
    salts.texts.add(`${wallet}/${salt}`);
    return;
  }
  put(salts.table, wallet + 1, number);
  salts.count += 1;
  if (salts.count * 4 > salts.table.length) double(salts);
}

function put(table: Float64Array, owner: number, number: number): void {
  const place = placeFor(table, owner - 1, number);
  table[place * 2] = owner;
  table[place * 2 + 1] = number;
}

function placeFor(table: Float64Array, wallet: number, number: number): number {
  const mask = (table.length >>> 1) - 1;
  const high = Math.floor(number / 0x1_0000_0000);
  let mixed = Math.imul(number | 0, 0x9e3779b1) ^ Math.imul(wallet, 0x85ebca6b) ^ Math.imul(high, 0xc2b2ae35);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  let place = (mixed ^ (mixed >>> 13)) & mask;
  for (;;) {
    const owner = floatAt(table, place * 2);
    if (owner === 0 || (owner === wallet + 1 && floatAt(table, place * 2 + 1) === number)) return place;
    place = (place + 1) & mask;
  }
}

function double(salts: Salts): void {
  const old = salts.table;
  salts.table = new Float64Array(old.length * 2);
  for (let at = 0; at < old.length; at += 2) {
    if (old[at] !== 0) put(salts.table, floatAt(old, at), floatAt(old, at + 1));
  }
}
