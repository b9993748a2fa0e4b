/** conformance/mutants/families/filter: filters that are not looked at, are read wrongly, or work on the page alone. */
import { type JsonObject, listAt, numberAt, objectsIn, textAt } from '../../../spec/json.ts';
import { asked, ignoring, reading, refusing, rows } from '../change.ts';
import { family, type Mutant, type Wrap } from '../mutant.ts';

const { on } = family('filter');

/** `false` is not looked at, because it counts as absent. */
function falseIgnored(name: string): Wrap {
  return asked((query) => {
    if (query.get(name) === 'false') query.delete(name);
  });
}

/** Of a list only the first value counts. */
function firstOnly(name: string): Wrap {
  return reading(name, (value) => value.split(',')[0] ?? '');
}

/** The filter works on the rows that the page had without it. */
function afterThePage(name: string, of: (row: JsonObject) => string | undefined): Wrap {
  const matching = (row: JsonObject, wanted: string | null) =>
    wanted === null || wanted.split(',').includes(of(row) ?? '');
  return (handle, venue) => {
    const unfiltered = ignoring(name)(handle, venue);
    return rows((list, query) => list.filter((row) => matching(row, query.get(name))))(unfiltered, venue);
  };
}

const conditionOf = (row: JsonObject) => textAt(row, 'conditionId');
const eventOf = (row: JsonObject) => textAt(listAt(row, 'events')[0], 'id');

/** Where several of the filters are given, only the first counts. */
function alone(...names: readonly string[]): Wrap {
  return asked((query) => {
    for (const name of names.filter((other) => query.has(other)).slice(1)) query.delete(name);
  });
}

/** Rows whose `field` is the bound itself fall out. */
function above(param: string, field: string): Wrap {
  return rows((list, query) => list.filter((row) => numberAt(row, field) !== Number(query.get(param) ?? 1)));
}

/** Rows of a title that does not begin with the text fall out. */
const prefixOnly = rows((list, query) =>
  list.filter((row) => (textAt(row, 'title') ?? '').toLowerCase().startsWith((query.get('title') ?? '').toLowerCase())),
);

/** A moment is moved by seconds. */
function moved(name: string, seconds: number): Wrap {
  return reading(name, (value) => (/^\d+$/.test(value) ? String(Number(value) + seconds) : value));
}

function holdersAbove(list: readonly JsonObject[], bound: number): readonly JsonObject[] {
  return list.map((group) => ({
    ...group,
    holders: objectsIn(listAt(group, 'holders')).filter((holder) => numberAt(holder, 'amount') !== bound),
  }));
}

const walletFilters: readonly Mutant[] = [
  ...on('positions', [
    ['market-first', '4.8/market.filter', 'only the first market of the list counts', firstOnly('market')],
    [
      'threshold-strict',
      '4.8/sizeThreshold.filter',
      'sizeThreshold drops positions at it',
      above('sizeThreshold', 'size'),
    ],
    ['redeemable-ignored', '4.8/redeemable.filter', 'redeemable is not looked at', ignoring('redeemable')],
    ['mergeable-ignored', '4.8/mergeable.filter', 'mergeable is not looked at', ignoring('mergeable')],
    ['title-prefix', '4.8/title.substring', 'title matches beginnings only', prefixOnly],
    ['market-late', '4.8/filters.page', 'market filters after the page is cut', afterThePage('market', conditionOf)],
    [
      'market-alone',
      '4.8/filters.combine',
      'market counts only without another filter',
      alone('redeemable', 'mergeable', 'market'),
    ],
    [
      'redeemable-false',
      '4.8/redeemable.false',
      'redeemable=false drops redeemable rows',
      rows((list, query) =>
        query.get('redeemable') === 'false' ? list.filter((row) => row['redeemable'] === false) : list,
      ),
    ],
    [
      'mergeable-false',
      '4.8/mergeable.false',
      'mergeable=false drops mergeable rows',
      rows((list, query) =>
        query.get('mergeable') === 'false' ? list.filter((row) => row['mergeable'] === false) : list,
      ),
    ],
  ]),
  ...on('closed-positions', [
    ['market-ignored', '4.7/market.filter', 'market is not looked at', ignoring('market')],
    ['title-ignored', '4.7/title.substring', 'title is not looked at', ignoring('title')],
    ['market-late', '4.7/filters.page', 'market filters after the page is cut', afterThePage('market', conditionOf)],
  ]),
  ...on('holders', [
    ['market-first', '4.10/market.groups', 'only the first market of the list counts', firstOnly('market')],
    [
      'balance-strict',
      '4.10/minBalance.filter',
      'minBalance drops wallets at it',
      rows((list, query) => holdersAbove(list, Number(query.get('minBalance') ?? 1))),
    ],
    [
      'limit-overall',
      '4.10/limit.per-market',
      'limit counts holders of all markets together',
      rows((list, query) => (query.get('limit') === '1' ? list.slice(0, 1) : list)),
    ],
  ]),
];

const catalogueFilters: readonly Mutant[] = [
  ...on('markets', [
    ['closed-false', '4.11/closed.filter', 'closed=false counts as absent', falseIgnored('closed')],
    ['archived-ignored', '4.11/archived.filter', 'archived is not looked at', ignoring('archived')],
    [
      'active-inverted',
      '4.11/active.filter',
      'active is turned round',
      reading('active', (value) => String(value !== 'true')),
    ],
    ['tag-alias', '4.11/tag_slug.alias', 'tag is not known', ignoring('tag')],
    ['event-alias', '4.11/event_slug.alias', 'eventSlug is not known', ignoring('eventSlug')],
    ['condition-alias', '4.11/conditionId.alias', 'condition_id is not known', ignoring('condition_id')],
    ['tag-id-ignored', '4.11/tag_id.filter', 'tag_id is not looked at', ignoring('tag_id')],
    ['tag-slug-ignored', '4.11/tag_slug.filter', 'tag_slug is not looked at', ignoring('tag_slug')],
    ['event-id-ignored', '4.11/event_id.filter', 'event_id is not looked at', ignoring('event_id')],
    ['slug-ignored', '4.11/slug.filter', 'slug is not looked at', ignoring('slug')],
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
    ['creator-ignored', '4.11/creator.filter', 'creator is not looked at', ignoring('creator')],
  ]),
  ...on('market-by-slug', [['creator-ignored', '4.12/creator.scope', 'creator is not looked at', ignoring('creator')]]),
  ...on('event', [['creator-ignored', '4.20/event.creator.scope', 'creator is not looked at', ignoring('creator')]]),
  ...on('event-by-slug', [
    ['creator-ignored', '4.20/event-by-slug.creator.scope', 'creator is not looked at', ignoring('creator')],
    [
      'creator-refused',
      '4.20/event-by-slug.creator.accepted',
      'creator is refused',
      refusing((query) => query.has('creator')),
    ],
  ]),
  ...on('event-creators', [
    [
      'name-ignored',
      '4.20/event-creators.creator_name.filter',
      'creator_name is not looked at',
      ignoring('creator_name'),
    ],
    [
      'handle-ignored',
      '4.20/event-creators.creator_handle.filter',
      'creator_handle is not looked at',
      ignoring('creator_handle'),
    ],
  ]),
];

const accountFilters: readonly Mutant[] = [
  ...on('live-orders', [
    ['id-ignored', '4.5/id.filter', 'id is not looked at', ignoring('id')],
    ['market-ignored', '4.5/market.filter', 'market is not looked at', ignoring('market')],
    ['asset-ignored', '4.5/asset_id.filter', 'asset_id is not looked at', ignoring('asset_id')],
    ['asset-alone', '4.5/filters.combine', 'only the first filter counts', alone('id', 'asset_id', 'market')],
  ]),
  ...on('builder-trades', [
    ['id-ignored', '4.6/id.filter', 'id is not looked at', ignoring('id')],
    ['maker-ignored', '4.6/maker_address.filter', 'maker_address is not looked at', ignoring('maker_address')],
    ['market-ignored', '4.6/market.filter', 'market is not looked at', ignoring('market')],
    ['asset-ignored', '4.6/asset_id.filter', 'asset_id is not looked at', ignoring('asset_id')],
    ['before-inclusive', '4.6/before.strict', 'before keeps trades at it', moved('before', 1)],
    ['after-inclusive', '4.6/after.strict', 'after keeps trades at it', moved('after', -1)],
    ['market-alone', '4.6/filters.combine', 'asset_id counts only without market', alone('market', 'asset_id')],
  ]),
];

/** Broken filters. */
export const filterMutants: readonly Mutant[] = [...walletFilters, ...catalogueFilters, ...accountFilters];
