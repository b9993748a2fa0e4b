/** sim/views/token-card: the constant data of an outcome token, and the parts of items that depend on it alone. */

import { invariant } from '../../base/result.ts';
import type { Profile } from '../../spec/profile.ts';
import type { OutcomeIndex } from '../../spec/venue/command.ts';
import type { World, WorldMarket } from '../world/world.ts';
import { OUTCOMES } from './token-price.ts';

export type TokenCard = Readonly<{
  market: WorldMarket;
  outcome: OutcomeIndex;
  conditionId: string;
  tokenId: string;
  outcomeName: string;
  /** The token id, or condition id, colon and outcome index: by the profile. */
  asset: string;
  title: string;
  /** The title without case, for searches. */
  titleFolded: string;
  endDate: string;
  /** JSON members, without the comma before or after. */
  json: Readonly<{
    asset: string;
    market: string;
    outcome: string;
    opposite: string;
    endDate: string;
  }>;
}>;

export type TokenCards = ReturnType<typeof createTokenCards>;

/** Cards of all tokens of a world, each written on first use. */
export function createTokenCards({ markets }: World, assets: Profile['assets']) {
  /** By token key. */
  const cards: (TokenCard | undefined)[] = Array.from({ length: markets.length * 2 });
  const keyByTokenId = new Map<string, number>();
  for (const { index, tokenIds } of markets) {
    for (const outcome of OUTCOMES) keyByTokenId.set(tokenIds[outcome], index * 2 + outcome);
  }
  const byCondition = new Map(markets.map((market) => [market.catalog.conditionId.toLowerCase(), market]));
  const marketByCondition = (conditionId: string) => byCondition.get(conditionId.toLowerCase());
  const cardAt = (market: number, outcome: OutcomeIndex): TokenCard => {
    const own = markets[market];
    invariant(own !== undefined, `market ${market} is in the world`);
    const card = cards[market * 2 + outcome] ?? cardOf(own, outcome, assets);
    cards[market * 2 + outcome] = card;
    return card;
  };
  return {
    card: cardAt,
    byTokenId: (tokenId: string) => {
      const key = keyByTokenId.get(tokenId);
      return key === undefined ? undefined : cardAt(key >>> 1, key % 2 === 0 ? 0 : 1);
    },
    /** Hex digits match in either case. */
    marketByCondition,
    /** Indices of the markets of these conditions, in their order; unknown ones are omitted. */
    marketsByConditions: (conditionIds: readonly string[]): ReadonlySet<number> =>
      new Set(conditionIds.map((id) => marketByCondition(id)?.index).filter((index) => index !== undefined)),
  };
}

function cardOf(market: WorldMarket, outcome: OutcomeIndex, assets: Profile['assets']): TokenCard {
  const { catalog, event } = market;
  const { conditionId } = catalog;
  const other: OutcomeIndex = outcome === 0 ? 1 : 0;
  const assetOf = (index: OutcomeIndex) => (assets === 'token-id' ? market.tokenIds[index] : `${conditionId}:${index}`);
  const asset = assetOf(outcome);
  const outcomeName = market.outcomes[outcome];
  return {
    market,
    outcome,
    conditionId,
    tokenId: market.tokenIds[outcome],
    outcomeName,
    asset,
    title: catalog.question,
    titleFolded: catalog.question.toLowerCase(),
    endDate: catalog.endDate,
    json: {
      asset: members({ asset, conditionId }),
      market: members({ title: catalog.question, slug: catalog.slug, icon: catalog.icon, eventSlug: event.own.slug }),
      outcome: members({ outcome: outcomeName, outcomeIndex: outcome }),
      opposite: members({ oppositeOutcome: market.outcomes[other], oppositeAsset: assetOf(other) }),
      endDate: members({ endDate: catalog.endDate }),
    },
  };
}

function members(object: Readonly<Record<string, string | number>>) {
  return JSON.stringify(object).slice(1, -1);
}
