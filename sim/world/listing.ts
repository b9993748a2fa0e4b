/** sim/world/listing: the fields that the catalogs of invented markets have in common. */
import type { Rng } from '../../base/rng.ts';
import { slugOf } from './generated/titles.ts';
import { newHash, newTokenId } from './identity.ts';
import type { WorldEvent, WorldMarket } from './world.ts';

/** Ids grow from here, past a power of ten in a small world already. */
export const FIRST_MARKET_ID = 99_975;
export const FIRST_EVENT_ID = 991;

export function picture(folder: string, serial: number): string {
  return `https://pictures.touchstone.example/${folder}/${serial}.png`;
}

/** The rules of trading in a market of `event`, of which it has none of its own. */
export function plainTrading({ own, tags }: WorldEvent): Omit<WorldMarket, keyof Listing | 'minimumOrderSize'> {
  return {
    active: true,
    archived: false,
    enableOrderBook: true,
    negRisk: false,
    negRiskMarketId: '',
    negRiskRequestId: '',
    acceptingOrderTimestamp: own.startDate,
    gameStartTime: '',
    secondsDelay: 0,
    takerOrderDelayMs: 0,
    orderAgeSeconds: 0,
    makerBaseFee: 0,
    takerBaseFee: 0,
    rewards: { rates: [], min_size: 0, max_spread: 0 },
    tags: tags.map(({ label }) => label),
    creator: undefined,
  };
}

type Listing = Pick<WorldMarket, 'index' | 'event' | 'outcomes' | 'tokenIds' | 'catalog'>;
type Words = Pick<WorldMarket['catalog'], 'question' | 'description'> & Pick<WorldMarket, 'outcomes'>;

/** Draws the ids of a market of `event`: its tokens, its condition, its question. */
export function listing(
  rng: Rng,
  event: WorldEvent,
  index: number,
  id: number,
  { question, outcomes, description }: Words,
): Omit<WorldMarket, 'minimumOrderSize'> {
  const { resolutionSource, startDate, endDate, createdAt, updatedAt } = event.own;
  const tokenIds: readonly [string, string] = [newTokenId(rng), newTokenId(rng)];
  return {
    ...plainTrading(event),
    index,
    event,
    outcomes,
    tokenIds,
    catalog: {
      id: String(id),
      question,
      conditionId: newHash(rng),
      slug: `${slugOf(question, 'market')}-${index}`,
      resolutionSource,
      startDate,
      endDate,
      image: picture('markets', index),
      icon: picture('markets', index),
      description,
      outcomes: JSON.stringify(outcomes),
      clobTokenIds: JSON.stringify(tokenIds),
      createdAt,
      updatedAt,
      questionID: newHash(rng),
    },
  };
}
