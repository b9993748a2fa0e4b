/** conformance/checks/orders/market-snapshot: a market and its parties before and after an order, to see any change. */
import { invariant } from '../../../base/result.ts';
import type { RouteId } from '../../../spec/route.ts';
import type { Wallet } from '../../../wire/credentials.ts';
import type { Expectation } from '../../../wire/pattern/expectation.ts';
import { type CheckContext, type ClauseId, type Exchange, SameAs } from '../../check.ts';
import { isTrue } from '../assertions.ts';
import { readBook } from './book.ts';
import type { Offer } from './fill.ts';
import { heldShares, listed, liveOrders, movedBy } from './wallet-reads.ts';

/** A view at one moment, and the statement that a later response is the same. */
type Look = { readonly response: Exchange; readonly same: Expectation };

/** A market and its parties at one moment: the levels, the shares of each party, and their live orders there. */
export type MarketSnapshot = readonly Look[];

const LOOKS = 4;

function isSame(before: MarketSnapshot, after: MarketSnapshot) {
  return before.every(({ same }, at) => {
    const response = after[at]?.response;
    return response !== undefined && isTrue({ of: response, must: same });
  });
}

/** The book, unless the order crosses others' orders, and the shares and live orders of each party. */
async function snapshotOf(
  context: CheckContext,
  { plan, depth }: Offer,
  parties: readonly Wallet[],
): Promise<MarketSnapshot> {
  const { market, outcome } = plan;
  const { response } = await readBook(context, market.tokenIds[outcome]);
  const looks: Look[] = depth === undefined ? [{ response, same: sameLevels(response) }] : [];
  for (const wallet of parties) {
    const held = await heldShares(context, wallet, market, outcome);
    looks.push({ response: held.response, same: movedBy(held, 'size', 0) });
  }
  for (const wallet of parties) {
    const orders = await liveOrders(context, wallet, { market: market.conditionId });
    const page = listed(orders.response).rows.map(({ id, sizeMatched }) => ({ id, sizeMatched }));
    looks.push({ response: orders.response, same: { at: { '/data': page } } });
  }
  return looks;
}

function sameLevels(response: Exchange): Expectation {
  const sides = ['/0/bids', '/0/asks'].map((at) => [at, { $sameSet: { by: '', of: new SameAs(response, at) } }]);
  return { at: Object.fromEntries(sides) };
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
    if (isSame(latest, next)) return next;
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
  return { holds: isSame(before, after), before, after };
}

export function judgeUnchanged(
  context: CheckContext,
  clauses: readonly ClauseId[],
  { before, after }: SnapshotPair,
): void {
  for (const [at, { same }] of before.entries()) {
    const of = after[at]?.response;
    invariant(of !== undefined, 'both snapshots have the same views');
    context.judge({ clauses, of, must: same, because: 'the order has no effect' });
  }
}
