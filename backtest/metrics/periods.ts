/**
 * backtest/metrics/periods: profit by period and market. Periods are minutes, hours or days of UTC, by the length of the run, so that there
 * are enough of them for a deviation and few enough that each means something.
 */
import { MICRO, PRICE_ONE } from '../../spec/units.ts';
import { type Analysis, clusterOf, finalPrice, marketOf } from './analysis.ts';
import type { AccountMovement } from './movements.ts';

type Period = { readonly name: 'minute' | 'hour' | 'day'; readonly length: number };

const MINUTE: Period = { name: 'minute', length: 60_000_000 };
const HOUR: Period = { name: 'hour', length: 3_600_000_000 };
const DAY: Period = { name: 'day', length: 86_400_000_000 };
/** A run is cut into the longest periods of which it has at least this many. */
const PERIODS_MIN = 20;

export type PeriodProfits = {
  readonly period: Period['name'];
  readonly count: number;
  /** Dollars by period for each event that was traded, in order of the first movement. A market without an event is its own. */
  readonly clusters: readonly Float64Array[];
};

export function profitsByPeriod(analysis: Analysis): PeriodProfits {
  const { first, last } = analysis.span ?? { first: 0, last: 0 };
  const period = [DAY, HOUR].find(({ length }) => last - first >= PERIODS_MIN * length) ?? MINUTE;
  const start = Math.floor(first / period.length) * period.length;
  const count = Math.max(1, Math.ceil((last - start) / period.length));
  const clusters = new Map<string, Float64Array>();
  for (const [token, movements] of byToken(analysis.movements)) {
    const key = clusterOf(analysis, marketOf(token));
    const profits = clusters.get(key) ?? new Float64Array(count);
    clusters.set(key, profits);
    let before = 0;
    let next = 0;
    const account = { cash: 0, size: 0, cost: 0 };
    for (let index = 0; index < count; index += 1) {
      const isLast = index === count - 1;
      const end = start + (index + 1) * period.length;
      for (; next < movements.length && (isLast || (movements[next] as AccountMovement).at <= end); next += 1) {
        move(account, movements[next] as AccountMovement);
      }
      const price = isLast ? finalPrice(analysis, token) : heldPrice(analysis, token, end);
      const worth = account.cash + (price === undefined ? account.cost : account.size * price);
      profits[index] = (profits[index] ?? 0) + (worth - before) / MICRO;
      before = worth;
    }
  }
  return { period: period.name, count, clusters: [...clusters.values()] };
}

function byToken(movements: readonly AccountMovement[]): ReadonlyMap<number, AccountMovement[]> {
  const groups = new Map<number, AccountMovement[]>();
  for (const movement of movements) {
    const group = groups.get(movement.token);
    if (group === undefined) groups.set(movement.token, [movement]);
    else group.push(movement);
  }
  return groups;
}

/** Dollars a share at a moment, by the middle that was known last. */
function heldPrice({ history }: Analysis, token: number, at: number): number | undefined {
  const mid = history.lastMidAt(token, at);
  return mid === undefined ? undefined : mid / PRICE_ONE;
}

/** Fees are part of the cash. Shares without any price are worth what they cost on average. */
function move(account: { cash: number; size: number; cost: number }, { side, size, cash, fee }: AccountMovement): void {
  account.cash -= fee;
  if (side === 'BUY') {
    account.cash -= cash;
    account.cost += cash;
    account.size += size;
    return;
  }
  account.cash += cash;
  account.cost -= account.size === 0 ? 0 : (account.cost * size) / account.size;
  account.size -= size;
}
