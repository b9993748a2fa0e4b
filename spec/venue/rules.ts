/** spec/venue/rules: the rules and limits of the whole venue; `MarketTerms` has those of one. Waits are in ms. */

/**
 * Self-trade prevention: what happens when an order crosses one of the same wallet. `cancel-newest`: its remainder is
 * cancelled (an order that has not traded is refused). `cancel-oldest`: the resting order is cancelled, matching goes
 * on. `cancel-both`: the resting order and the remainder of the new one are cancelled. `decrement`: both lose the
 * smaller of the two remainders without a trade, an order without a remainder is cancelled, matching goes on.
 */
export type SelfTradeMode = (typeof SELF_TRADE_MODES)[number];

/** Snapshots store a mode as its index in this list. */
export const SELF_TRADE_MODES = ['cancel-newest', 'cancel-oldest', 'cancel-both', 'decrement'] as const;

export type VenueRules = Readonly<{
  selfTrade: SelfTradeMode;
  /** A key that has sent a heartbeat loses its open orders this long after its last one. */
  heartbeatMs: number;
  /** A GTD order must expire later than this from now. */
  minimumLifeMs: number;
  /** From match to mined, and from mined to confirmed. */
  minedAfterMs: number;
  confirmedAfterMs: number;
}>;

export const DOCUMENT_RULES: VenueRules = {
  selfTrade: 'cancel-newest',
  heartbeatMs: 10_000,
  minimumLifeMs: 60_000,
  minedAfterMs: 2_000,
  confirmedAfterMs: 5_000,
};

/** Largest size of one order, split or merge: a thousand million shares, in micro shares. */
export const SIZE_LIMIT = 1_000_000_000_000_000;
/** Largest fee rate: above a whole dollar, a lower price could cost a buyer more. */
export const RATE_LIMIT = 1_000_000;
/** Longest delay of a market: a day. */
export const DELAY_LIMIT = 86_400_000;
/** The end of the clock: the last moment that a date can have. */
export const MOMENT_LIMIT = 8_640_000_000_000_000;
export const CLOCK_TAKES = `the clock counts whole milliseconds up to ${MOMENT_LIMIT}`;

export function isMoment(now: number): boolean {
  return Number.isSafeInteger(now) && now <= MOMENT_LIMIT;
}

/** Longest wait of the venue: counted from the end of the clock, it still ends at an exact integer. */
export const WAIT_LIMIT = Number.MAX_SAFE_INTEGER - MOMENT_LIMIT;

/** A copy, each rule read once. Throws `RangeError` if one is missing, unknown or out of the range of the clock. */
export function ownRules(rules: VenueRules): VenueRules {
  if (typeof rules !== 'object' || rules === null)
    throw new RangeError(`rules must be an object of five fields, got ${String(rules)}`);
  for (const name of Object.keys(rules)) {
    if (Object.hasOwn(DOCUMENT_RULES, name)) continue;
    throw new RangeError(`unknown field rules.${name}; the fields are ${Object.keys(DOCUMENT_RULES).join(', ')}`);
  }
  const { selfTrade, heartbeatMs, minimumLifeMs, minedAfterMs, confirmedAfterMs } = rules;
  if (!SELF_TRADE_MODES.includes(selfTrade))
    throw new RangeError(`rules.selfTrade must be one of ${SELF_TRADE_MODES.join(', ')}, got ${String(selfTrade)}`);
  const waits = { heartbeatMs, minimumLifeMs, minedAfterMs, confirmedAfterMs };
  for (const [name, wait] of Object.entries(waits)) {
    if (Number.isSafeInteger(wait) && wait >= 0 && wait <= WAIT_LIMIT) continue;
    throw new RangeError(`rules.${name} must be whole milliseconds from 0 to ${WAIT_LIMIT}, got ${String(wait)}`);
  }
  return { selfTrade, ...waits };
}

/** Longest salt, UTF-16 units: the length of its event still fits the length field. */
export const SALT_LIMIT = 1 << 20;
export const GROUP_LIMIT = 1_000;
