/** proof/judge/mutants/shape-catalog: catalog responses whose fields are missing, null or of another type. */

import { family, type Mutant } from '../variant.ts';
import { asJson, asNumber, asUnix, inSnakeCase, nulled, withKey } from '../wrappers/edit.ts';
import { bodies, drop, edit, set } from '../wrappers/responses.ts';

const { on } = family('shape');

export const catalogShapeMutants: readonly Mutant[] = [
  ...on('markets', [
    ['outcomes-array', '2.5/outcomes.type', 'outcomes is an array', edit('*.outcomes', asJson)],
    [
      'tokens-malformed',
      '2.5/clobTokenIds.format',
      'the JSON in clobTokenIds is cut off',
      edit('last.clobTokenIds', (value) => String(value).slice(0, -1)),
    ],
    [
      'summary-full',
      '2.5/summary.only',
      'the list carries the full event summary',
      edit(
        '*.events.*',
        withKey('description', () => 'An event.'),
      ),
    ],
  ]),
  ...on('market-by-slug', [
    ['summary-short', '2.5/event.createdAt', 'the event summary is that of the list', drop('events.*.createdAt')],
    ['events-missing', '2.5/events', 'the market names no event', drop('events')],
  ]),
  ...on('event', [
    [
      'market-events',
      '2.6/markets.no-events',
      'markets of an event carry events',
      edit(
        'markets.*',
        withKey('events', () => []),
      ),
    ],
    [
      'metadata-text',
      '2.6/eventMetadata.type',
      'eventMetadata is JSON in a text',
      edit('eventMetadata', (value) => JSON.stringify(value)),
    ],
  ]),
  ...on('event-by-slug', [
    ['label-null', '2.6/tag.label', 'the last tag has no label', edit('tags.last.label', nulled)],
    ['series-unix', '2.6/series.createdAt.type', 'series have Unix seconds', edit('series.*.createdAt', asUnix)],
  ]),
  ...on('event-creators', [
    ['snake-case', '2.7/creatorUrl', 'creatorUrl is named creator_url', edit('*', inSnakeCase)],
    ['id-number', '2.7/id.type', 'ids are numbers', edit('*.id', (id) => Number(String(id).replaceAll(/\D/g, '')))],
  ]),
  ...on('profile', [
    ['users-object', '2.8/users.type', 'users is an object', set('users', {})],
    ['badge-missing', '2.8/verifiedBadge', 'verifiedBadge is missing', drop('verifiedBadge')],
    ['in-array', '4.19/response.shape', 'the profile comes in an array', bodies((json) => [json])],
  ]),
  ...on('comment-replies', [
    ['replies-null', '2.9/replies', 'leaves of the tree have null for replies', edit('*.replies.*.replies', nulled)],
    [
      'sizes-numbers',
      '2.9/profile.positions.positionSize.type',
      'position sizes are numbers',
      edit('*.profile.positions.*.positionSize', asNumber),
    ],
  ]),
];
