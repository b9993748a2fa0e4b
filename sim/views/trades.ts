/** sim/views/trades: the fold of trades and their settlement, in order of their match. */
import { invariant } from '../../spec/result.ts';
import type { Event, TradeEvent, TradeStatus } from '../core/event.ts';

export type TradeRecord = {
  readonly event: TradeEvent;
  status: TradeStatus;
  /** Moment of the last change of status, milliseconds. */
  updatedAt: number;
};

export type Trades = {
  apply(event: Event): void;
  /** Oldest first. */
  readonly all: readonly TradeRecord[];
  byNumber(trade: number): TradeRecord | undefined;
};

/** An empty fold. */
export function createTrades(): Trades {
  const all: TradeRecord[] = [];
  const byNumber = new Map<number, TradeRecord>();
  return {
    all,
    byNumber: (trade) => byNumber.get(trade),
    apply(event) {
      if (event.kind === 'trade') {
        const record: TradeRecord = { event, status: 'MATCHED', updatedAt: event.at };
        all.push(record);
        byNumber.set(event.trade, record);
      } else if (event.kind === 'trade-status') {
        const record = byNumber.get(event.trade);
        invariant(record !== undefined, `trade ${event.trade} was matched before it settled`);
        record.status = event.status;
        record.updatedAt = event.at;
      }
    },
  };
}
