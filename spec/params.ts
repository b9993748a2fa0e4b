/** spec/params: query and path parameters of section 4, one constant per parameter table or shared parameter. */
import type { Param } from './route.ts';

const paramOf =
  (type: Param['type']) =>
  (name: string, text: string, more: Partial<Param> = {}): Param => ({ name, type, text, ...more });
export const stringParam = paramOf('string');
export const integerParam = paramOf('integer');
export const numberParam = paramOf('number');
export const booleanParam = paramOf('boolean');
export const secondsParam = paramOf('unix-seconds');
const conditionsParam = paramOf('conditions');
export const cursorParam = paramOf('cursor');
export const addressParam = paramOf('address');

/** A condition id. Its hex digits count in either case. */
export const CONDITION_ID = /^0x[0-9a-fA-F]{64}$/;

const user = addressParam('user', 'the wallet whose data is requested', { required: true });
export const marketList = conditionsParam('market', 'only these condition ids');
const title = stringParam('title', 'only markets whose title contains this text', { maxLength: 100 });
export const sortDirection = stringParam('sortDirection', 'direction of the sort', {
  members: ['ASC', 'DESC'],
  default: 'DESC',
});
const catalogLimit = integerParam('limit', 'most items of a page', { min: 1, max: 100, default: 20 });
export const catalogOffset = integerParam('offset', 'items skipped', { min: 0, default: 0 });
const order = stringParam('order', 'column to sort by');
export const ascending = booleanParam('ascending', 'smallest first', { default: false });
export const creator = stringParam(
  'creator',
  "scopes to markets available on this creator's site: wallet address or site identifier",
);
export const cursor = cursorParam('next_cursor', 'the page to answer; `MA==` is the first');

/** `limit` and `offset` of a list, from 0. */
export function pageParams(limitMax: number, limit: number, offsetMax: number): readonly Param[] {
  return [
    integerParam('limit', 'most items of a page', { min: 0, max: limitMax, default: limit }),
    integerParam('offset', 'items skipped', { min: 0, max: offsetMax, default: 0 }),
  ];
}

export function flagFilters(what: string): readonly Param[] {
  return ['active', 'closed', 'archived'].map((name) => booleanParam(name, `only ${what} with this flag value`));
}

/** The filters of markets by their events. */
export const ofEventFilters: readonly Param[] = [
  integerParam('tag_id', 'only markets of events with this tag'),
  stringParam('tag_slug', 'only markets of events with this tag', { aliases: ['tag'] }),
  integerParam('event_id', 'only markets of this event'),
  stringParam('event_slug', 'only markets of this event', { aliases: ['eventSlug'] }),
];

export const liveOrdersQuery: readonly Param[] = [
  stringParam('id', 'only this order'),
  stringParam('market', 'only orders of this condition'),
  stringParam('asset_id', 'only orders of this token'),
  cursor,
];

/** `maker`: whose trades `maker_address` selects. */
export function tradesQuery(maker: string): readonly Param[] {
  return [
    stringParam('id', 'only this trade'),
    stringParam('maker_address', `only trades of ${maker}`),
    stringParam('market', 'only trades of this condition'),
    stringParam('asset_id', 'only trades of this token'),
    secondsParam('before', 'only trades strictly before this moment'),
    secondsParam('after', 'only trades strictly after this moment'),
    cursor,
  ];
}

export const builderTradesQuery: readonly Param[] = tradesQuery('this maker');

export const closedPositionsQuery: readonly Param[] = [
  user,
  marketList,
  title,
  ...pageParams(50, 10, 100_000),
  stringParam('sortBy', 'sort key', {
    members: ['REALIZEDPNL', 'TITLE', 'PRICE', 'AVGPRICE', 'TIMESTAMP'],
    default: 'REALIZEDPNL',
  }),
  sortDirection,
];

export const positionsQuery: readonly Param[] = [
  user,
  marketList,
  numberParam('sizeThreshold', 'smallest token balance included', { min: 0, default: 1 }),
  booleanParam('redeemable', 'only redeemable claims', { default: false }),
  booleanParam('mergeable', 'only mergeable positions', { default: false }),
  ...pageParams(500, 100, 10_000),
  stringParam('sortBy', 'sort key', {
    members: ['CURRENT', 'INITIAL', 'TOKENS', 'CASHPNL', 'PERCENTPNL', 'TITLE', 'RESOLVING', 'PRICE', 'AVGPRICE'],
    default: 'TOKENS',
  }),
  sortDirection,
  title,
];

export const activityQuery: readonly Param[] = [
  user,
  integerParam('limit', 'most items of a page', { max: 500 }),
  integerParam('offset', 'items skipped', { max: 10_000 }),
];

export const holdersQuery: readonly Param[] = [
  { ...marketList, required: true, text: 'condition ids whose holders are requested' },
  integerParam('limit', 'most holders per market', { min: 0, max: 500, default: 100 }),
  numberParam('minBalance', 'wallets below this token balance are dropped', { min: 0, default: 1 }),
];

export const marketsQuery: readonly Param[] = [
  catalogLimit,
  catalogOffset,
  ...flagFilters('markets'),
  ...ofEventFilters,
  stringParam('conditionId', 'only this market', { aliases: ['condition_id'], caseless: true }),
  stringParam('slug', 'only this market'),
  order,
  ascending,
  creator,
];

export const commentsQuery: readonly Param[] = [catalogLimit, catalogOffset];

export const creatorsQuery: readonly Param[] = [
  catalogLimit,
  catalogOffset,
  order,
  ascending,
  stringParam('creator_name', 'only creators with this name'),
  stringParam('creator_handle', 'only creators with this handle'),
];
