/** backtest/overlay/venue-listener: the reports of a venue about own orders, at the moment of each event. */
import type { FillRecord, OrderRecord } from '../result.ts';

/** Times are Unix microseconds. */
export type VenueListener = {
  accepted(record: OrderRecord, at: number): void;
  rejected(record: OrderRecord, reason: string, at: number): void;
  filled(fill: VenueFill, at: number): void;
  ended(record: OrderRecord, reason: string, at: number): void;
  /** A trade failed to settle: its fills have gone back. */
  reversed(trade: number, at: number): void;
};

/** A fill at the venue: 1e-4 dollars of the order's token, micro shares, micro dollars. */
export type VenueFill = Pick<
  FillRecord,
  'price' | 'size' | 'fee' | 'isMaker' | 'reason' | 'queueAhead' | 'waited' | 'row' | 'isUnsized'
> & {
  readonly record: OrderRecord;
  readonly trade: number;
  /** Without the fee. */
  readonly cash: number;
};

export const SILENT: VenueListener = {
  accepted: () => undefined,
  rejected: () => undefined,
  filled: () => undefined,
  ended: () => undefined,
  reversed: () => undefined,
};
