/** proof/judge/quirks/lateness: views that show an order some time after its response. */
import { numberAt, textAt } from '../../../spec/json.ts';
import type { RouteId } from '../../../spec/route.ts';
import type { Quirk } from '../quirk.ts';
import { onRoute } from '../variant.ts';
import { cached, late, lateRows } from '../wrappers/lateness.ts';

const WALLET_ROUTES: readonly RouteId[] = ['positions', 'closed-positions', 'activity', 'holders'];

export const latenessQuirks: readonly Quirk[] = [
  {
    id: 'wallet-cache',
    title: 'wallet data comes from a cache of fifteen seconds',
    wrap: cached(WALLET_ROUTES, 15_000),
  },
  {
    id: 'balances-on-confirmation',
    title: 'positions and holders change seven seconds after a trade, at its confirmation',
    alternative: { decision: 'settlement', text: 'balances move when confirmed' },
    wrap: late(['positions', 'closed-positions', 'holders'], 7_000),
  },
  {
    id: 'late-activity',
    title: 'the activity feed shows a trade after twenty seconds',
    wrap: onRoute(
      'activity',
      lateRows((row) => (numberAt(row, 'timestamp') ?? 0) * 1_000, 20_000),
    ),
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
