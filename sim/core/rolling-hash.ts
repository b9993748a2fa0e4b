/**
 * sim/core/rolling-hash: a hash over every cell of every event, in two 32-bit lanes of integer arithmetic, the same on
 * every little-endian machine. Events are folded in when the hash is asked for; the value after n events does not
 * depend on when.
 */
import { intAt } from './cells.ts';
import type { Event } from './event.ts';
import { baseAfter, type Chunk, chunkAt, type EventLog, newEventLog } from './event-log.ts';
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
  while (hash.events < log.events) {
    const chunk = chunkAt(log, hash.address);
    mixChunk(hash, chunk, hash.address - chunk.base);
    if (hash.events < log.events) hash.address = baseAfter(chunk);
  }
  return hex(hash.one) + hex(hash.two);
}

/** The hash of an exchange whose log is these events. */
export function hashOfLog(events: Iterable<Event>): string {
  const log = newEventLog();
  for (const event of events) writeEvent(log, event);
  return hashOf(newRollingHash(), log);
}

/** The events of a chunk from this cell on: each lane sees every cell, and each feeds the other. */
function mixChunk(hash: RollingHash, chunk: Chunk, from: number): void {
  const { ints } = chunk;
  const end = chunk.end * 2;
  let { one, two, events } = hash;
  let at = from * 2;
  while (at < end) {
    const eventEnd = at + intAt(ints, at + 1) * 2;
    for (; at < eventEnd; at += 2) {
      two = Math.imul(((two << 13) | (two >>> 19)) ^ intAt(ints, at + 1), 0x85ebca6b);
      one = Math.imul(((one << 15) | (one >>> 17)) ^ intAt(ints, at), 0xcc9e2d51) + two;
    }
    two = Math.imul(two ^ (two >>> 15) ^ one, 0xc2b2ae35);
    one = (one ^ (one >>> 13) ^ two) | 0;
    events += 1;
  }
  hash.one = one;
  hash.two = two;
  hash.events = events;
  hash.address = chunk.base + chunk.end;
}

function hex(lane: number): string {
  return (lane >>> 0).toString(16).padStart(8, '0');
}
