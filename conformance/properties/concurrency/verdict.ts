/** conformance/properties/concurrency/verdict: some order of the requests explains all observations. */
import { entriesOf } from '../../../base/record.ts';
import type { CheckContext, Exchange, Fault } from '../../check.ts';
import { explain, type Operation } from './linearizable.ts';
import { type OrderEvent, type OrderRule, orderSpecification, RULES, statesOf } from './order-states.ts';
import { operationsOf, type Views } from './outcome.ts';
import type { Race } from './race.ts';

const WHY = 'the outcome of many requests is compared with every order of them';

/** True unless later views may explain what these do not: live orders may be late, and later trades explain nothing. */
export function isSettled(race: Race, views: Views): boolean {
  const specification = orderSpecification(restingIn(race));
  const operations = operationsOf(race, views);
  const withoutLook = operations.filter(({ input }) => input.kind !== 'look');
  return explain(operations, specification) !== 'unexplained' || explain(withoutLook, specification) === 'unexplained';
}

function restingIn({ resting }: Race): ReturnType<typeof statesOf> {
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
  const isExplained = (relaxed: readonly OrderRule[]): boolean =>
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

const isTwin = (one: { readonly twin: string }, other: { readonly twin: string }): boolean =>
  one !== other && one.twin === other.twin;

function faultOf(rule: OrderRule, operations: readonly Operation<OrderEvent>[]): Fault {
  const events = operations.map(({ input, invoked, returned }) => ({ ...input, from: invoked, to: returned }));
  return { expected: `an outcome that some order of the requests explains (${rule})`, actual: events };
}
