/** proof/judge/mutants/filter-catalog: filters of the catalog, of orders and of trades that are ignored, or applied wrongly. */
import { type JsonObject, listAt, textAt } from '../../../spec/json.ts';
import { family, type Mutant, type Wrap } from '../variant.ts';
import { afterThePage, alone, asked, ignoring, inInts, reading, refusingParam } from '../wrappers/requests.ts';

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

/** `false` is ignored, as if the parameter were absent. */
function falseIgnored(name: string): Wrap {
  return asked((query) => {
    if (query.get(name) === 'false') query.delete(name);
  });
}

const eventOf = (row: JsonObject) => textAt(listAt(row, 'events')[0], 'id');

export const catalogFilterMutants: readonly Mutant[] = [
  ...on('markets', [
    ['closed-false', '4.11/closed.filter', 'closed=false counts as absent', falseIgnored('closed')],
    ['archived-ignored', '4.11/archived.filter', 'archived is ignored', ignoring('archived')],
    ['active-inverted', '4.11/active.filter', 'it is inverted', reading('active', (value) => String(value !== 'true'))],
    ['tag-alias', '4.11/tag_slug.alias', 'tag is not known', ignoring('tag')],
    ['event-alias', '4.11/event_slug.alias', 'eventSlug is not known', ignoring('eventSlug')],
    ['condition-alias', '4.11/conditionId.alias', 'condition_id is not known', ignoring('condition_id')],
    ['tag-id-ignored', '4.11/tag_id.filter', 'tag_id is ignored', ignoring('tag_id')],
    ['tag-id-in-ints', '4.11/filter.empty', 'tag ids beyond 32 bits fail', inInts('tag_id')],
    ['event-id-in-ints', '4.11/filter.empty', 'event ids beyond 32 bits fail', inInts('event_id')],
    ['tag-slug-ignored', '4.11/tag_slug.filter', 'tag_slug is ignored', ignoring('tag_slug')],
    ['event-id-ignored', '4.11/event_id.filter', 'event_id is ignored', ignoring('event_id')],
    ['slug-ignored', '4.11/slug.filter', 'slug is ignored', ignoring('slug')],
    [
      'unknown-all',
      '4.11/filter.empty',
      'an unknown event lists every market',
      reading('event_slug', (slug) => (slug.startsWith('no-such') ? '' : slug)),
    ],
    [
      'event-alone',
      '4.11/filters.combine',
      'event_id counts only without a flag',
      alone('active', 'closed', 'archived', 'event_id'),
    ],
    ['event-late', '4.11/filters.page', 'event_id filters after the page is cut', afterThePage('event_id', eventOf)],
    ['creator-ignored', '4.11/creator.filter', 'creator is ignored', ignoring('creator')],
  ]),
  ...on('market-by-slug', [['creator-ignored', '4.12/creator.scope', 'creator is ignored', ignoring('creator')]]),
  ...on('event', [['creator-ignored', 'D/creator-scope.event', 'creator is ignored', ignoring('creator')]]),
  ...on('event-by-slug', [
    ['creator-ignored', 'D/creator-scope.event-by-slug', 'creator is ignored', ignoring('creator')],
    ['creator-refused', '4.20/event-by-slug.creator.accepted', 'creator is refused', refusingParam('creator')],
  ]),
  ...on('event-creators', [
    ['name-ignored', '4.20/event-creators.creator_name.filter', 'creator_name is ignored', ignoring('creator_name')],
    ['handle-ignored', '4.20/event-creators.creator_handle.filter', 'it is ignored', ignoring('creator_handle')],
  ]),
];
