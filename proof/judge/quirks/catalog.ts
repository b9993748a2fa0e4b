/** proof/judge/quirks/catalog: lawful oddities of catalog markets, events, creators and comments. */

import type { Quirk } from '../quirk.ts';
import { onRoute, together } from '../variant.ts';
import { to, withKey } from '../wrappers/edit.ts';
import { relisted } from '../wrappers/lists.ts';
import { everyMarket } from '../wrappers/market-views.ts';
import { onEach } from '../wrappers/oddities.ts';
import { ignoring } from '../wrappers/requests.ts';
import { bodies, edit } from '../wrappers/responses.ts';
import {
  epochs,
  eventless,
  flattened,
  oneOutcome,
  threeOutcomes,
  UNKNOWN,
  unknownNotFound,
  unmatchedNotFound,
  withItself,
  withKeyOf,
} from './catalog-oddities.ts';
export const catalogQuirks: readonly Quirk[] = [
  { id: 'markets-without-event', title: 'some markets belong to no event', wrap: eventless },
  {
    id: 'unknown-filter-not-found',
    title: 'a filter with an unknown slug, tag or event returns "not found"',
    alternative: { decision: 'filter-unknown', text: '404 with not found error' },
    wrap: onRoute('markets', unknownNotFound),
  },
  {
    id: 'unmatched-filters-not-found',
    title: 'several filters that no market satisfies together return "not found"',
    wrap: onRoute('markets', unmatchedNotFound),
  },
  {
    id: 'tag-ids-with-letters',
    title: 'ids of tags have letters, and the integer tag_id names a tag by its digits',
    wrap: onEach(
      ['event', 'event-by-slug'],
      edit('tags.*.id', (id) => `tag-${String(id)}`),
    ),
  },
  {
    id: 'creator-without-scope',
    title: 'the event routes accept creator and return the same events for every creator',
    alternative: { decision: 'creator-scope', text: 'creator is accepted and scopes no event' },
    wrap: onEach(['event', 'event-by-slug'], ignoring('creator')),
  },
  {
    id: 'two-spellings',
    title: 'markets have their names also in snake_case',
    wrap: together([
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
  },
  {
    id: 'relative-icons',
    title: 'icons in the activity feed are paths without a host',
    alternative: { decision: 'row-icons', text: 'a path without a host in the activity feed' },
    wrap: onRoute('activity', edit('*.icon', to('/icons/market.png'))),
  },
  {
    id: 'third-outcome',
    title: 'markets have three outcomes',
    alternative: { decision: 'market-outcomes', text: 'three outcomes' },
    wrap: threeOutcomes,
  },
  {
    id: 'single-outcome',
    title: 'markets without holders have one outcome',
    alternative: { decision: 'market-outcomes', text: 'a single outcome' },
    wrap: oneOutcome(),
  },
  {
    id: 'no-market-moments',
    title: 'createdAt and updatedAt of markets are empty',
    wrap: everyMarket((market) => ('createdAt' in market ? { ...market, createdAt: '', updatedAt: '' } : market)),
  },
  {
    id: 'epoch-moments',
    title: 'missing moments are 1970-01-01T00:00:00Z',
    alternative: { decision: 'empty-moments', text: '1970-01-01T00:00:00Z' },
    wrap: epochs,
  },
  {
    id: 'flat-comments',
    title: 'replies are a flat list of all descendants',
    alternative: { decision: 'comment-tree', text: 'a flat list of all descendants' },
    wrap: relisted('comment-replies', flattened),
  },
  {
    id: 'comment-itself',
    title: 'the requested comment precedes its replies',
    alternative: { decision: 'comment-tree', text: 'the comment itself before its replies' },
    wrap: withItself,
  },
  {
    id: 'thumbnails',
    title: 'rows of the wallet lists have their own pictures',
    alternative: { decision: 'row-icons', text: 'a separate thumbnail' },
    wrap: onEach(
      ['positions', 'closed-positions', 'activity'],
      edit('*.icon', (icon) => (icon === '' ? '' : `${String(icon)}?size=64`)),
    ),
  },
  {
    id: 'placeholders',
    title: 'unknown texts are N/A',
    alternative: { decision: 'missing-texts', text: 'a placeholder such as N/A' },
    wrap: bodies(function fill(json: unknown): unknown {
      if (Array.isArray(json)) return json.map(fill);
      if (typeof json !== 'object' || json === null) return json;
      return Object.fromEntries(
        Object.entries(json).map(([key, value]) => [key, value === '' && UNKNOWN.includes(key) ? 'N/A' : fill(value)]),
      );
    }),
  },
  {
    id: 'users-empty',
    title: 'users of profiles are empty',
    alternative: { decision: 'profile-users', text: 'always an empty array' },
    wrap: onRoute('profile', edit('users', to([]))),
  },
];
