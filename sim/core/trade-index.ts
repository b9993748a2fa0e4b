/** sim/core/trade-index: the address of each trade in the log, and the status of its settlement. */
import { invariant } from '../../base/result.ts';
import type { TradeStatus } from '../../spec/venue/event.ts';
import { STATUS_CODES, TRADE_STATUSES } from './log-layout.ts';
import { intAt, moreInts } from './typed-arrays.ts';

export type TradeIndex = {
  trades: number;
  /** Two ints a trade: the address of its event, and its status in the code of the log. */
  places: Int32Array;
  /** For a trade whose settlement was disturbed: its valid timer, or -1. */
  readonly disturbed: Map<number, number>;
};

export function newTradeIndex(): TradeIndex {
  return { trades: 0, places: new Int32Array(64), disturbed: new Map() };
}

export function addTrade(index: TradeIndex, address: number): void {
  const trade = index.trades;
  invariant(address >= 0, 'a trade has an address in the log');
  index.trades += 1;
  if (index.trades * 2 > index.places.length) index.places = moreInts(index.places, index.places.length * 2);
  index.places[trade * 2] = address;
  index.places[trade * 2 + 1] = STATUS_CODES.MATCHED;
}

export function tradeAddress(index: TradeIndex, trade: number): number {
  invariant(trade < index.trades, 'a trade that happened has an address');
  return intAt(index.places, trade * 2);
}

export function tradeStatus(index: TradeIndex, trade: number): TradeStatus {
  const status = TRADE_STATUSES[intAt(index.places, trade * 2 + 1)];
  invariant(status !== undefined, 'the index has the status of every trade');
  return status;
}

export function setTradeStatus(index: TradeIndex, trade: number, status: TradeStatus): void {
  invariant(trade < index.trades, 'a trade that happened has a status');
  index.places[trade * 2 + 1] = STATUS_CODES[status];
}
