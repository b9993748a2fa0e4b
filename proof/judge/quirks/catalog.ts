/** proof/judge/quirks/catalog: lawful oddities of catalog markets, events, creators and comments. */

import { onEach, onRoute, type Quirk, quirks, together } from '../variant.ts';
import { withKey } from '../wrappers/edit.ts';
import { relisted } from '../wrappers/lists.ts';
import { everyMarket } from '../wrappers/market-views.ts';
import { ignoring } from '../wrappers/requests.ts';
import { bodies, edit, set } from '../wrappers/responses.ts';
import {
  epochs,
  eventless,
  flattened,
  isThird,
  oneOutcome,
  threeOutcomes,
  UNKNOWN,
  unknownNotFound,
  unmatchedNotFound,
  withItself,
  withKeyOf,
} from './catalog-oddities.ts';
export const catalogQuirks: readonly Quirk[] = quirks([
  ['markets-without-event', 'some markets belong to no event', eventless(isThird)],
  ['unknown-filter-not-found', 'D/filter-unknown: 404 with not found error', onRoute('markets', unknownNotFound)],
  [
    'unmatched-filters-not-found',
    'several filters that no market satisfies together return "not found"',
    onRoute('markets', unmatchedNotFound),
  ],
  [
    'tag-ids-with-letters',
    'ids of tags have letters, and the integer tag_id names a tag by its digits',
    onEach(
      ['event', 'event-by-slug'],
      edit('tags.*.id', (id) => `tag-${String(id)}`),
    ),
  ],
  [
    'creator-without-scope',
    'D/creator-scope: creator is accepted and scopes no event',
    onEach(['event', 'event-by-slug'], ignoring('creator')),
  ],
  [
    'two-spellings',
    'markets have their names also in snake_case',
    together([
      onRoute(
        'markets',
        edit(
          '*',
          withKey('condition_id', (market) => market['conditionId']),
        ),
      ),
      onRoute('market-by-slug', bodies(withKeyOf('condition_id', 'conditionId'))),
      onRoute('trading-market', bodies(withKeyOf('conditionId', 'condition_id'))),
    ]),
  ],
  [
    'relative-icons',
    'D/row-icons: a path without a host in the activity feed',
    onRoute('activity', set('*.icon', '/icons/market.png')),
  ],
  ['third-outcome', 'D/market-outcomes: three outcomes', threeOutcomes],
  ['single-outcome', 'D/market-outcomes: a single outcome', oneOutcome()],
  [
    'no-market-moments',
    'createdAt and updatedAt of markets are empty',
    everyMarket((market) => ('createdAt' in market ? { ...market, createdAt: '', updatedAt: '' } : market)),
  ],
  ['epoch-moments', 'D/empty-moments: 1970-01-01T00:00:00Z', epochs],
  ['flat-comments', 'D/comment-tree: a flat list of all descendants', relisted('comment-replies', flattened)],
  ['comment-itself', 'D/comment-tree: the comment itself before its replies', withItself],
  [
    'thumbnails',
    'D/row-icons: a separate thumbnail',
    onEach(
      ['positions', 'closed-positions', 'activity'],
      edit('*.icon', (icon) => (icon === '' ? '' : `${String(icon)}?size=64`)),
    ),
  ],
  [
    'placeholders',
    'D/missing-texts: a placeholder such as N/A',
    bodies(function fill(json: unknown): unknown {
      if (Array.isArray(json)) return json.map(fill);
      if (typeof json !== 'object' || json === null) return json;
      return Object.fromEntries(
        Object.entries(json).map(([key, value]) => [key, value === '' && UNKNOWN.includes(key) ? 'N/A' : fill(value)]),
      );
    }),
  ],
  ['users-empty', 'D/profile-users: always an empty array', onRoute('profile', set('users', []))],
]);
