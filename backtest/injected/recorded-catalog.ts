/** backtest/injected/recorded-catalog: the catalog of a replay, with an event for each market; unknown facts are "". */

import { createHash } from 'node:crypto';
import { formatUnits } from '../../base/units.ts';
import { slugOf } from '../../sim/world/generated/titles.ts';
import { plainTrading } from '../../sim/world/listing.ts';
import { isoText, type WorldEvent, type WorldMarket } from '../../sim/world/world.ts';
import { CONDITION_ID } from '../../spec/params.ts';
import type { CatalogMarket } from '../data/catalog.ts';
import { MIN_SIZE } from '../run/open-engine.ts';
import { momentOf, type ServedMarket, type Survey } from './survey.ts';

type MarketIds = {
  readonly conditionId: string;
  readonly tokenIds: readonly [string, string];
  readonly slug: string;
};

const TOKEN_ID = /^\d{1,78}$/;
const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Identifiers of the markets, one after the other; no two are alike. */
function createMarketIds(): (market: ServedMarket, entry: CatalogMarket | undefined) => MarketIds {
  const used = new Set<string>();
  const unused = (wanted: string | undefined, derive: (serial: number) => string) => {
    let id = wanted;
    for (let serial = 0; id === undefined || used.has(id); serial += 1) id = derive(serial);
    used.add(id);
    return id;
  };
  return ({ name, tokens }, entry) => {
    const [condition] = [entry?.conditionId, name].filter((id) => id !== undefined && CONDITION_ID.test(id));
    const tokenId = (outcome: 0 | 1) => {
      const token = tokens[outcome];
      const wanted = token !== undefined && TOKEN_ID.test(token) ? token : undefined;
      return unused(wanted, (serial) =>
        BigInt(`0x${digest(`token ${outcome} ${serial} ${name} ${token ?? ''}`)}`).toString(),
      );
    };
    const slug = SLUG.test(name) ? name : slugOf(entry?.question ?? name, 'market');
    return {
      conditionId: unused(condition, (serial) => `0x${digest(`market ${serial} ${name}`)}`),
      tokenIds: [tokenId(0), tokenId(1)],
      slug: unused(slug, (serial) => `${slug}-${serial + 2}`),
    };
  };
}

function digest(text: string) {
  return createHash('sha256').update(`touchstone ${text}`).digest('hex');
}

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

function titleOf({ name }: ServedMarket, entry: CatalogMarket | undefined) {
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
    ...plainTrading(event),
    minimumOrderSize: Number(formatUnits(MIN_SIZE, 6)),
  };
}
