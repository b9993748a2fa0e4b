/**
 * conformance/properties/concurrency/outcome: the views after a contest, and the events that they and the responses
 * show. Trades need not be listed (the interface does not say whose trades are), so a trade that is missing shows
 * nothing.
 */

import { listAt, objectsIn, textAt, textOrEmpty } from '../../../base/json.ts';
import { entriesOf } from '../../../base/record.ts';
import { MICRO } from '../../../base/units.ts';
import type { CheckContext, Exchange, Fault, Wallet } from '../../check.ts';
import type { Listed } from '../../checks/assertions.ts';
import { liveOrders, tradesSince } from '../../checks/orders/wallet-reads.ts';
import { explain, type Operation } from './linearizable.ts';
import { type OrderEvent, type OrderRule, orderSpecification, RULES, statesOf } from './order-states.ts';
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
    if (/fail/i.test(textOrEmpty(row, 'status'))) continue;
    const taker = textOrEmpty(row, 'taker_order_id');
    const legs = Map.groupBy(objectsIn(listAt(row, 'maker_orders')), (leg) => textOrEmpty(leg, 'order_id'));
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

function hasTraded({ json }: Exchange) {
  return Number(textAt(json, 'makingAmount')) > 0 || Number(textAt(json, 'takingAmount')) > 0;
}

/** Everything that responses and views show of a race, as operations. */
function operationsOf(race: Race, views: Views): readonly Operation<OrderEvent>[] {
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

const WHY = 'the outcome of many requests is compared with every order of them';

/** True unless later views may explain what these do not: live orders may be late, and later trades explain nothing. */
export function isSettled(race: Race, views: Views): boolean {
  const specification = orderSpecification(restingIn(race));
  const operations = operationsOf(race, views);
  const withoutLook = operations.filter(({ input }) => input.kind !== 'look');
  return explain(operations, specification) !== 'unexplained' || explain(withoutLook, specification) === 'unexplained';
}

function restingIn({ resting }: Race) {
  return statesOf(resting.map(({ id, twin, plan }) => ({ id, twin, size: plan.size })));
}

/** Judges the rules that the contest put to the test. An outcome that the bound leaves open is recorded as a fact. */
export function judgeOutcome(context: CheckContext, race: Race, views: Views): void {
  const operations = operationsOf(race, views);
  const found = explain(operations, orderSpecification(restingIn(race)));
  if (found === 'undecided') context.fact('concurrency', 'some contests have too many orders of events to be decided');
  const broken = found === 'unexplained' ? brokenRule(race, operations) : undefined;
  const shown = exchangesOf(race, views);
  for (const [rule, clause] of entriesOf(RULES)) {
    const of = shown[rule];
    if (of === undefined || (found !== 'explained' && rule !== broken)) continue;
    context.judgeBy(clause, of, rule === broken ? faultOf(rule, operations) : undefined, WHY);
  }
}

/** The first rule without which the outcome is explained; otherwise the last one of those that are needed together. */
function brokenRule(race: Race, operations: readonly Operation<OrderEvent>[]): OrderRule | undefined {
  const rules = Object.keys(RULES) as readonly OrderRule[];
  const isExplained = (relaxed: readonly OrderRule[]) =>
    explain(operations, orderSpecification(restingIn(race), new Set(relaxed))) === 'explained';
  return (
    rules.find((rule) => isExplained([rule])) ??
    rules.find((_, at) => isExplained(rules.slice(0, at + 1))) ??
    rules.at(-1)
  );
}

/** The response that shows a breach of each rule; undefined if the contest does not test it. */
function exchangesOf({ placed, cancels }: Race, { live, trades }: Views): Record<OrderRule, Exchange | undefined> {
  const cancelled = cancels.findLast(({ isReported }) => isReported)?.response;
  return {
    'unique id': placed.at(-1)?.order.reply,
    'no duplicate': placed.findLast(({ order }) => placed.some((other) => isTwin(other.order, order)))?.order.reply,
    'one cancel wins': cancelled,
    'cancelled orders leave the list': cancelled && live.response,
    'cancelled shares are not filled': cancelled && trades.response,
    'shares are filled once': trades.response,
  };
}

const isTwin = (one: { readonly twin: string }, other: { readonly twin: string }) =>
  one !== other && one.twin === other.twin;

function faultOf(rule: OrderRule, operations: readonly Operation<OrderEvent>[]): Fault {
  const events = operations.map(({ input, invoked, returned }) => ({ ...input, from: invoked, to: returned }));
  return { expected: `an outcome that some order of the requests explains (${rule})`, actual: events };
}
