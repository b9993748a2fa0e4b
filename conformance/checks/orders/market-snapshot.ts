/**
 * conformance/checks/orders/market-snapshot: a snapshot of a market and its parties, compared with a later one to see whether
 * an order changed anything.
 */

import { textAt } from '../../../spec/json.ts';
import { invariant } from '../../../spec/result.ts';
import type { RouteId } from '../../../spec/route.ts';
import { MICRO, PRICE_ONE } from '../../../spec/units.ts';
import type { Wallet } from '../../../wire/credentials.ts';
import type { Expectation } from '../../../wire/pattern/expectation.ts';
import { type CheckContext, type Exchange, SameAs } from '../../check.ts';
import { expectEach } from '../assertions.ts';
import { type Book, readBook } from './book.ts';
import { heldAsBefore, heldShares } from './held.ts';
import { liveOrders } from './live-list.ts';
import type { Offer } from './offer.ts';

/** A view at one moment: its content as short lines that a finding can quote, and the expectation that a later response is the same. */
type Look = {
  readonly part: 'book' | 'holdings' | 'orders';
  readonly response: Exchange;
  readonly lines: readonly string[];
  readonly same: Expectation;
};

/** A market and its parties at one moment: the levels, the shares of each party, and their live orders there. */
export type MarketSnapshot = readonly Look[];

const LOOKS = 4;

/** Index of the first view with other content, or -1. */
function firstChanged(before: MarketSnapshot, after: MarketSnapshot): number {
  return after.findIndex(({ lines }, at) => lines.join() !== before[at]?.lines.join());
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
  const { response, bids, asks } = await readBook(context, market.tokenIds[outcome]);
  const levels = depth === undefined ? [...levelsOf('bid', bids), ...levelsOf('ask', asks)] : [];
  const looks: Look[] = [{ part: 'book', response, lines: levels, same: sameAt(response, ['/0/bids', '/0/asks']) }];
  for (const wallet of parties) {
    const held = await heldShares(context, wallet, market, outcome);
    const lines = [`${held.shares} shares of ${wallet.address}`];
    looks.push({ part: 'holdings', response: held.response, lines, same: heldAsBefore(held) });
  }
  for (const wallet of parties) {
    const orders = await liveOrders(context, wallet, { market: market.conditionId });
    const lines = orders.rows.map((row) => `order ${textAt(row, 'id')} with ${textAt(row, 'sizeMatched')} matched`);
    looks.push({ part: 'orders', response: orders.response, lines, same: sameAt(orders.response, ['/data']) });
  }
  return looks;
}

function sameAt(response: Exchange, pointers: readonly string[]): Expectation {
  return { at: Object.fromEntries(pointers.map((pointer) => [pointer, new SameAs(response, pointer)])) };
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
    if (firstChanged(latest, next) < 0) return next;
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
  return { holds: firstChanged(before, after) < 0, before, after };
}

/** Judges that the market has not changed. */
export function judgeUnchanged(
  context: CheckContext,
  clauses: readonly string[],
  { holds, before, after }: SnapshotPair,
): void {
  const at = Math.max(0, firstChanged(before, after));
  const [was, is] = [before[at], after[at]];
  invariant(was !== undefined && is !== undefined, 'a snapshot has a book');
  expectEach(context, clauses, holds, is.response, {
    expected: `${is.part} as before: ${onlyIn(was.lines, is.lines)}`,
    actual: onlyIn(is.lines, was.lines),
    expectation: was.same,
  });
}

/** The lines that the other list lacks; all lines if only their order or number differs. */
function onlyIn(lines: readonly string[], others: readonly string[]): string {
  return lines.filter((line) => !others.includes(line)).join(', ') || lines.join(', ') || 'nothing there';
}
