/** proof/judge/mutants/stale-reads: the clause that a stale response of a route breaks, for each change. */
import { entriesOf } from '../../../base/record.ts';
import type { ClauseId } from '../../../spec/ids.generated.ts';
import type { RouteId } from '../../../spec/route.ts';
import { family, type Mutant } from '../variant.ts';
import { CHANGES, type ChangeKind, MODES, type Mode, stale } from '../wrappers/changes.ts';

/** The clause that a stale response of one route breaks, by change. */
type Row = Readonly<Partial<Record<ChangeKind, ClauseId>>>;

function untraded(clause: ClauseId): Row {
  return { rested: clause, cancelled: clause, lapsed: clause, expired: clause };
}

function filling(clause: ClauseId): Row {
  return { 'part-filled': clause, filled: clause, taken: clause };
}

const best = '4.17/BUY.best';
const views: Row = { ...untraded('2.13/price.views'), ...filling('2.13/price.views') };

/** The table, in the order of the interface. */
export const STALE_CLAUSES = {
  'heartbeat-v1': { beat: 'D/heartbeat-payload.rotates' },
  heartbeat: {},
  'live-orders': {
    rested: '4.3/reply.orderID.listed',
    cancelled: '4.4/effect.live-orders',
    'part-filled': '4.3/fill.sizeMatched',
    filled: 'D/live-order-list.open-only',
    lapsed: 'D/heartbeat-expiry.deadline',
    expired: 'D/order-types.GTD',
  },
  'builder-trades': { ...filling('D/builder-trades-auth.all'), settled: 'D/settlement' },
  'closed-positions': {
    'part-filled': 'D/closed-membership.disjoint',
    filled: 'D/closed-membership.sold',
    taken: 'D/closed-membership.disjoint',
    'sold-out': 'D/closed-membership.sold',
  },
  positions: {
    ...untraded('D/token-price.curPrice'),
    ...filling('4.3/fill.position'),
    'sold-out': '4.3/fill.position',
  },
  activity: filling('4.3/fill.activity'),
  holders: { ...filling('4.10/amount.position'), 'sold-out': '4.10/amount.position' },
  markets: {},
  'market-by-slug': {},
  'trading-market': { ...untraded('D/token-price.no-trade'), ...filling('D/token-price.last') },
  'trading-settings': {},
  'sampling-markets': views,
  'sampling-simplified-markets': views,
  'simplified-markets': views,
  books: {
    rested: '4.3/rest.book',
    cancelled: '4.4/effect.book',
    'part-filled': '4.3/fill.book',
    filled: '4.3/fill.book',
    taken: '4.3/fill.last-price',
    lapsed: 'D/heartbeat-expiry.book',
    expired: 'D/order-types.GTD.book',
  },
  prices: { rested: best, cancelled: best, filled: best, taken: best, lapsed: best, expired: best },
  event: {},
  'event-by-slug': {},
} as const satisfies Partial<Record<RouteId, Row>>;

type Write = 'place-order' | 'cancel-order';

/** Every other route: its responses depend on state that no request of the interface changes. */
export const UNCHANGEABLE = {
  'comment-replies': 'no request of the interface adds, edits or removes a comment',
  profile: 'no request of the interface edits a profile',
  'event-creators': 'no request of the interface adds or edits a creator',
} as const satisfies Readonly<Record<Exclude<RouteId, Write | keyof typeof STALE_CLAUSES>, string>>;

const { on } = family('stale');

const TITLES: Readonly<Record<Mode, string>> = {
  frozen: 'the response never shows that',
  late: 'the response shows only after the next such change that',
};

/** One cell of the table that has a clause, and its mutants, one for each mode. */
export type StaleCell = Readonly<{
  route: RouteId;
  change: ChangeKind;
  clause: ClauseId;
  mutants: readonly Mutant[];
}>;

/** The cells that have a clause, route by route. */
export const staleCells: readonly StaleCell[] = entriesOf<RouteId, Row>(STALE_CLAUSES).flatMap(([route, row]) =>
  entriesOf(row).map(([change, clause]) => {
    const mutants = MODES.flatMap((mode) =>
      on(route, [[`${mode}.${change}`, clause, `${TITLES[mode]} ${CHANGES[change]}`, stale(change, mode)]]),
    );
    return { route, change, clause, mutants };
  }),
);

export const staleMutants: readonly Mutant[] = staleCells.flatMap(({ mutants }) => mutants);
