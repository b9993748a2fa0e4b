/** backtest/data/event: the codes of an event's columns: what a row of a recording states, which side, which flags. */

/** The kinds of rows. The position of a name is its code in the `kind` column. */
export const KINDS = ['snapshot', 'level', 'trade', 'quote', 'gap'] as const;

export const KIND = {
  /** One level of a whole book. The message that it belongs to replaces the book of the token. */
  snapshot: 0,
  /** The new total size of one level; 0 removes the level. */
  level: 1,
  /** A trade. The side is the taker's. */
  trade: 2,
  /** The best price of one side. The size may be unknown, which is 0. */
  quote: 3,
  /** The recording has nothing of this market for `size` microseconds before this row; its books are unknown. */
  gap: 4,
} as const;

/** The sides. The position of a name is its code in the `side` column. */
export const SIDES = ['buy', 'sell', 'unknown'] as const;

export const SIDE = { buy: 0, sell: 1, unknown: 2 } as const;

export const FLAG = {
  /** Concluded from other rows by Touchstone, not recorded. */
  inferred: 1,
  /** The first row of its message. */
  first: 2,
  /** The last row of its message. */
  last: 4,
  /** A trade that an earlier row has as a trade of the other token. It counts once. */
  mirrored: 8,
  /** A mirrored trade with another taker side than the earlier row: both tokens were bought, or both sold. */
  otherTaker: 16,
} as const;

/** Rows that are so close can be one event: a trade of both tokens, or a trade and the change of its level. */
export const MATCH_MICROS = 1_000_000;

/** One dollar in ticks of 1e-4 dollars. A tick of 0 states that a side has no price. */
export const DOLLAR = 10_000;
