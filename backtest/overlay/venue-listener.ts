/** backtest/overlay/venue-listener: what a venue reports about own orders, at the moment it happens there. */
import type { FillReason, OrderRecord } from '../result.ts';

/** Times are Unix microseconds. */
export type VenueListener = {
  accepted(record: OrderRecord, at: number): void;
  rejected(record: OrderRecord, reason: string, at: number): void;
  filled(fill: VenueFill, at: number): void;
  ended(record: OrderRecord, reason: string, at: number): void;
  /** A trade failed to settle: its fills have gone back. */
  reversed(trade: number, at: number): void;
};

export type VenueFill = {
  readonly record: OrderRecord;
  readonly trade: number;
  /** 1e-4 dollars of the order's token, micro shares, micro dollars. */
  readonly price: number;
  readonly size: number;
  /** Without the fee. */
  readonly cash: number;
  readonly fee: number;
  readonly isMaker: boolean;
  readonly reason: FillReason;
  /** Of a maker: the recorded size that was ahead when it began to rest, and how long ago that was; -1 otherwise. */
  readonly queueAhead: number;
  readonly waited: number;
  /** The row of the recording; -1 when no row caused it. */
  readonly row: number;
};

export const SILENT: VenueListener = {
  accepted: () => undefined,
  rejected: () => undefined,
  filled: () => undefined,
  ended: () => undefined,
  reversed: () => undefined,
};
