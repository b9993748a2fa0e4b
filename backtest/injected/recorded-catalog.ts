/** backtest/injected/recorded-catalog: the catalog of a replay, with an event for each market; unknown facts are "". */
import { formatUnits } from '../../base/units.ts';
import { slugOf } from '../../sim/world/generated/titles.ts';
import { isoText } from '../../sim/world/moment.ts';
import type { WorldEvent, WorldMarket } from '../../sim/world/world.ts';
import type { CatalogMarket } from '../data/catalog.ts';
import { MIN_SIZE } from '../run/open-engine.ts';
import { createMarketIds, type MarketIds } from './market-ids.ts';
import { momentOf, type ServedMarket, type Survey } from './survey.ts';

export function listRecorded(
  survey: Survey,
  entries: ReadonlyMap<string, CatalogMarket>,
): { readonly events: readonly WorldEvent[]; readonly markets: readonly WorldMarket[] } {
  const idsOf = createMarketIds();
  const listed = survey.markets.map((market, index) => {
    const entry = entries.get(market.name);
    const ids = idsOf(market, entry);
    const own: WorldMarket[] = [];
    const event: WorldEvent = {
      own: eventOf(survey, market, entry, ids, index),
      tags: tagsOf(survey, entry),
      series: [],
      markets: own,
    };
    own.push(marketOf(event, market, entry, ids, index));
    return { event, own };
  });
  return { events: listed.map(({ event }) => event), markets: listed.flatMap(({ own }) => own) };
}

function titleOf({ name }: ServedMarket, entry: CatalogMarket | undefined): string {
  return entry?.question || name;
}

function eventOf(
  { firstMs, lastMs }: Survey,
  market: ServedMarket,
  entry: CatalogMarket | undefined,
  { slug }: MarketIds,
  index: number,
): WorldEvent['own'] {
  const title = titleOf(market, entry);
  const beginsAt = isoText(firstMs);
  return {
    id: String(index + 1),
    ticker: slug,
    slug,
    title,
    description: title,
    resolutionSource: '',
    image: '',
    icon: '',
    startDate: beginsAt,
    creationDate: beginsAt,
    createdAt: beginsAt,
    updatedAt: beginsAt,
    endDate: isoText(entry?.closes === undefined ? lastMs : momentOf(entry.closes)),
    active: true,
    closed: false,
    archived: false,
    eventMetadata: {},
  };
}

function tagsOf({ firstMs }: Survey, entry: CatalogMarket | undefined): WorldEvent['tags'] {
  const label = entry?.category;
  if (label === undefined || label === '') return [];
  const moment = isoText(firstMs);
  const slug = slugOf(label, 'category');
  return [{ id: slug, label, slug, createdAt: moment, updatedAt: moment, requiresTranslation: false }];
}

function marketOf(
  event: WorldEvent,
  market: ServedMarket,
  entry: CatalogMarket | undefined,
  { conditionId, tokenIds, slug }: MarketIds,
  index: number,
): WorldMarket {
  const { outcomes } = market;
  const { startDate, endDate, createdAt, updatedAt } = event.own;
  const question = titleOf(market, entry);
  return {
    index,
    event,
    outcomes,
    tokenIds,
    catalog: {
      id: String(index + 1),
      question,
      conditionId,
      slug,
      description: question,
      resolutionSource: '',
      startDate,
      endDate,
      createdAt,
      updatedAt,
      image: '',
      icon: '',
      outcomes: JSON.stringify(outcomes),
      clobTokenIds: JSON.stringify(tokenIds),
      questionID: conditionId,
    },
    active: true,
    archived: false,
    enableOrderBook: true,
    negRisk: false,
    negRiskMarketId: '',
    negRiskRequestId: '',
    fiftyFifty: false,
    acceptingOrderTimestamp: startDate,
    gameStartTime: '',
    minimumOrderSize: Number(formatUnits(MIN_SIZE, 6)),
    secondsDelay: 0,
    takerOrderDelayMs: 0,
    orderAgeSeconds: 0,
    makerBaseFee: 0,
    takerBaseFee: 0,
    rewards: { rates: [], min_size: 0, max_spread: 0 },
    tags: event.tags.map(({ label }) => label),
    creator: undefined,
  };
}
