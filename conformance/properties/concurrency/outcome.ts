/**
 * conformance/properties/concurrency/outcome: the views after a contest, and the events that they and the responses
 * show. Trades need not be listed (the interface does not say whose trades are), so a trade that is missing shows
 * nothing.
 */
import { listAt, objectsIn, textAt } from '../../../base/json.ts';
import { MICRO } from '../../../base/units.ts';
import type { Wallet } from '../../../wire/credentials.ts';
import type { CheckContext, Exchange } from '../../check.ts';
import type { Listed } from '../../checks/assertions.ts';
import { tradesSince } from '../../checks/orders/feeds.ts';
import { liveOrders } from '../../checks/orders/live-list.ts';
import type { Operation } from './linearizable.ts';
import type { OrderEvent } from './order-states.ts';
import { ordersIn, type Race } from './race.ts';

/** Live orders of both wallets in the market of a contest, and its trades. */
export type Views = { readonly live: Listed; readonly other: Listed; readonly trades: Listed };

export async function readViews(
  context: CheckContext,
  market: string,
  since: number,
  [maker, taker]: readonly [Wallet, Wallet],
): Promise<Views> {
  return {
    live: await liveOrders(context, maker, { market }),
    other: await liveOrders(context, taker, { market }),
    trades: await tradesSince(context, market, since),
  };
}

export function listedIn({ live, other }: Views): readonly string[] {
  return [...live.rows, ...other.rows].flatMap((row) => textAt(row, 'id') ?? []);
}

/** Micro shares that one order took from another. */
type Fill = { readonly taker: string; readonly maker: string; readonly size: number };

/** The fills that trades show. Of rows with the same two orders the largest counts. A failed trade moved nothing. */
function fillsOf({ rows }: Listed, sizes: ReadonlyMap<string, number>): readonly Fill[] {
  const amounts = new Map<string, Fill>();
  for (const row of rows) {
    if (/fail/i.test(textAt(row, 'status') ?? '')) continue;
    const taker = textAt(row, 'taker_order_id') ?? '';
    const legs = Map.groupBy(objectsIn(listAt(row, 'maker_orders')), (leg) => textAt(leg, 'order_id') ?? '');
    for (const [maker, own] of legs) {
      const size = own.reduce((sum, leg) => sum + (Number(textAt(leg, 'matched_amount')) || 0), 0);
      // Either order may be listed as the taker.
      const key = [taker, maker].sort().join(' ');
      if (size > (amounts.get(key)?.size ?? 0)) amounts.set(key, { taker, maker, size });
    }
  }
  const fills = [...amounts.values()].filter(({ taker, maker }) => sizes.has(taker) || sizes.has(maker));
  const unit = unitOf(fills, sizes);
  return fills.map((fill) => ({ ...fill, size: Math.round((fill.size * MICRO) / unit) }));
}

/**
 * The interface does not state the unit of trades. It is a share unless a fill would be a thousand times as large as
 * its order; then it is a unit that is small enough, because a fill that looks smaller than it is proves nothing.
 */
function unitOf(fills: readonly Fill[], sizes: ReadonlyMap<string, number>): number {
  const ratios = fills.flatMap(({ taker, maker, size }) =>
    [taker, maker].map((id) => (size * MICRO) / (sizes.get(id) ?? Number.POSITIVE_INFINITY)),
  );
  const largest = Math.max(0, ...ratios);
  if (largest < 1_000) return 1;
  return largest <= MICRO * 1.001 ? MICRO : MICRO ** 3;
}

function hasTraded({ json }: Exchange): boolean {
  return Number(textAt(json, 'makingAmount')) > 0 || Number(textAt(json, 'takingAmount')) > 0;
}

/** Everything that responses and views show of a race, as operations. */
export function operationsOf(race: Race, views: Views): readonly Operation<OrderEvent>[] {
  const { placed, cancels, end } = race;
  const sizes = new Map(ordersIn(race).map(({ id, plan }) => [id, plan.size]));
  const placings = new Map(placed.map((placing) => [placing.order.id, placing]));
  const fills = fillsOf(views.trades, sizes).map(({ taker, maker, size }): Operation<OrderEvent> => {
    const placing = placings.get(taker);
    const input = { kind: 'fill', ids: [taker, maker].filter((id) => sizes.has(id)), size } as const;
    // An order may be matched after its reply.
    const returned = placing !== undefined && hasTraded(placing.order.reply) ? placing.returned : end;
    return { input, invoked: placing?.invoked ?? 0, returned };
  });
  return [
    ...placed.map(({ order: { id, twin, plan }, invoked, returned }): Operation<OrderEvent> => {
      return { input: { kind: 'place', id, twin, size: plan.size }, invoked, returned };
    }),
    ...cancels
      .filter(({ isReported, response }) => isReported || response === undefined)
      .map(({ id, isReported, response, ...interval }): Operation<OrderEvent> => {
        return { input: { kind: 'cancel', id, isReported }, ...interval, isOptional: response === undefined };
      }),
    ...fills,
    { input: { kind: 'look', listed: listedIn(views) }, invoked: end + 1, returned: end + 2 },
  ];
}
