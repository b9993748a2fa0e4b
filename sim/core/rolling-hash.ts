/**
 * sim/core/rolling-hash: a hash over every cell of every event, in four 32-bit lanes of integer arithmetic, the same on
 * every little-endian machine. Events are folded in when the hash is read. The value after n events does not depend on
 * earlier reads.
 */
import { invariant } from '../../base/result.ts';

import type { Event } from '../../spec/venue/event.ts';
import { baseAfter, chunkAt, type EventLog, newEventLog } from './event-log.ts';
import { writeEvent } from './log-write.ts';
import { intAt } from './typed-arrays.ts';

export type RollingHash = {
  /** Two lanes for the cells at even addresses, and two for the others, so that no pair waits for the other. */
  one: number;
  two: number;
  three: number;
  four: number;
  /** Events folded in so far, and the address of the first cell behind them. */
  events: number;
  address: number;
  /** The digits after those events; empty before the first read. */
  digits: string;
};

export function newRollingHash(): RollingHash {
  return { one: 0x2545f491, two: 0x6c62272e, three: 0x1b873593, four: 0x3c6ef372, events: 0, address: 0, digits: '' };
}

/** Folds in new events and returns 16 hex digits. */
export function hashOf(hash: RollingHash, log: EventLog): string {
  if (hash.events === log.events && hash.digits !== '') return hash.digits;
  invariant(hash.events <= log.events, 'a log only grows');
  while (hash.events < log.events) {
    const chunk = chunkAt(log, hash.address);
    invariant(hash.address - chunk.base <= chunk.end, 'cells that were hashed stay in the log');
    mixCells(hash, chunk.ints, hash.address - chunk.base, chunk.end);
    const isLast = chunk === log.chunk;
    hash.address = isLast ? chunk.base + chunk.end : baseAfter(chunk);
    if (isLast) hash.events = log.events;
  }
  hash.digits = digitsOf(hash);
  return hash.digits;
}

export function hashOfLog(events: Iterable<Event>): string {
  const log = newEventLog();
  for (const event of events) writeEvent(log, event);
  return hashOf(newRollingHash(), log);
}

/**
 * In each pair of lanes each takes one int of a cell, and the second feeds the first. The first cell of an event holds
 * its length. Chunks begin at even addresses.
 */
function mixCells(hash: RollingHash, ints: Int32Array, from: number, end: number) {
  let at = from;
  if ((at & 1) === 1 && at < end) mixOdd(hash, ints, at++);
  let { one, two, three, four } = hash;
  for (; at < end - 1; at += 2) {
    two = Math.imul(((two << 13) | (two >>> 19)) ^ intAt(ints, at * 2 + 1), 0x85ebca6b);
    one = (Math.imul(((one << 15) | (one >>> 17)) ^ intAt(ints, at * 2), 0xcc9e2d51) + two) | 0;
    four = Math.imul(((four << 13) | (four >>> 19)) ^ intAt(ints, at * 2 + 3), 0x85ebca6b);
    three = (Math.imul(((three << 15) | (three >>> 17)) ^ intAt(ints, at * 2 + 2), 0xcc9e2d51) + four) | 0;
  }
  if (at < end) {
    two = Math.imul(((two << 13) | (two >>> 19)) ^ intAt(ints, at * 2 + 1), 0x85ebca6b);
    one = (Math.imul(((one << 15) | (one >>> 17)) ^ intAt(ints, at * 2), 0xcc9e2d51) + two) | 0;
  }
  hash.one = one;
  hash.two = two;
  hash.three = three;
  hash.four = four;
}

/** Mixes the cell at an odd address at which the last read of the hash ended. */
function mixOdd(hash: RollingHash, ints: Int32Array, at: number) {
  const { three, four } = hash;
  hash.four = Math.imul(((four << 13) | (four >>> 19)) ^ intAt(ints, at * 2 + 1), 0x85ebca6b);
  hash.three = (Math.imul(((three << 15) | (three >>> 17)) ^ intAt(ints, at * 2), 0xcc9e2d51) + hash.four) | 0;
}

function digitsOf({ one, two, three, four }: RollingHash): string {
  const [even, evenLow] = mixedEnds(one, two);
  const [odd, oddLow] = mixedEnds(three, four);
  return hex(even ^ ((odd << 11) | (odd >>> 21))) + hex(evenLow ^ ((oddLow << 11) | (oddLow >>> 21)));
}

/** The high bits of a product depend on more input bits than its low ones, so they are mixed into those. */
function mixedEnds(high: number, low: number): readonly [high: number, low: number] {
  const two = Math.imul(low ^ (low >>> 15) ^ high, 0xc2b2ae35);
  const one = Math.imul(high ^ (high >>> 13) ^ two, 0x85ebca6b);
  return [one ^ (one >>> 16), two ^ (two >>> 16)];
}

const BYTES: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

function hex(lane: number) {
  return `${BYTES[lane >>> 24]}${BYTES[(lane >>> 16) & 255]}${BYTES[(lane >>> 8) & 255]}${BYTES[lane & 255]}`;
}
