/** backtest/replay/market-table: the markets as a run numbers them. Resolutions are kept from strategies. */
import type { CatalogMarket } from '../data/catalog.ts';
import type { MarketFacts, TokenFacts } from '../strategy.ts';
import type { ReplaySource } from './source.ts';

export type MarketTable = Readonly<{
  facts: readonly MarketFacts[];
  /** By market: the ids of its tokens, those of the catalog first, then by their first appearance. */
  ids: readonly (readonly string[])[];
  /** By the token numbers of the recording: the outcome, 0 or 1. Tokens beyond two in a market have -1. */
  outcomeOf: Int8Array;
  /** By market: 1 when the run includes it. */
  isIncluded: Uint8Array;
}>;

/** Numbers the markets. `only` names those that the run includes; all of them when it is undefined. */
export function marketTable(recording: ReplaySource, only?: readonly string[]): MarketTable {
  const byName = new Map(recording.catalog.map((market) => [market.market, market]));
  const recorded = Map.groupBy(recording.tokens, ({ market }) => market);
  const ids = recording.markets.map((name, market) => {
    const named = byName.get(name)?.tokens.map(({ token }) => token) ?? [];
    return [...named, ...(recorded.get(market)?.map(({ token }) => token) ?? []).filter((id) => !named.includes(id))];
  });
  return {
    ids,
    facts: recording.markets.map((name, index) => factsOf(index, name, ids[index] ?? [], byName.get(name))),
    outcomeOf: Int8Array.from(recording.tokens, ({ token, market }) => {
      const outcome = (ids[market] ?? []).indexOf(token);
      return outcome > 1 ? -1 : outcome;
    }),
    isIncluded: Uint8Array.from(recording.markets, (name) => Number(only?.includes(name) ?? true)),
  };
}

function factsOf(index: number, name: string, ids: readonly string[], market: CatalogMarket | undefined): MarketFacts {
  const token = (outcome: 0 | 1): TokenFacts => ({
    token: index * 2 + outcome,
    id: ids[outcome] ?? '',
    outcome: market?.tokens.find(({ token: id }) => id === ids[outcome])?.outcome ?? '',
  });
  const { event, question = '', category = '', closes } = market ?? {};
  const facts = { index, name, question, category, outcomes: [token(0), token(1)] as const, closes };
  return event === undefined ? facts : { ...facts, event };
}
