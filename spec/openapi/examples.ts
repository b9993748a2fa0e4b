/** spec/openapi/examples: an example of every parameter and body, of values in the small world with seed 1. */

import { invariant } from '../../base/result.ts';
import type { DescribedRoute } from '../clob/served-routes.ts';
import type { Param, Route } from '../route.ts';

const CONDITION = '0x7a98f95523d05a12c8f7f6784d2220a7aaf7221f31c9efe13e8dd3620b072ea7';
const TOKEN = '50924954436983620016438870483721920451238690528714752556326250464946263349455';
const WALLET = '0xad4e06861CC5e39Ef2fB077Df1F26a154c6cC22e';
/** A wallet without a key, whose address is the same in every profile. */
const TRADER = '0x58A8040588f023361271E5d0E589806360326b96';
const ORDER = '0x1f6a3c0d9e5b4f72a8c1d3e5f7091b2d4c6e8fa0b1c2d3e4f5061728394a5b6c';
const EVENT = 'larkspur-will-the-tram-line-reach-the-station-0';
const MARKET = 'larkspur-will-the-tram-line-reach-the-station-step-1-0';

/** Values by `<route>.<parameter>`, or by the parameter alone if all routes share one. */
const VALUES: Readonly<Record<string, unknown>> = {
  user: WALLET,
  user_address: WALLET,
  maker_address: WALLET,
  market: CONDITION,
  condition_id: CONDITION,
  conditionId: CONDITION,
  asset_id: TOKEN,
  'positions.market': [CONDITION],
  'closed-positions.market': [CONDITION],
  'holders.market': [CONDITION],
  title: 'tram',
  offset: 0,
  limit: 10,
  ascending: true,
  active: true,
  closed: false,
  archived: false,
  tag_id: 99,
  tag_slug: 'weather',
  event_id: 991,
  event_slug: EVENT,
  creator: 'north-light',
  order: 'slug',
  creator_name: 'North Light',
  creator_handle: 'north-light',
  'event-creators.order': 'creatorName',
  slug: MARKET,
  'event-by-slug.slug': EVENT,
  'event.id': 991,
  'comment-replies.id': '1',
  'live-orders.id': ORDER,
  'builder-trades.id': 'e8cf6452-b70f-4ba4-a6a4-bef6df624caa',
  before: '1768478400',
  after: '1735689600',
  next_cursor: 'MA==',
};

/** Values of the routes of profiles; they win over the others. */
const EXTRA_VALUES: Readonly<Record<string, unknown>> = {
  token_id: TOKEN,
  side: 'BUY',
  'P/prices-history.market': TOKEN,
  user: TRADER,
  address: TRADER,
  q: 'tram',
  clob_token_ids: TOKEN,
  condition_ids: CONDITION,
  market: CONDITION,
  eventId: '991',
  type: 'TRADE',
  start: '1735689600',
  end: '1768478400',
  startTs: '1735689600',
  endTs: '1768478400',
  filterAmount: 1,
  'P/markets.id': '99975',
  'P/markets-keyset.id': '99975',
  'P/events.id': '991',
  'P/events-keyset.id': '991',
  'P/events.slug': EVENT,
  'P/events-keyset.slug': EVENT,
  'P/event-by-slug.slug': EVENT,
  'P/event.id': 991,
  'P/event-tags.id': 991,
  'P/market-tags.id': 99_975,
  'P/tag.id': '97',
  'P/tag-by-slug.slug': 'politics',
  'P/series.id': '10',
  'P/comment-replies.id': '1',
  parent_entity_id: 1005,
  after_cursor: 'WzEsMV0',
  order: 'id',
  recurrence: 'weekly',
  start_date_min: '2025-01-01',
  end_date_max: '2027-01-01',
};

/** Of parameters without an example of their own, in routes of profiles. */
const TYPE_EXAMPLES: Readonly<Record<Param['type'], unknown>> = {
  string: 'text',
  integer: 1,
  number: 1,
  boolean: true,
  conditions: CONDITION,
  cursor: 'MA==',
  'unix-seconds': '1768478400',
  address: TRADER,
};

/** The example of a parameter of a route: its own, a value of its closed list, or its default. */
export function parameterExample(route: Pick<DescribedRoute, 'id'>, param: Param): unknown {
  const isExtra = route.id.startsWith('P/');
  const example =
    EXTRA_VALUES[`${route.id}.${param.name}`] ??
    (isExtra ? EXTRA_VALUES[param.name] : undefined) ??
    VALUES[`${route.id}.${param.name}`] ??
    VALUES[param.name] ??
    param.members?.[0] ??
    param.default ??
    (isExtra ? TYPE_EXAMPLES[param.type] : undefined);
  invariant(example !== undefined, `the parameter ${param.name} of ${route.id} has an example`);
  const isList = param.repeated === true || (isExtra && param.type === 'conditions');
  return isList ? [String(example)] : example;
}

/** Examples of request bodies, by kind. Amounts are in millionths of a dollar and of a share. */
export const BODY_EXAMPLES: Readonly<Record<Exclude<Route['body'], 'none'>, unknown>> = {
  heartbeat: { heartbeat_id: '' },
  cancel: { orderId: ORDER },
  tokens: [{ token_id: TOKEN }],
  order: {
    order: {
      tokenId: TOKEN,
      conditionId: CONDITION,
      maker: WALLET,
      signer: WALLET,
      makerAmount: '5200000',
      takerAmount: '10000000',
      side: 'BUY',
      metadata: '',
      salt: '479249096354',
      signatureType: 3,
      signature: '0x5ca1ab1e',
      timestamp: '1768478400',
      builder: '',
    },
    orderType: 'FOK',
    owner: '87a7ee14-c2fd-44a7-8718-cf8fde9bc996',
  },
};
