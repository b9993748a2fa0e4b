/**
 * sim/streams/frames: the messages of both channels as a function of the event log. A message for an event is the same whether the log is read
 * after each event or in one go. Reads no clock and no present state of the venue.
 */
import type { Event, TradeEvent } from '../../spec/venue/event.ts';
import type { RecordedService } from '../clob/trading/records.ts';
import type { Emit, Outlet } from './frame.ts';
import {
  acceptOrder,
  applyEvent,
  bookOf,
  closeOrder,
  continues,
  endChange,
  type LogFold,
  newLogFold,
  orderOf,
  reduceOrder,
  releaseOrder,
} from './log-fold.ts';
import { type BestPrices, bestPrices } from './market-book.ts';
import { bookFrameText, emitChange, emitListed, emitResolved, emitTick, emitTrade } from './market-frames.ts';
import { emitOrder, emitUserTrade } from './user-frames.ts';

export type Frames = {
  /**
   * Passes the messages of all events since the last call, or only follows them without `emit`. Call it between commands, never during
   * one.
   */
  catchUp(emit: Emit | undefined): void;
  /** The book of a token as of the last event that was read; undefined for an unknown token or one without a book. */
  book(tokenId: string): string | undefined;
};

/** Messages of a service from its present moment on. Reads the whole log at once. `service` returns the present parts of one life. */
export function createFrames(service: () => RecordedService): Frames {
  const fold = newLogFold();
  const write = createWriter(service, fold);
  let seen = 0;
  const catchUp = (emit: Emit | undefined): void => {
    const { venue } = service().world;
    for (const { eventCount } = venue; seen < eventCount; ) {
      const event = venue.eventAt(seen);
      seen += 1;
      if (event !== undefined) write(event, emit);
    }
    write(undefined, emit);
  };
  catchUp(undefined);
  return {
    catchUp,
    book(tokenId) {
      const card = service().views.tokens.byTokenId(tokenId);
      return card?.market.enableOrderBook ? bookFrameText(card, bookOf(fold, card.market.index)) : undefined;
    },
  };
}

type Write = (event: Event | undefined, emit: Emit | undefined) => void;

/** Applies one event to the fold, and emits its messages. `undefined`: the end of the log. */
function createWriter(service: () => RecordedService, fold: LogFold): Write {
  const shown: BestPrices[] = [];
  const end = (outlet: Outlet | undefined): void => {
    const change = endChange(fold);
    if (change === undefined) return;
    const book = bookOf(fold, change.market);
    const before = shown[change.market] ?? NO_PRICES;
    shown[change.market] = bestPrices(book, 0);
    if (outlet !== undefined) emitChange(outlet, book, change, before);
  };
  return (event, emit) => {
    const { world, views } = service();
    const outlet = emit && { world, views, emit };
    if (fold.change !== undefined && (event === undefined || !continues(fold.change, event))) end(outlet);
    if (event !== undefined && !writeOrderEvent(fold, event, outlet)) writeOtherEvent(fold, event, outlet);
  };
}

/** Whether the event is about a single order. */
function writeOrderEvent(fold: LogFold, event: Event, outlet: Outlet | undefined): boolean {
  const { at } = event;
  switch (event.kind) {
    case 'order-accepted': {
      const order = acceptOrder(fold, event);
      const status = order.stage === 'delayed' ? 'DELAYED' : 'LIVE';
      if (outlet !== undefined) emitOrder(outlet, order, { type: 'PLACEMENT', status, at });
      return true;
    }
    case 'order-released':
    case 'order-reduced': {
      const order = event.kind === 'order-released' ? releaseOrder(fold, event) : reduceOrder(fold, event);
      if (outlet !== undefined) emitOrder(outlet, order, { type: 'UPDATE', status: 'LIVE', at });
      return true;
    }
    case 'order-closed': {
      const order = closeOrder(fold, event);
      // The last fill has reported an order that is filled.
      if (outlet !== undefined && event.reason !== 'matched')
        emitOrder(outlet, order, { type: 'CANCELLATION', status: 'CANCELED', at });
      return true;
    }
    default:
      return false;
  }
}

function writeOtherEvent(fold: LogFold, event: Event, outlet: Outlet | undefined): void {
  if (outlet === undefined) {
    applyEvent(fold, event);
    return;
  }
  const { at } = event;
  const settled = event.kind === 'trade-status' ? fold.trades.get(event.trade) : undefined;
  const oldTick = event.kind === 'tick-changed' ? bookOf(fold, event.market).tick : 0;
  applyEvent(fold, event);
  switch (event.kind) {
    case 'market-listed':
      emitListed(outlet, event);
      break;
    case 'tick-changed':
      emitTick(outlet, event, oldTick);
      break;
    case 'market-resolved':
      emitResolved(outlet, event);
      break;
    case 'trade':
      emitTrade(outlet, event);
      emitUserTrade(outlet, event, 'MATCHED', at);
      emitFills(fold, event, outlet);
      break;
    case 'trade-status':
      if (settled !== undefined && event.status !== 'HELD') emitUserTrade(outlet, settled, event.status, at);
      break;
    default:
  }
}

function emitFills(fold: LogFold, { makers, takerOrder, at }: TradeEvent, outlet: Outlet): void {
  for (const number of [...makers.map(({ order }) => order), takerOrder]) {
    const order = orderOf(fold, number);
    emitOrder(outlet, order, { type: 'UPDATE', status: order.left === 0 ? 'MATCHED' : 'LIVE', at });
  }
}

const NO_PRICES = bestPrices({ levels: new Map() }, 0);
