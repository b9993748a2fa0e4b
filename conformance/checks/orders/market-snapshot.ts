/**
 * conformance/checks/orders/market-snapshot: a snapshot of a market and its parties, compared with a later one to see whether
 * an order changed anything.
 */

import { textAt } from '../../../spec/json.ts';
import type { RouteId } from '../../../spec/route.ts';
import { MICRO, PRICE_ONE } from '../../../spec/units.ts';
import type { Wallet } from '../../../wire/credentials.ts';
import type { CheckContext, Exchange } from '../../check.ts';
import { expectEach } from '../assertions.ts';
import { type Book, readBook } from './book.ts';
import { heldShares } from './held.ts';
import { liveOrders } from './live-list.ts';
import type { Offer } from './offer.ts';

/**
 * A market and its parties at one moment, as short lines that a finding can quote: the levels, the shares of each party, and their live
 * orders there.
 */
export type MarketSnapshot = {
  readonly answer: Exchange;
  readonly book: readonly string[];
  readonly holdings: readonly string[];
  readonly orders: readonly string[];
};

const LOOKS = 4;

function changedPart(before: MarketSnapshot, after: MarketSnapshot): 'book' | 'holdings' | 'orders' | undefined {
  return (['book', 'holdings', 'orders'] as const).find((part) => after[part].join() !== before[part].join());
}

function levelsOf(side: 'bid' | 'ask', levels: Book['bids']): readonly string[] {
  return levels.map(({ price, size }) => `${side} ${price / PRICE_ONE} x ${size / MICRO}`);
}

/** One snapshot: the book (unless the order meets those of other wallets), and the shares and live orders of each party. */
async function snapshotOf(
  context: CheckContext,
  { plan, depth }: Offer,
  parties: readonly Wallet[],
): Promise<MarketSnapshot> {
  const { market, outcome } = plan;
  const { answer, bids, asks } = await readBook(context, market.tokenIds[outcome]);
  const holdings: string[] = [];
  const orders: string[] = [];
  for (const wallet of parties) {
    const { shares } = await heldShares(context, wallet, market, outcome);
    holdings.push(`${shares} shares of ${wallet.address}`);
    const { rows } = await liveOrders(context, wallet, { market: market.conditionId });
    orders.push(...rows.map((row) => `order ${textAt(row, 'id')} with ${textAt(row, 'sizeMatched')} matched`));
  }
  return {
    answer,
    book: depth === undefined ? [...levelsOf('bid', bids), ...levelsOf('ask', asks)] : [],
    holdings,
    orders,
  };
}

/** A snapshot of a market at rest: earlier trades are in every view. Ends the check if the market keeps changing. */
export async function snapshotAtRest(
  context: CheckContext,
  offer: Offer,
  parties: readonly Wallet[],
): Promise<MarketSnapshot> {
  let latest = await snapshotOf(context, offer, parties);
  for (let turn = 0; turn < LOOKS; turn += 1) {
    const next = await snapshotOf(context, offer, parties);
    if (changedPart(latest, next) === undefined) return next;
    latest = next;
    await context.pause(1_000);
  }
  return context.notTestable('the market set aside keeps changing', 'name a market without other traders');
}

/** Views that a snapshot reads. */
export const SNAPSHOT_VIEWS: readonly RouteId[] = ['books', 'positions', 'live-orders'];

/** The same market before and after an action; it `holds` if both snapshots are equal. */
export type SnapshotPair = { readonly holds: boolean; readonly before: MarketSnapshot; readonly after: MarketSnapshot };

/** Takes another snapshot and compares it. */
export async function lookAgain(
  context: CheckContext,
  before: MarketSnapshot,
  offer: Offer,
  parties: readonly Wallet[],
): Promise<SnapshotPair> {
  const after = await snapshotOf(context, offer, parties);
  return { holds: changedPart(before, after) === undefined, before, after };
}

/** Judges that the market has not changed. */
export function judgeUnchanged(
  context: CheckContext,
  clauses: readonly string[],
  { holds, before, after }: SnapshotPair,
): void {
  const changed = changedPart(before, after);
  expectEach(context, clauses, holds, after.answer, {
    expected:
      changed === undefined ? 'nothing changed' : `${changed} as before: ${onlyIn(before[changed], after[changed])}`,
    actual: changed === undefined ? '' : onlyIn(after[changed], before[changed]),
  });
}

/** The lines that the other list lacks; all lines if only their order or number differs. */
function onlyIn(lines: readonly string[], others: readonly string[]): string {
  return lines.filter((line) => !others.includes(line)).join(', ') || lines.join(', ') || 'nothing there';
}
