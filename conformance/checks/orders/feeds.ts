/** conformance/checks/orders/feeds: what a fill adds to activity of a wallet and trades of a market. */
import { type JsonObject, objectsIn } from '../../../base/json.ts';
import type { Wallet } from '../../../wire/credentials.ts';
import { get } from '../../../wire/message.ts';
import { match } from '../../../wire/pattern/match.ts';
import type { CheckContext } from '../../check.ts';
import type { Listed } from '../assertions.ts';
import type { OrderPlan } from './plan.ts';

/** Entries that one page of activity holds. */
export const ENTRIES = 500;

/** The pattern of an entry of the planned token since a moment (Unix seconds). */
export function entryOf({ market, outcome }: OrderPlan, since: number): JsonObject {
  return { conditionId: market.conditionId, outcomeIndex: outcome, timestamp: { $gte: since } };
}

/** Activity of a wallet in the planned token since a moment (Unix seconds), first page. */
export async function entriesSince(
  context: CheckContext,
  wallet: Wallet,
  plan: OrderPlan,
  since: number,
): Promise<Listed> {
  const response = await context.send(get('/activity', { user: wallet.address, limit: String(ENTRIES) }));
  const own = entryOf(plan, since);
  return { response, rows: objectsIn(response.json).filter((row) => match(own, row).length === 0) };
}

/** Trades of a market since a moment (Unix seconds), first page. */
export async function tradesSince(context: CheckContext, market: string, since: number): Promise<Listed> {
  const response = await context.send(get('/builder/trades', { market, after: String(since - 1) }));
  return { response, rows: objectsIn(response.json) };
}
