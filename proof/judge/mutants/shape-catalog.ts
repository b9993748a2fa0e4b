/** proof/judge/mutants/shape-catalog: catalog responses and market data whose fields are missing, null or of another type. */

import { isObject } from '../../../spec/json.ts';
import { family, type Mutant } from '../variant.ts';
import { asJson, asNumber, asText, asUnix, inSnakeCase, nulled, withKey } from '../wrappers/edit.ts';
import { bodies, drop, edit, set, wrapped } from '../wrappers/responses.ts';

const { on } = family('shape');

/** The list without its envelope. */
const bare = bodies((json) => (isObject(json) ? json['data'] : json));

export const tradingShapeMutants: readonly Mutant[] = [
  ...on('trading-market', [
    ['id-text', '2.10/market_id.type', 'market_id is text', edit('market_id', asText)],
    ['winner-text', '2.13/winner.type', 'winner is text', edit('tokens.last.winner', asText)],
    ['rates-null', '2.12/rates', 'rates is null', edit('rewards.rates', nulled)],
  ]),
  ...on('trading-settings', [
    ['start-null', '2.17/gst', 'gst is null where no game is played', edit('gst', nulled)],
    ['tick-text', '2.17/mts.type', 'mts is text', edit('mts', asText)],
    ['fee-missing', '2.17/fd.to', 'the fee has no payer', drop('fd.to')],
  ]),
  ...on('sampling-markets', [
    ['envelope-lost', '4.15/sampling-markets.response.shape', 'the array comes without its envelope', bare],
    ['tags-null', '2.10/tags', 'tags of the last market is null', edit('data.last.tags', nulled)],
  ]),
  ...on('sampling-simplified-markets', [
    ['count-missing', '4.15/sampling-simplified-markets.count', 'the envelope has no count', drop('count')],
    ['flag-number', '2.11/neg_risk.type', 'neg_risk is 0 or 1', edit('data.*.neg_risk', asNumber)],
  ]),
  ...on('simplified-markets', [
    ['limit-text', '4.15/simplified-markets.limit.type', 'limit is text', edit('limit', asText)],
    ['price-text', '2.13/price.type', 'prices of tokens are texts', edit('data.*.tokens.*.price', asText)],
  ]),
  ...on('books', [
    [
      'bids-missing',
      '2.14/bids',
      'an empty side is left out',
      edit('*.bids', (value) => (Array.isArray(value) && value.length === 0 ? undefined : value)),
    ],
    ['prices-numbers', '2.14/level.price.type', 'prices of levels are numbers', edit('*.asks.*.price', asNumber)],
    ['wrapped', '4.16/response.shape', 'the array is wrapped in an object', wrapped],
  ]),
  ...on('prices', [
    ['numbers', '4.17/BUY.type', 'best prices are numbers', edit('*.BUY', asNumber)],
    [
      'array',
      '4.17/response.shape',
      'the prices come in an array',
      bodies((json) => (isObject(json) ? Object.values(json) : json)),
    ],
  ]),
];

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
