/** proof/judge/mutants/filter-account: filters of orders and trades that are ignored, or applied wrongly. */
import { family, type Mutant, type Wrap } from '../variant.ts';
import { alone, ignoring, reading } from '../wrappers/requests.ts';

const { on } = family('filter');

/** A moment is shifted by seconds. */
function moved(name: string, seconds: number): Wrap {
  return reading(name, (value) => (/^\d+$/.test(value) ? String(Number(value) + seconds) : value));
}

export const accountFilterMutants: readonly Mutant[] = [
  ...on('live-orders', [
    ['id-ignored', '4.5/id.filter', 'id is ignored', ignoring('id')],
    ['market-ignored', '4.5/market.filter', 'market is ignored', ignoring('market')],
    ['asset-ignored', '4.5/asset_id.filter', 'asset_id is ignored', ignoring('asset_id')],
    ['asset-alone', '4.5/filters.combine', 'only the first filter counts', alone('id', 'asset_id', 'market')],
  ]),
  ...on('builder-trades', [
    ['id-ignored', '4.6/id.filter', 'id is ignored', ignoring('id')],
    ['maker-ignored', '4.6/maker_address.filter', 'maker_address is ignored', ignoring('maker_address')],
    ['market-ignored', '4.6/market.filter', 'market is ignored', ignoring('market')],
    ['asset-ignored', '4.6/asset_id.filter', 'asset_id is ignored', ignoring('asset_id')],
    ['before-inclusive', '4.6/before.strict', 'before keeps trades at it', moved('before', 1)],
    ['after-inclusive', '4.6/after.strict', 'after keeps trades at it', moved('after', -1)],
    ['market-alone', '4.6/filters.combine', 'asset_id counts only without market', alone('market', 'asset_id')],
  ]),
];
