/** proof/judge/mutants/filters: filters that are ignored, or applied wrongly. */
import { type JsonObject, listAt, objectsIn, textAt } from '../../../base/json.ts';
import { family, type Wrap } from '../variant.ts';
import { afterThePage, alone, editQuery, ignoring, inInts, reading } from '../wrappers/requests.ts';
import { keeping, queryOf, rows } from '../wrappers/responses.ts';

const { table } = family('filter');

function moved(name: string, seconds: number) {
  return reading(name, (value) => (/^\d+$/.test(value) ? String(Number(value) + seconds) : value));
}

function falseIgnored(name: string) {
  return editQuery((query) => {
    if (query.get(name) === 'false') query.delete(name);
  });
}

const eventOf = (row: JsonObject) => textAt(listAt(row, 'events')[0], 'id');

const firstMarket = reading('market', (value) => value.split(',')[0] ?? '');

const conditionOf = (row: JsonObject) => textAt(row, 'conditionId');

const sizesAbove = rows((list, query) => list.filter(({ size }) => size !== Number(query.get('sizeThreshold') ?? 1)));

const prefixOnly = rows((list, query) =>
  list.filter((row) => (textAt(row, 'title') ?? '').toLowerCase().startsWith((query.get('title') ?? '').toLowerCase())),
);

function holdersAbove(list: readonly JsonObject[], bound: number): readonly JsonObject[] {
  return list.map((group) => ({
    ...group,
    holders: objectsIn(group['holders']).filter(({ amount }) => amount !== bound),
  }));
}

const eitherFlag: Wrap = (handle, internals) => {
  const flags = ['redeemable', 'mergeable'];
  const either = keeping((row) => flags.some((flag) => row[flag] === true));
  const response = either(ignoring(...flags)(handle, internals), internals);
  return (request) => {
    const query = queryOf(request);
    return flags.every((flag) => query.get(flag) === 'true') ? response(request) : handle(request);
  };
};

const allOrNothing = rows((list, query) => {
  const wanted = query.get('market')?.split(',') ?? [];
  return wanted.every((id) => list.some((row) => conditionOf(row) === id)) ? list : [];
});

export const filterMutants = table({
  'live-orders': [
    ['asset-alone', '4.5/filters.combine', 'only the first filter counts', alone('id', 'asset_id', 'market')],
  ],
  'builder-trades': [
    ['before-inclusive', '4.6/before.strict', 'before keeps trades at it', moved('before', 1)],
    ['after-inclusive', '4.6/after.strict', 'after keeps trades at it', moved('after', -1)],
    ['market-alone', '4.6/filters.combine', 'asset_id counts only without market', alone('market', 'asset_id')],
  ],
  markets: [
    ['closed-false', '4.11/closed.filter', 'closed=false counts as absent', falseIgnored('closed')],
    ['tag-id-in-ints', '4.11/filter.empty', 'tag ids beyond 32 bits fail', inInts('tag_id')],
    ['event-id-in-ints', '4.11/filter.empty', 'event ids beyond 32 bits fail', inInts('event_id')],
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
  ],
  'market-by-slug': [['creator-ignored', '4.12/creator.scope', 'creator is ignored', ignoring('creator')]],
  event: [['creator-ignored', 'D/creator-scope.event', 'creator is ignored', ignoring('creator')]],
  'event-by-slug': [['creator-ignored', 'D/creator-scope.event-by-slug', 'creator is ignored', ignoring('creator')]],
  positions: [
    ['market-first', '4.8/market.filter', 'only the first market of the list counts', firstMarket],
    ['threshold-strict', '4.8/sizeThreshold.filter', 'it drops positions at it', sizesAbove],
    ['title-prefix', '4.8/title.substring', 'title matches beginnings only', prefixOnly],
    ['market-late', '4.8/filters.page', 'market filters after the page is cut', afterThePage('market', conditionOf)],
    [
      'market-alone',
      '4.8/filters.combine',
      'market counts only without another filter',
      alone('redeemable', 'mergeable', 'market'),
    ],
    ['flags-either', '4.8/filters.combine', 'with both flags one of them is enough', eitherFlag],
    ['market-unknown', '4.8/market.filter', 'an unknown market beside others empties the list', allOrNothing],
  ],
  'closed-positions': [
    ['market-late', '4.7/filters.page', 'market filters after the page is cut', afterThePage('market', conditionOf)],
  ],
  holders: [
    ['market-first', '4.10/market.groups', 'only the first market of the list counts', firstMarket],
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
  ],
});
