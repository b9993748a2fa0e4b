/** sim/core/log-read: the events of a log as objects, created on demand by the tables of `log-layout.ts`. */
import { invariant } from '../../base/result.ts';
import type { WalletNumber } from '../../spec/venue/command.ts';
import type { CloseReason, Event, MakerLeg } from '../../spec/venue/event.ts';
import { addressAfter, addressOf, cellsOf, chunkAt, type EventLog, flagsAt, kindAt } from './event-log.ts';
import {
  ACCEPTED,
  ACCEPTED_FLAGS,
  CLOSE_REASONS,
  CLOSED,
  cellsOfText,
  eventOfCells,
  FAR_KEY,
  LEG,
  memberAt,
  TRADE,
  TRADE_FLAGS,
  TRADE_STATUSES,
  textAt,
} from './log-layout.ts';
import { outcomeIn, priceIn, sideIn, TOKEN_BITS, typeIn } from './order-terms.ts';
import { floatAt, intAt, isIndex } from './typed-arrays.ts';

/** An event in the log: the arrays of its chunk, the offset of its first cell, its length, and its flags. */
type Place = {
  readonly ints: Int32Array;
  readonly floats: Float64Array;
  readonly start: number;
  readonly cells: number;
  readonly flags: number;
};

export function readEvent(log: EventLog, address: number): Event {
  const chunk = chunkAt(log, address);
  const { ints, floats } = chunk;
  const start = address - chunk.base;
  const cells = cellsOf(chunk, start);
  const place = { ints, floats, start, cells, flags: flagsAt(chunk, start) };
  const kind = kindAt(chunk, start);
  const at = double(place, 1);
  switch (kind) {
    case 'order-accepted':
      return readAccepted(place, at);
    case 'trade':
    case 'trade-reversed':
      return readTrade(place, kind, at);
    case 'trade-status':
      return { kind, at, trade: int(place, 1), status: memberAt(TRADE_STATUSES, place.flags) };
    case 'order-closed': {
      const remaining = cells < CLOSED.cells ? 0 : double(place, CLOSED.remaining);
      return { kind, at, order: int(place, 1), reason: memberAt(CLOSE_REASONS, place.flags), remaining };
    }
    default:
      return eventOfCells(kind, at, { subject: int(place, 1), floats, next: start + 2, end: start + cells });
  }
}

/** The wallet of an accepted order, without an object for its event. */
export function acceptedWalletAt(log: EventLog, address: number): WalletNumber {
  const chunk = chunkAt(log, address);
  invariant(kindAt(chunk, address - chunk.base) === 'order-accepted', 'an order was accepted where its index says');
  return intAt(chunk.ints, (address - chunk.base) * 2 + ACCEPTED.wallet);
}

/** Why an order ended, without an object for its event. */
export function closeReasonAt(log: EventLog, address: number): CloseReason {
  const chunk = chunkAt(log, address);
  invariant(kindAt(chunk, address - chunk.base) === 'order-closed', 'an order has ended where its index says');
  return memberAt(CLOSE_REASONS, flagsAt(chunk, address - chunk.base));
}

function readAccepted(place: Place, at: number): Event {
  const { flags } = place;
  const terms = int(place, ACCEPTED.terms);
  const salt = double(place, ACCEPTED.salt);
  let next: number = ACCEPTED.cells;
  const nearKey = int(place, ACCEPTED.key);
  const key = nearKey === FAR_KEY ? double(place, next++) : nearKey;
  const expiresAt = (flags & ACCEPTED_FLAGS.expiry) === 0 ? undefined : double(place, next++);
  const delayedUntil = (flags & ACCEPTED_FLAGS.delay) === 0 ? undefined : double(place, next++);
  const isText = (flags & ACCEPTED_FLAGS.textSalt) !== 0;
  invariant(next + (isText ? cellsOfText(salt) : 0) === place.cells, 'a salt that is a text fills the last cells');
  return {
    kind: 'order-accepted',
    at,
    order: int(place, 1),
    wallet: int(place, ACCEPTED.wallet),
    key,
    market: int(place, ACCEPTED.market),
    outcome: outcomeIn(terms),
    side: sideIn(terms),
    type: typeIn(terms),
    price: priceIn(terms),
    size: double(place, ACCEPTED.size),
    postOnly: (flags & ACCEPTED_FLAGS.postOnly) !== 0,
    expiresAt,
    salt: isText ? textAt(place.floats, place.start + next, salt) : String(salt),
    delayedUntil,
  };
}

function readTrade(place: Place, kind: 'trade' | 'trade-reversed', at: number): Event {
  const { flags } = place;
  const cellsALeg = LEG.cells + ((flags & TRADE_FLAGS.farKeys) === 0 ? 0 : 1);
  // The taker's far key is one cell more, and less than a leg.
  const legs = Math.floor((place.cells - TRADE.cells) / cellsALeg);
  const farKeys = TRADE.cells + legs * LEG.cells;
  invariant(place.cells - farKeys === (cellsALeg === LEG.cells ? 0 : legs + 1), 'the legs and keys of a trade fill it');
  const makers: MakerLeg[] = [];
  for (let leg = 0; leg < legs; leg += 1) {
    makers.push(readLeg(place, TRADE.cells + leg * LEG.cells, farKeys + leg + 1));
  }
  return {
    kind,
    at,
    trade: int(place, 1),
    market: int(place, TRADE.market),
    takerOrder: int(place, TRADE.takerOrder),
    takerWallet: int(place, TRADE.takerWallet),
    takerKey: keyIn(place, TRADE.takerKey, farKeys),
    outcome: (flags & TRADE_FLAGS.second) === 0 ? 0 : 1,
    side: (flags & TRADE_FLAGS.sale) === 0 ? 'BUY' : 'SELL',
    size: double(place, TRADE.size),
    cash: double(place, TRADE.cash),
    fee: double(place, TRADE.fee),
    makers,
  };
}

function readLeg(place: Place, first: number, farKey: number): MakerLeg {
  const terms = int(place, first * 2 + LEG.terms);
  return {
    order: int(place, first * 2 + LEG.order),
    wallet: int(place, first * 2 + LEG.wallet),
    key: keyIn(place, first * 2 + LEG.key, farKey),
    outcome: outcomeIn(terms),
    side: sideIn(terms),
    price: priceIn(terms),
    size: double(place, first + LEG.size),
    cash: double(place, first + LEG.cash),
    fee: double(place, first + LEG.fee),
    takerPrice: terms >>> TOKEN_BITS,
    takerCash: double(place, first + LEG.takerCash),
    takerFee: double(place, first + LEG.takerFee),
  };
}

/** The key of a party: an int, or a double in a separate cell. */
function keyIn(place: Place, near: number, farCell: number): number {
  const key = int(place, near);
  return key === FAR_KEY ? double(place, farCell) : key;
}

/** An int of the event, two of which are in each cell. */
function int({ ints, start }: Place, index: number) {
  return intAt(ints, start * 2 + index);
}

function double({ floats, start }: Place, cell: number) {
  return floatAt(floats, start + cell);
}

export type EventReader = ReturnType<typeof createEventReader>;

export function createEventReader(log: EventLog) {
  const events: Event[] = [];
  const last = { index: 0, address: 0 };
  const at = (index: number): Event | undefined => {
    if (!isIndex(index, log.events)) return undefined;
    if (index === last.index + 1) last.address = addressAfter(log, last.address);
    else if (index !== last.index) last.address = addressOf(log, index);
    last.index = index;
    return readEvent(log, last.address);
  };
  return {
    /** Creates one event. Reading in order is fast. */
    at,
    /** All events so far, always in the same array. */
    all(): readonly Event[] {
      for (let event = at(events.length); event !== undefined; event = at(events.length)) events.push(event);
      return events;
    },
  };
}
