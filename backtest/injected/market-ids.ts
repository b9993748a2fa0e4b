/** backtest/injected/market-ids: the ids of served markets: recorded ones of the right form, otherwise derived. */
import { createHash } from 'node:crypto';
import { slugOf } from '../../sim/world/generated/titles.ts';
import { CONDITION_ID } from '../../spec/params.ts';
import type { CatalogMarket } from '../data/catalog.ts';
import type { ServedMarket } from './survey.ts';

export type MarketIds = {
  readonly conditionId: string;
  readonly tokenIds: readonly [string, string];
  readonly slug: string;
};

const TOKEN_ID = /^\d{1,78}$/;
const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Identifiers of the markets, one after the other; no two are alike. */
export function createMarketIds(): (market: ServedMarket, entry: CatalogMarket | undefined) => MarketIds {
  const used = new Set<string>();
  const unused = (wanted: string | undefined, derive: (serial: number) => string): string => {
    let id = wanted;
    for (let serial = 0; id === undefined || used.has(id); serial += 1) id = derive(serial);
    used.add(id);
    return id;
  };
  return ({ name, tokens }, entry) => {
    const [condition] = [entry?.conditionId, name].filter((id) => id !== undefined && CONDITION_ID.test(id));
    const tokenId = (outcome: 0 | 1): string => {
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

function digest(text: string): string {
  return createHash('sha256').update(`touchstone ${text}`).digest('hex');
}
