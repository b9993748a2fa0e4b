/**
 * sim/core/snapshot: the whole state of a venue, log included, as bytes and back. Data that follows from other data
 * (hash tables, lists of keys) is not stored. `snapshot-markets.ts` has the books.
 */
import { invariant, ok, type Result, refuse } from '../../base/result.ts';
import { SELF_TRADE_MODES, type SelfTradeMode, type VenueRules } from '../../spec/venue/rules.ts';
import { type Chunk, type EventLog, restoreLog } from './event-log.ts';
import { rebuildTable } from './ledger.ts';
import { placesOf, restorePlaces } from './open-orders.ts';
import { keyOf, slotsWith } from './order-pool.ts';
import { newRollingHash, type RollingHash } from './rolling-hash.ts';
import { digestsOf, restoreSalts } from './salts.ts';
import { packSections, type Section, type SnapshotFault, unpackSections } from './snapshot-format.ts';
import { marketSections, restoreMarkets } from './snapshot-markets.ts';
import { findFirst } from './timers.ts';
import { floatAt } from './typed-arrays.ts';
import { newVenueState, type VenueState } from './venue-state.ts';

/** Sections before those of the log's chunks. */
const FIXED_SECTIONS = 20;
/** Numbers of the first section: all of them, and those of the rules, which come first. */
const SCALARS = 26;
const RULES = 5;

/** `hash` includes all events. */
export function writeSnapshot(venue: VenueState, hash: RollingHash): Uint8Array<ArrayBuffer> {
  const { ledger, pool, orders, trades, timers, log, salts } = venue;
  const slots = pool.used;
  invariant(hash.events === log.events, 'the hash of a snapshot includes all its events');
  invariant(salts.orders === orders.orders, 'every order has a salt');
  const fixed: Section[] = [
    firstSection(venue, hash),
    ledger.cash.subarray(0, ledger.wallets * 2),
    ledger.tokens.subarray(0, ledger.holdings * 4),
    ledger.owners.subarray(0, ledger.holdings * 2),
    digestsOf(salts),
    pool.floats.subarray(0, slots * 8),
    pool.fees.length === 0 ? pool.fees : pool.fees.subarray(0, slots * 4),
    placesOf(orders),
    trades.places.subarray(0, trades.trades * 2),
    pairsAsCells(trades.disturbed),
    pairsAsCells(venue.heartbeats),
    pairsAsCells(venue.reductions),
    ...[timers.mined, timers.confirmed, timers.heartbeats, timers.orders].map(({ floats, first, end }) =>
      floats.subarray(first * 3, end * 3),
    ),
    ...marketSections(venue),
    new Float64Array(log.marks),
  ];
  invariant(fixed.length === FIXED_SECTIONS, 'readers find each section by its number');
  return packSections([...fixed, ...log.chunks.flatMap(chunkSections)]);
}

/** Numbers of a record, to be read for a snapshot and set by a restore. */
function numbersOf<Name extends string>(record: Record<Name, number>, ...names: readonly Name[]) {
  return { record: record as Record<string, number>, names };
}

/** The numbers behind the rules in the first section, in order. */
function scalarsOf(venue: VenueState, hash: RollingHash) {
  return [
    numbersOf(venue, 'now'),
    numbersOf(venue.ledger, 'wallets', 'holdings'),
    numbersOf(venue.pool, 'used', 'free', 'open'),
    numbersOf(venue.orders, 'orders'),
    numbersOf(venue.trades, 'trades'),
    numbersOf(venue.treasury, 'deposits', 'collateral', 'debt', 'fees', 'residual'),
    numbersOf(venue.timers, 'sequence'),
    numbersOf(venue.log, 'events'),
    numbersOf(hash, 'one', 'two', 'three', 'four', 'events', 'address'),
  ];
}

function firstSection(venue: VenueState, hash: RollingHash): Float64Array {
  const { selfTrade, heartbeatMs, minimumLifeMs, minedAfterMs, confirmedAfterMs } = venue.rules;
  const numbers = [SELF_TRADE_MODES.indexOf(selfTrade), heartbeatMs, minimumLifeMs, minedAfterMs, confirmedAfterMs];
  for (const { record, names } of scalarsOf(venue, hash)) for (const name of names) numbers.push(Number(record[name]));
  return new Float64Array(numbers);
}

function chunkSections({ base, floats, end }: Chunk): Section[] {
  return [Float64Array.of(base, floats.length), floats.subarray(0, end)];
}

export function readSnapshot(
  bytes: Uint8Array,
): Result<{ readonly venue: VenueState; readonly hash: RollingHash }, SnapshotFault> {
  const unpacked = unpackSections(bytes);
  if (!unpacked.ok) return unpacked;
  const sections = unpacked.value;
  const chunks = sections.slice(FIXED_SECTIONS);
  if (chunks.length < 2 || chunks.length % 2 !== 0) return refuse({ position: 8, reason: 'it has the wrong sections' });
  const scalars = floatsIn(sections, 0);
  const mode = SELF_TRADE_MODES[floatAt(scalars, 0)];
  if (scalars.length !== SCALARS || mode === undefined)
    return refuse({ position: 16, reason: 'its first section is wrong' });
  const log = restoredLog(floatAt(scalars, 19), floatsIn(sections, 19), chunks);
  const venue = newVenueState(rulesIn(scalars, mode), log);
  const hash = newRollingHash();
  let next = RULES;
  for (const { record, names } of scalarsOf(venue, hash)) {
    for (const name of names) record[name] = floatAt(scalars, next++);
  }
  invariant(next === scalars.length, 'every scalar is restored');
  restoreAccounts(venue, sections);
  restoreOrders(venue, sections);
  restoreTimers(venue, sections);
  restoreMarkets(venue, floatsIn(sections, 16), floatsIn(sections, 17), intsIn(sections, 18));
  return ok({ venue, hash });
}

function rulesIn(scalars: Float64Array, selfTrade: SelfTradeMode): VenueRules {
  const [, heartbeatMs = 0, minimumLifeMs = 0, minedAfterMs = 0, confirmedAfterMs = 0] = scalars;
  return { selfTrade, heartbeatMs, minimumLifeMs, minedAfterMs, confirmedAfterMs };
}

function restoreAccounts({ ledger, salts }: VenueState, sections: readonly Section[]) {
  ledger.cash = grown(floatsIn(sections, 1));
  ledger.tokens = grown(floatsIn(sections, 2));
  const owners = new Int32Array(ledger.tokens.length / 2);
  owners.set(intsIn(sections, 3));
  ledger.owners = owners;
  let length = 32;
  while (length < ledger.holdings * 2) length *= 2;
  rebuildTable(ledger, length);
  restoreSalts(salts, intsIn(sections, 4), ledger.cash.length >>> 1);
}

function restoreOrders({ pool, orders, trades, heartbeats, reductions }: VenueState, sections: readonly Section[]) {
  const floats = floatsIn(sections, 5);
  Object.assign(pool, slotsWith(floats, Math.max(64 * 8, floats.length)));
  const fees = floatsIn(sections, 6);
  if (fees.length > 0) {
    pool.fees = new Float64Array(pool.floats.length / 2);
    pool.fees.set(fees);
  }
  restorePlaces(orders, intsIn(sections, 7), (slot) => keyOf(pool, slot));
  trades.places = intsGrown(intsIn(sections, 8));
  eachPair(floatsIn(sections, 9), (trade, sequence) => trades.disturbed.set(trade, sequence));
  eachPair(floatsIn(sections, 10), (key, sequence) => heartbeats.set(key, sequence));
  eachPair(floatsIn(sections, 11), (order, size) => reductions.set(order, size));
}

function restoreTimers({ timers }: VenueState, sections: readonly Section[]) {
  [timers.mined, timers.confirmed, timers.heartbeats, timers.orders].forEach((queue, index) => {
    const entries = floatsIn(sections, 12 + index);
    queue.end = entries.length / 3; // exact: three cells a timer
    while (queue.floats.length < entries.length) queue.floats = new Float64Array(queue.floats.length * 2);
    queue.floats.set(entries);
  });
  findFirst(timers);
}

function restoredLog(events: number, marks: Float64Array, chunks: readonly Section[]): EventLog {
  const pairs: { readonly base: number; readonly cells: number; readonly floats: Float64Array }[] = [];
  for (let at = 0; at < chunks.length; at += 2) {
    const [base = 0, cells = 0] = floatsIn(chunks, at);
    pairs.push({ base, cells, floats: floatsIn(chunks, at + 1) });
  }
  return restoreLog(events, [...marks], pairs);
}

function floatsIn(sections: readonly Section[], index: number): Float64Array {
  const section = sections[index];
  return section instanceof Float64Array ? section : new Float64Array(0);
}

function intsIn(sections: readonly Section[], index: number): Int32Array {
  const section = sections[index];
  return section instanceof Int32Array ? section : new Int32Array(0);
}

/** With room to double, and never empty. */
function grown(floats: Float64Array): Float64Array<ArrayBuffer> {
  const more = new Float64Array(Math.max(64, floats.length * 2));
  more.set(floats);
  return more;
}

function intsGrown(ints: Int32Array): Int32Array<ArrayBuffer> {
  const more = new Int32Array(Math.max(64, ints.length * 2));
  more.set(ints);
  return more;
}

function pairsAsCells(map: ReadonlyMap<number, number>): Float64Array {
  return new Float64Array([...map].flat());
}

function eachPair(cells: Float64Array, visit: (key: number, value: number) => void) {
  for (let at = 0; at < cells.length; at += 2) visit(floatAt(cells, at), floatAt(cells, at + 1));
}
