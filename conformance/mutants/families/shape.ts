/** conformance/mutants/families/shape: answers whose fields are missing, null or of another type, on each route. */
import { isObject, type JsonObject, listAt, objectsIn } from '../../../spec/json.ts';
import { bodies, edit, rows } from '../change.ts';
import { asIso, asJson, asNumber, asText, asUnix, gone, inArray, nulled, to, withKey } from '../edit.ts';
import { family, type Mutant } from '../mutant.ts';

const { on } = family('shape');

function snakeCase(name: string) {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function snakeKeys(row: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(row).map(([key, value]) => [snakeCase(key), value]));
}

/** The list without its envelope. */
const bare = bodies((json) => (isObject(json) ? json['data'] : json));
const wrapped = bodies((json) => ({ data: json }));

const walletShapes: readonly Mutant[] = [
  ...on('positions', [
    ['size-missing', '2.1/size', 'the last row has no size', edit('last.size', gone)],
    ['title-null', '2.1/title', 'titles are null', edit('*.title', nulled)],
    ['percent-text', '2.1/percentPnl.type', 'a percentage is text', edit('last.percentPnl', asText)],
    ['timestamp-iso', '2.1/timestamp.type', 'moments are ISO texts', edit('*.timestamp', asIso)],
    [
      'asset-bare',
      '2.1/asset.format',
      'asset lacks its index',
      edit('*.asset', (value) => String(value).split(':')[0]),
    ],
  ]),
  ...on('closed-positions', [
    [
      'negative-risk',
      '2.2/negativeRisk.absent',
      'rows carry negativeRisk',
      edit(
        '*',
        withKey('negativeRisk', () => false),
      ),
    ],
    ['end-date-missing', '2.2/endDate', 'rows have no endDate', edit('*.endDate', gone)],
    ['snake-case', '2.2/conditionId', 'names are in snake case', rows((list) => list.map(snakeKeys))],
  ]),
  ...on('activity', [
    ['index-text', '2.3/outcomeIndex.type', 'outcomeIndex is text', edit('*.outcomeIndex', asText)],
    ['usdc-missing', '2.3/usdcSize', 'entries have no usdcSize', edit('*.usdcSize', gone)],
    ['wrapped', '4.9/response.shape', 'the array is wrapped in an object', wrapped],
  ]),
  ...on('holders', [
    [
      'flag-number',
      '2.4/holders.displayUsernamePublic.type',
      'a flag is 0 or 1',
      edit('*.holders.*.displayUsernamePublic', asNumber),
    ],
    [
      'holders-single',
      '2.4/holders.type',
      'a single holder stands without its array',
      edit('*.holders', (value) => (Array.isArray(value) ? value[0] : value)),
    ],
  ]),
];

const catalogueShapes: readonly Mutant[] = [
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
    ['summary-short', '2.5/event.createdAt', 'the event summary is that of the list', edit('events.*.createdAt', gone)],
    ['events-missing', '2.5/events', 'the market names no event', edit('events', gone)],
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
    [
      'series-unix',
      '2.6/series.createdAt.type',
      'moments of series are Unix seconds',
      edit('series.*.createdAt', asUnix),
    ],
  ]),
  ...on('event-creators', [
    [
      'snake-case',
      '2.7/creatorUrl',
      'creator_url stands for creatorUrl',
      edit('*', (row) => (isObject(row) ? snakeKeys(row) : row)),
    ],
    ['id-number', '2.7/id.type', 'ids are numbers', edit('*.id', (id) => Number(String(id).replaceAll(/\D/g, '')))],
  ]),
  ...on('profile', [
    ['users-object', '2.8/users.type', 'users is an object', edit('users', to({}))],
    ['badge-missing', '2.8/verifiedBadge', 'verifiedBadge is missing', edit('verifiedBadge', gone)],
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

const tradingShapes: readonly Mutant[] = [
  ...on('trading-market', [
    ['id-text', '2.10/market_id.type', 'market_id is text', edit('market_id', asText)],
    ['winner-text', '2.13/winner.type', 'winner is text', edit('tokens.last.winner', asText)],
    ['rates-null', '2.12/rates', 'rates is null', edit('rewards.rates', nulled)],
  ]),
  ...on('trading-settings', [
    ['start-null', '2.17/gst', 'gst is null where no game is played', edit('gst', nulled)],
    ['tick-text', '2.17/mts.type', 'mts is text', edit('mts', asText)],
    ['fee-missing', '2.17/fd.to', 'the fee does not say who pays', edit('fd.to', gone)],
  ]),
  ...on('sampling-markets', [
    ['envelope-lost', '4.15/sampling-markets.response.shape', 'the array comes without its envelope', bare],
    ['tags-null', '2.10/tags', 'tags of the last market is null', edit('data.last.tags', nulled)],
  ]),
  ...on('sampling-simplified-markets', [
    ['count-missing', '4.15/sampling-simplified-markets.count', 'the envelope has no count', edit('count', gone)],
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

const accountShapes: readonly Mutant[] = [
  ...on('live-orders', [
    ['matched-number', '2.15/sizeMatched.type', 'sizeMatched is a number', edit('data.*.sizeMatched', asNumber)],
    ['trades-missing', '2.15/associateTrades', 'orders have no associateTrades', edit('data.*.associateTrades', gone)],
    [
      'cursor-null',
      '4.5/next_cursor',
      'the last page has null for next_cursor',
      edit('next_cursor', (value) => (value === '' ? null : value)),
    ],
  ]),
  ...on('builder-trades', [
    [
      'owner-missing',
      '2.16/maker_orders.owner',
      'the last maker order has no owner',
      edit('last.maker_orders.last.owner', gone),
    ],
    ['times-unix', '2.16/match_time.type', 'match_time is Unix seconds', edit('*.match_time', asUnix)],
    [
      'envelope',
      '4.6/response.shape',
      'the trades come in an envelope',
      bodies((json) => ({ data: objectsIn(json), next_cursor: '' })),
    ],
  ]),
  ...on('place-order', [
    ['id-missing', '4.3/reply.orderID', 'the reply has no orderID', edit('orderID', gone)],
    ['amount-number', '4.3/reply.takingAmount.type', 'takingAmount is a number', edit('takingAmount', asNumber)],
  ]),
  ...on('cancel-order', [
    [
      'canceled-text',
      '4.4/reply.canceled.type',
      'canceled is the id alone',
      bodies((json) => (isObject(json) ? { ...json, canceled: String(listAt(json, 'canceled')[0] ?? '') } : json)),
    ],
    ['not-canceled-array', '4.4/reply.not_canceled.type', 'not_canceled is an array', edit('not_canceled', inArray)],
  ]),
  ...on('heartbeat', [
    ['status-missing', '4.2/heartbeat.status', 'the answer is an empty object', edit('status', gone)],
  ]),
  ...on('heartbeat-v1', [
    ['id-number', '4.2/heartbeat-v1.heartbeat_id.type', 'heartbeat_id is a number', edit('heartbeat_id', to(7))],
  ]),
];

/** Broken shapes. */
export const shapeMutants: readonly Mutant[] = [
  ...walletShapes,
  ...catalogueShapes,
  ...tradingShapes,
  ...accountShapes,
];
