/** proof/judge/mutants/filter-catalog: filters of the catalog, orders and trades, ignored or applied wrongly. */
import { type JsonObject, listAt, textAt } from '../../../base/json.ts';
import { family, type Mutant, type Wrap } from '../variant.ts';
import { afterThePage, alone, asked, ignoring, inInts, reading } from '../wrappers/requests.ts';

const { on } = family('filter');

function moved(name: string, seconds: number): Wrap {
  return reading(name, (value) => (/^\d+$/.test(value) ? String(Number(value) + seconds) : value));
}

export const accountFilterMutants: readonly Mutant[] = [
  ...on('live-orders', [
    ['asset-alone', '4.5/filters.combine', 'only the first filter counts', alone('id', 'asset_id', 'market')],
  ]),
  ...on('builder-trades', [
    ['before-inclusive', '4.6/before.strict', 'before keeps trades at it', moved('before', 1)],
    ['after-inclusive', '4.6/after.strict', 'after keeps trades at it', moved('after', -1)],
    ['market-alone', '4.6/filters.combine', 'asset_id counts only without market', alone('market', 'asset_id')],
  ]),
];

function falseIgnored(name: string): Wrap {
  return asked((query) => {
    if (query.get(name) === 'false') query.delete(name);
  });
}

const eventOf = (row: JsonObject) => textAt(listAt(row, 'events')[0], 'id');

export const catalogFilterMutants: readonly Mutant[] = [
  ...on('markets', [
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
  ]),
  ...on('market-by-slug', [['creator-ignored', '4.12/creator.scope', 'creator is ignored', ignoring('creator')]]),
  ...on('event', [['creator-ignored', 'D/creator-scope.event', 'creator is ignored', ignoring('creator')]]),
  ...on('event-by-slug', [
    ['creator-ignored', 'D/creator-scope.event-by-slug', 'creator is ignored', ignoring('creator')],
  ]),
];
