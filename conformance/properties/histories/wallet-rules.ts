/**
 * conformance/properties/histories/wallet-rules: shares and cash are conserved: positions move by what the own orders
 * traded, and the activity has entries of as many shares, within the limits of the orders.
 */
import { type JsonObject, numberAt } from '../../../base/json.ts';
import { PRICE_ONE } from '../../../base/units.ts';
import { matches } from '../../../wire/pattern/match.ts';
import type { ClauseId, Exchange } from '../../check.ts';
import { CENT, DEAREST } from '../../checks/assertions.ts';
import type { Course } from './course.ts';
import { type Ruling, rulingOf } from './ruling.ts';
import { type Filled, filledOf, newEntries, type OrderViews, type WalletView, type WalletViews } from './views.ts';

export const WALLET_CLAUSES = [
  '4.3/fill.position',
  '4.3/fok.killed',
  '4.3/refused.no-effect',
  '4.3/reply.orderID.listed',
  '4.4/canceled',
  '4.4/foreign',
  '4.4/neighbour',
  '4.3/fill.activity',
  '4.3/fill.price-limit',
  'D/activity-types.usdcSize',
] as const satisfies readonly ClauseId[];

type Range = readonly [least: number, most: number];

const isWithin = (value: number, [least, most]: Range) => value >= least && value <= most;

/** One outcome in one wallet: the own orders for it, and the views before and after. */
type Holding = Readonly<{
  course: Course;
  own: readonly Filled[];
  wallet: 0 | 1;
  outcome: 0 | 1;
  before: WalletView;
  after: WalletView;
}>;

export function walletRulings(
  course: Course,
  views: OrderViews,
  before: WalletViews,
  after: WalletViews,
): readonly Ruling[] {
  const filled = filledOf(course, views);
  const outcomes = [0, 1] as const;
  return outcomes.flatMap((wallet) => {
    const fresh = newEntries(before[wallet].activity, after[wallet].activity);
    return outcomes.flatMap((outcome) => {
      const own = filled.filter(({ order }) => order.wallet === wallet && order.plan.outcome === outcome);
      const holding = { course, own, wallet, outcome, before: before[wallet], after: after[wallet] };
      const moved = positionRulings(holding, views.live[wallet].response);
      return fresh === undefined ? moved : [...moved, ...activityRulings(holding, fresh)];
    });
  });
}

/** Shares that orders of one side have traded. With `isStrict` an order that vanished has traded completely. */
function tradedBy(own: readonly Filled[], side: 'BUY' | 'SELL', isStrict: boolean): Range {
  const ofSide = own.filter(({ order }) => order.plan.side === side);
  const sum = (pick: (filled: Filled) => number) => ofSide.reduce((total, each) => total + pick(each), 0);
  return [sum(({ least, most, isMissing }) => (isStrict && isMissing ? most : least)), sum(({ most }) => most)];
}

/** A buyer may have paid a fee in shares. */
function changeOf(own: readonly Filled[], isStrict: boolean): Range {
  const [bought, sold] = [tradedBy(own, 'BUY', isStrict), tradedBy(own, 'SELL', isStrict)];
  return [bought[0] / DEAREST - sold[1] - 2 * CENT, bought[1] - sold[0] + 2 * CENT];
}

function positionRulings({ course, own, wallet, outcome, before, after }: Holding, live: Exchange): readonly Ruling[] {
  const change = after.held[outcome] - before.held[outcome];
  const [loose, strict] = [changeOf(own, false), changeOf(own, true)];
  const isLawful = after.held[outcome] >= 0 && isWithin(change, loose);
  const moved = rulingOf(positionClauses(course, wallet, outcome), after.positions, isLawful, () => {
    return { expected: `a change of outcome ${outcome} by ${loose[0]} to ${loose[1]} shares`, actual: change };
  });
  const missing = own.filter(({ isMissing }) => isMissing).map(({ order }) => order.id);
  if (missing.length === 0 || !isWithin(change, loose)) return [moved];
  const words = { expected: 'live orders with those that were neither cancelled nor filled', actual: missing };
  return [moved, rulingOf(missingClauses(course, missing), live, isWithin(change, strict), () => words)];
}

/** Refused orders have no part in a position. */
function positionClauses({ steps }: Course, wallet: 0 | 1, outcome: 0 | 1): readonly ClauseId[] {
  const refused = steps.flatMap((step) =>
    step.kind === 'place' && step.order === undefined && step.wallet === wallet && step.plan.outcome === outcome
      ? [step.plan.type === 'FOK' ? ('4.3/fok.killed' as const) : ('4.3/refused.no-effect' as const)]
      : [],
  );
  return ['4.3/fill.position', ...new Set(refused)];
}

/** A cancel of the order, or of another one, may have ended it. */
function missingClauses({ steps }: Course, missing: readonly string[]): readonly ClauseId[] {
  const cancels = steps.flatMap((step) => (step.kind === 'cancel' ? [step] : []));
  const ofMissing = cancels.filter(({ order }) => missing.includes(order.id));
  if (ofMissing.some(({ isForeign }) => !isForeign)) return ['4.4/canceled'];
  if (ofMissing.length > 0) return ['4.3/reply.orderID.listed', '4.4/foreign'];
  return ['4.3/reply.orderID.listed', ...(cancels.length > 0 ? (['4.4/neighbour'] as const) : [])];
}

function activityRulings(holding: Holding, fresh: readonly JsonObject[]): readonly Ruling[] {
  const { course, own, outcome, after } = holding;
  const token = { conditionId: course.stage.market.conditionId, outcomeIndex: outcome };
  return (['BUY', 'SELL'] as const).flatMap((side) => {
    const entries = fresh.filter((entry) => matches({ ...token, side }, entry));
    return entryRulings(side, own, entries, after.activity);
  });
}

function entryRulings(
  side: 'BUY' | 'SELL',
  own: readonly Filled[],
  entries: readonly JsonObject[],
  of: Exchange,
): readonly Ruling[] {
  const [least, most] = tradedBy(own, side, false);
  const total = (field: string) => entries.reduce((sum, entry) => sum + (numberAt(entry, field) ?? 0), 0);
  const range: Range = [least / DEAREST - CENT * (entries.length + 1), most + CENT * (entries.length + 1)];
  const [size, cash] = [total('size'), total('usdcSize')];
  const counted = rulingOf('4.3/fill.activity', of, isWithin(size, range), () => {
    return { expected: `entries ${side} of ${least} to ${most} shares together`, actual: size };
  });
  if (entries.length === 0) return [counted];
  const limits = own.filter(({ order }) => order.plan.side === side).map(({ order }) => order.plan.price / PRICE_ONE);
  const worst = side === 'BUY' ? Math.max(0, ...limits) * DEAREST : Math.min(1, ...limits) / DEAREST;
  const isBeyond = (price: number, slack: number) => (side === 'BUY' ? price > worst + slack : price < worst - slack);
  const beyond = entries.find((entry) => isBeyond(numberAt(entry, 'price') ?? worst, CENT));
  return [
    counted,
    rulingOf('4.3/fill.price-limit', of, beyond === undefined, () => {
      return { expected: `prices of ${side} no worse than ${worst}`, actual: beyond };
    }),
    rulingOf('D/activity-types.usdcSize', of, !isBeyond(cash / size, CENT * (1 + entries.length / size)), () => {
      return { expected: `cash of ${side} within the limits of the orders`, actual: cash };
    }),
  ];
}
