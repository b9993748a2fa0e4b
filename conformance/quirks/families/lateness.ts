/** conformance/quirks/families/lateness: views that show an order some time after it was answered. */
import type { WorldDescription } from '../../../sim/world/written/description.ts';
import { numberAt, textAt } from '../../../spec/json.ts';
import type { RouteId } from '../../../spec/route.ts';
import { onRoute, type Wrap } from '../../mutants/mutant.ts';
import { cached, late, lateRows } from '../lateness.ts';
import type { Quirk } from '../quirk.ts';

const WALLET_ROUTES: readonly RouteId[] = ['positions', 'closed-positions', 'activity', 'holders'];

const RICH = { cash: 100_000, tokens: { new: 20_000 } };

/** A market whose only trade happened just before the service began. */
const YOUNG: WorldDescription = {
  markets: { new: {} },
  wallets: { alice: RICH, bob: RICH, carol: RICH },
  history: [
    { order: { wallet: 'carol', market: 'new', side: 'SELL', price: 0.6, size: 50 } },
    { order: { wallet: 'bob', market: 'new', side: 'BUY', price: 0.6, size: 50 } },
  ],
};

const lateActivity: Wrap = onRoute(
  'activity',
  lateRows((row) => (numberAt(row, 'timestamp') ?? 0) * 1_000, 20_000),
);

export const latenessQuirks: readonly Quirk[] = [
  {
    id: 'wallet-cache',
    title: 'wallet data comes from a cache of fifteen seconds',
    wrap: cached(WALLET_ROUTES, 15_000),
  },
  {
    id: 'balances-on-confirmation',
    title: 'positions and holders change seven seconds after a trade, when it is confirmed',
    alternative: { decision: 'settlement', text: 'balances move when confirmed' },
    wrap: late(['positions', 'closed-positions', 'holders'], 7_000),
  },
  {
    id: 'late-activity',
    title: 'the activity feed shows a trade after twenty seconds',
    wrap: lateActivity,
  },
  {
    id: 'late-activity-young-trade',
    title: 'the activity feed shows a trade after twenty seconds, and the only trade is younger',
    world: () => ({ world: YOUNG }),
    wrap: lateActivity,
  },
  {
    id: 'late-trades',
    title: 'builder trades show a trade after ten seconds',
    wrap: onRoute(
      'builder-trades',
      lateRows((row) => Date.parse(textAt(row, 'match_time') ?? ''), 10_000),
    ),
  },
  {
    id: 'late-books',
    title: 'books and prices follow orders after four seconds',
    wrap: late(['books', 'prices'], 4_000),
  },
  {
    id: 'late-live-orders',
    title: 'live orders follow orders after four seconds',
    wrap: late(['live-orders'], 4_000),
  },
];
