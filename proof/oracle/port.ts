/** proof/oracle/port: the interface that the engine and the naive venue share, so that one test runs on both. */
import { DOCUMENT_RULES, type VenueRules } from '../../sim/core/rules.ts';
import type { MarketView, Venue } from '../../sim/core/venue.ts';
import { levels } from './naive-book.ts';
import { debts } from './naive-groups.ts';
import { filled, sum } from './naive-money.ts';
import { freeCash, freeTokens, reservedCash, reservedTokens } from './naive-reserves.ts';
import { type Naive, newNaive, supplyOf } from './naive-state.ts';
import { advanceTo, nextDue, step } from './naive-venue.ts';

type Asked = 'advanceTo' | 'asks' | 'bids' | 'cash' | 'group' | 'log' | 'nextDue' | 'now' | 'order' | 'step' | 'supply';
type Shown = 'terms' | 'state' | 'payout' | 'lastPrice' | 'group';

/** A venue without the features of an engine: hash, snapshot, versions of books. */
export type Port = Pick<Venue, Asked | 'tokens' | 'treasury'> & {
  market(market: number): Pick<MarketView, Shown> | undefined;
};

export function createNaive(rules: VenueRules = DOCUMENT_RULES): Port {
  const naive = newNaive(rules);
  return {
    get now() {
      return naive.now;
    },
    log: naive.log,
    step: (command, now) => step(naive, command, now),
    advanceTo: (now) => advanceTo(naive, now),
    nextDue: () => nextDue(naive),
    market(index) {
      const market = naive.markets[index];
      if (market === undefined) return undefined;
      const { terms, state, payout, lastPrice, group } = market;
      return { terms, state, payout, lastPrice, group };
    },
    bids: (market, outcome) => levels(naive, market, outcome, 'SELL'),
    asks: (market, outcome) => levels(naive, market, outcome, 'BUY'),
    order(index) {
      const order = naive.orders[index];
      if (order === undefined) return undefined;
      const { fills: _fills, size, ...view } = order;
      return { ...view, size: Number(size), matched: Number(filled(order)) };
    },
    cash: (wallet) => ({ free: Number(freeCash(naive, wallet)), reserved: Number(reservedCash(naive, wallet)) }),
    tokens(wallet, market, outcome) {
      const reserved = Number(reservedTokens(naive, wallet, market, outcome));
      return { free: Number(freeTokens(naive, wallet, market, outcome)), reserved };
    },
    supply: (market) => viewSupply(naive, market),
    group(index) {
      const group = naive.groups[index];
      return group === undefined ? undefined : { markets: group.markets, debt: Number(group.debt) };
    },
    treasury: () => viewTreasury(naive),
  };
}

function viewSupply(naive: Naive, index: number): ReturnType<Port['supply']> {
  const market = naive.markets[index];
  if (market === undefined) return { tokens: [0, 0], collateral: 0, vault: 0 };
  const tokens = [Number(supplyOf(naive, index, 0)), Number(supplyOf(naive, index, 1))] as const;
  return { tokens, collateral: Number(market.collateral), vault: Number(market.vault) };
}

function viewTreasury(naive: Naive): ReturnType<Port['treasury']> {
  return {
    deposits: Number(naive.deposits),
    collateral: Number(sum(naive.markets.map(({ collateral }) => collateral))),
    debt: Number(debts(naive)),
    fees: Number(naive.fees),
    residual: Number(naive.residual),
  };
}
