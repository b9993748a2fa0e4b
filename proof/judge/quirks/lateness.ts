/** proof/judge/quirks/lateness: views that show an order some time after its response. */
import { numberAt, textAt } from '../../../base/json.ts';
import type { RouteId } from '../../../spec/route.ts';
import { onRoute, type Quirk, quirks } from '../variant.ts';
import { cached, late, lateRows } from '../wrappers/lateness.ts';

const WALLET_ROUTES: readonly RouteId[] = ['positions', 'closed-positions', 'activity', 'holders'];

export const latenessQuirks: readonly Quirk[] = quirks([
  ['wallet-cache', 'wallet data comes from a cache of fifteen seconds', cached(WALLET_ROUTES, 15_000)],
  [
    'balances-on-confirmation',
    'D/settlement: balances move when confirmed',
    late(['positions', 'closed-positions', 'holders'], 7_000),
  ],
  [
    'late-activity',
    'the activity feed shows a trade after twenty seconds',
    onRoute(
      'activity',
      lateRows((row) => (numberAt(row, 'timestamp') ?? 0) * 1_000, 20_000),
    ),
  ],
  [
    'late-trades',
    'builder trades show a trade after ten seconds',
    onRoute(
      'builder-trades',
      lateRows((row) => Date.parse(textAt(row, 'match_time') ?? ''), 10_000),
    ),
  ],
  ['late-books', 'books and prices follow orders after four seconds', late(['books', 'prices'], 4_000)],
  ['late-live-orders', 'live orders follow orders after four seconds', late(['live-orders'], 4_000)],
]);
