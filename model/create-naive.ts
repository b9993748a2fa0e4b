/** model/create-naive: the naive venue behind the functions of the engine, so that one test runs on both. */
import type { Command, OutcomeIndex } from '../spec/venue/command.ts';
import { DOCUMENT_RULES, type VenueRules } from '../spec/venue/rules.ts';
import { levels } from './naive-book.ts';
import { debts } from './naive-groups.ts';
import { filled, sum } from './naive-money.ts';
import { freeCash, freeTokens, reservedCash, reservedTokens } from './naive-reserves.ts';
import { type Naive, newNaive, supplyOf } from './naive-state.ts';
import { advanceTo, nextDue, step } from './naive-venue.ts';

export function createNaive(rules: VenueRules = DOCUMENT_RULES) {
  const naive = newNaive(rules);
  return {
    get now() {
      return naive.now;
    },
    log: naive.log,
    step: (command: Command, now: number) => step(naive, command, now),
    advanceTo: (now: number) => advanceTo(naive, now),
    nextDue: () => nextDue(naive),
    market(index: number) {
      const market = naive.markets[index];
      if (market === undefined) return undefined;
      const { terms, state, payout, lastPrice, group } = market;
      return { terms, state, payout, lastPrice, group };
    },
    bids: (market: number, outcome: OutcomeIndex) => levels(naive, market, outcome, 'SELL'),
    asks: (market: number, outcome: OutcomeIndex) => levels(naive, market, outcome, 'BUY'),
    order(index: number) {
      const order = naive.orders[index];
      if (order === undefined) return undefined;
      const { fills: _fills, size, ...view } = order;
      return { ...view, size: Number(size), matched: Number(filled(order)) };
    },
    cash: (wallet: number) => ({
      free: Number(freeCash(naive, wallet)),
      reserved: Number(reservedCash(naive, wallet)),
    }),
    tokens(wallet: number, market: number, outcome: OutcomeIndex) {
      const reserved = Number(reservedTokens(naive, wallet, market, outcome));
      return { free: Number(freeTokens(naive, wallet, market, outcome)), reserved };
    },
    supply: (market: number) => viewSupply(naive, market),
    group(index: number) {
      const group = naive.groups[index];
      return group === undefined ? undefined : { markets: group.markets, debt: Number(group.debt) };
    },
    treasury: () => viewTreasury(naive),
  };
}

function viewSupply(naive: Naive, index: number) {
  const market = naive.markets[index];
  if (market === undefined) return { tokens: [0, 0] as const, collateral: 0, vault: 0 };
  const tokens = [Number(supplyOf(naive, index, 0)), Number(supplyOf(naive, index, 1))] as const;
  return { tokens, collateral: Number(market.collateral), vault: Number(market.vault) };
}

function viewTreasury(naive: Naive) {
  return {
    deposits: Number(naive.deposits),
    collateral: Number(sum(naive.markets.map(({ collateral }) => collateral))),
    debt: Number(debts(naive)),
    fees: Number(naive.fees),
    residual: Number(naive.residual),
  };
}
