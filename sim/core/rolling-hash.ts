/**
 * sim/core/rolling-hash: a hash over every cell of every event, in two 32-bit lanes of integer arithmetic, the same on
 * every little-endian machine. Events are folded in when the hash is asked for; the value after n events does not
 * depend on when.
 */
import { intAt } from './cells.ts';
import type { Event } from './event.ts';
import { baseAfter, chunkAt, type EventLog, newEventLog } from './event-log.ts';
import { writeEvent } from './log-copy.ts';

export type RollingHash = {
  one: number;
  two: number;
  /** Events folded in so far, and the address of the first cell behind them. */
  events: number;
  address: number;
};

export function newRollingHash(): RollingHash {
  return { one: 0x2545f491, two: 0x6c62272e, events: 0, address: 0 };
}

/** Folds in the events that are new in the log and answers 16 hex digits. */
export function hashOf(hash: RollingHash, log: EventLog): string {
  while (hash.events < log.events) {
    const chunk = chunkAt(log, hash.address);
    mixCells(hash, chunk.ints, hash.address - chunk.base, chunk.end);
    const isLast = chunk === log.chunk;
    hash.address = isLast ? chunk.base + chunk.end : baseAfter(chunk);
    if (isLast) hash.events = log.events;
  }
  return digits(hash);
}

/** The hash of an exchange whose log is these events. */
export function hashOfLog(events: Iterable<Event>): string {
  const log = newEventLog();
  for (const event of events) writeEvent(log, event);
  return hashOf(newRollingHash(), log);
}

/** Each lane sees one int of every cell, and the second feeds the first. Where an event ends is told by its first cell. */
function mixCells(hash: RollingHash, ints: Int32Array, from: number, end: number): void {
  let { one, two } = hash;
  for (let at = from * 2; at < end * 2; at += 2) {
    two = Math.imul(((two << 13) | (two >>> 19)) ^ intAt(ints, at + 1), 0x85ebca6b);
    one = (Math.imul(((one << 15) | (one >>> 17)) ^ intAt(ints, at), 0xcc9e2d51) + two) | 0;
  }
  hash.one = one;
  hash.two = two;
}

/** The high bits of a product depend on more than its low ones: they are mixed into those that would tell less. */
function digits(hash: RollingHash): string {
  const two = Math.imul(hash.two ^ (hash.two >>> 15) ^ hash.one, 0xc2b2ae35);
  const one = Math.imul(hash.one ^ (hash.one >>> 13) ^ two, 0x85ebca6b);
  return hex(one ^ (one >>> 16)) + hex(two ^ (two >>> 16));
}

function hex(lane: number): string {
  return (lane >>> 0).toString(16).padStart(8, '0');
}
