/**
 * sim/core/rolling-hash: a hash over every cell of every event, in two 32-bit lanes of integer arithmetic, the same on
 * every little-endian machine. Events are folded in when the hash is asked for; the value after n events does not
 * depend on when.
 */
import { intAt } from './cells.ts';
import type { Event } from './event.ts';
import { addressAfter, chunkAt, type EventLog, newEventLog } from './event-log.ts';
import { writeEvent } from './log-copy.ts';

export type RollingHash = {
  one: number;
  two: number;
  /** Events folded in so far, and the address of the next one. */
  events: number;
  address: number;
};

export function newRollingHash(): RollingHash {
  return { one: 0x2545f491, two: 0x6c62272e, events: 0, address: 0 };
}

/** Folds in the events that are new in the log and answers 16 hex digits. */
export function hashOf(hash: RollingHash, log: EventLog): string {
  for (; hash.events < log.events; hash.events += 1) {
    const chunk = chunkAt(log, hash.address);
    const start = (hash.address - chunk.base) * 2;
    mixWords(hash, chunk.ints, start, start + intAt(chunk.ints, start + 1) * 2);
    hash.address = addressAfter(log, hash.address);
  }
  return hex(hash.one) + hex(hash.two);
}

/** The hash of an exchange whose log is these events. */
export function hashOfLog(events: Iterable<Event>): string {
  const log = newEventLog();
  for (const event of events) writeEvent(log, event);
  return hashOf(newRollingHash(), log);
}

/** The words of one event; each lane sees every cell, and each feeds the other. */
function mixWords(hash: RollingHash, words: Int32Array, start: number, end: number): void {
  let { one, two } = hash;
  for (let at = start; at < end; at += 2) {
    two = Math.imul(((two << 13) | (two >>> 19)) ^ intAt(words, at + 1), 0x85ebca6b);
    one = Math.imul(((one << 15) | (one >>> 17)) ^ intAt(words, at), 0xcc9e2d51) + two;
  }
  two = Math.imul(two ^ (two >>> 15) ^ one, 0xc2b2ae35);
  hash.one = (one ^ (one >>> 13) ^ two) | 0;
  hash.two = two;
}

function hex(lane: number): string {
  return (lane >>> 0).toString(16).padStart(8, '0');
}
