/** proof/venue/oracle/port: the interface that the engine and the naive venue share, so that one test runs on both. */
import type { MarketView, Venue } from '../../../sim/core/venue.ts';

type Reads = 'advanceTo' | 'asks' | 'bids' | 'cash' | 'group' | 'log' | 'nextDue' | 'now' | 'order' | 'step' | 'supply';
type Shown = 'terms' | 'state' | 'payout' | 'lastPrice' | 'group';

/** A venue without the features of an engine: hash, snapshot, versions of books. */
export type Port = Pick<Venue, Reads | 'tokens' | 'treasury'> & {
  market(market: number): Pick<MarketView, Shown> | undefined;
};
