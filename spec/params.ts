/** spec/params: query and path parameters of section 4, one constant per parameter table or shared parameter. */
import type { Param } from './route.ts';

/** A condition id. Its hex digits count in either case. */
export const CONDITION_ID = /^0x[0-9a-fA-F]{64}$/;

const user: Param = { name: 'user', type: 'address', required: true, text: 'the wallet whose data is requested' };
const marketList: Param = { name: 'market', type: 'conditions', text: 'only these condition ids' };
const title: Param = {
  name: 'title',
  type: 'string',
  maxLength: 100,
  text: 'only markets whose title contains this text',
};
const sortDirection: Param = {
  name: 'sortDirection',
  type: 'string',
  members: ['ASC', 'DESC'],
  default: 'DESC',
  text: 'direction of the sort',
};
const catalogLimit: Param = {
  name: 'limit',
  type: 'integer',
  min: 1,
  max: 100,
  default: 20,
  text: 'most items of a page',
};
const catalogOffset: Param = { name: 'offset', type: 'integer', min: 0, default: 0, text: 'items skipped' };
const order: Param = { name: 'order', type: 'string', text: 'column to sort by' };
const ascending: Param = { name: 'ascending', type: 'boolean', default: false, text: 'smallest first' };
export const creator: Param = {
  name: 'creator',
  type: 'string',
  text: "scopes to markets available on this creator's site: wallet address or site identifier",
};
export const cursor: Param = { name: 'next_cursor', type: 'cursor', text: 'the page to answer; `MA==` is the first' };

export const liveOrdersQuery: readonly Param[] = [
  { name: 'id', type: 'string', text: 'only this order' },
  { name: 'market', type: 'string', text: 'only orders of this condition' },
  { name: 'asset_id', type: 'string', text: 'only orders of this token' },
  cursor,
];

export const builderTradesQuery: readonly Param[] = [
  { name: 'id', type: 'string', text: 'only this trade' },
  { name: 'maker_address', type: 'string', text: 'only trades of this maker' },
  { name: 'market', type: 'string', text: 'only trades of this condition' },
  { name: 'asset_id', type: 'string', text: 'only trades of this token' },
  { name: 'before', type: 'unix-seconds', text: 'only trades strictly before this moment' },
  { name: 'after', type: 'unix-seconds', text: 'only trades strictly after this moment' },
  cursor,
];

export const closedPositionsQuery: readonly Param[] = [
  user,
  marketList,
  title,
  { name: 'limit', type: 'integer', min: 0, max: 50, default: 10, text: 'most items of a page' },
  { name: 'offset', type: 'integer', min: 0, max: 100_000, default: 0, text: 'items skipped' },
  {
    name: 'sortBy',
    type: 'string',
    members: ['REALIZEDPNL', 'TITLE', 'PRICE', 'AVGPRICE', 'TIMESTAMP'],
    default: 'REALIZEDPNL',
    text: 'sort key',
  },
  sortDirection,
];

export const positionsQuery: readonly Param[] = [
  user,
  marketList,
  { name: 'sizeThreshold', type: 'number', min: 0, default: 1, text: 'smallest token balance included' },
  { name: 'redeemable', type: 'boolean', default: false, text: 'only redeemable claims' },
  { name: 'mergeable', type: 'boolean', default: false, text: 'only mergeable positions' },
  { name: 'limit', type: 'integer', min: 0, max: 500, default: 100, text: 'most items of a page' },
  { name: 'offset', type: 'integer', min: 0, max: 10_000, default: 0, text: 'items skipped' },
  {
    name: 'sortBy',
    type: 'string',
    members: ['CURRENT', 'INITIAL', 'TOKENS', 'CASHPNL', 'PERCENTPNL', 'TITLE', 'RESOLVING', 'PRICE', 'AVGPRICE'],
    default: 'TOKENS',
    text: 'sort key',
  },
  sortDirection,
  title,
];

export const activityQuery: readonly Param[] = [
  user,
  { name: 'limit', type: 'integer', max: 500, text: 'most items of a page' },
  { name: 'offset', type: 'integer', max: 10_000, text: 'items skipped' },
];

export const holdersQuery: readonly Param[] = [
  { ...marketList, required: true, text: 'condition ids whose holders are asked for' },
  { name: 'limit', type: 'integer', min: 0, max: 500, default: 100, text: 'most holders per market' },
  { name: 'minBalance', type: 'number', min: 0, default: 1, text: 'wallets below this token balance are dropped' },
];

export const marketsQuery: readonly Param[] = [
  catalogLimit,
  catalogOffset,
  { name: 'active', type: 'boolean', text: 'only markets with this flag value' },
  { name: 'closed', type: 'boolean', text: 'only markets with this flag value' },
  { name: 'archived', type: 'boolean', text: 'only markets with this flag value' },
  { name: 'tag_id', type: 'integer', text: 'only markets of events with this tag' },
  { name: 'tag_slug', type: 'string', aliases: ['tag'], text: 'only markets of events with this tag' },
  { name: 'event_id', type: 'integer', text: 'only markets of this event' },
  { name: 'event_slug', type: 'string', aliases: ['eventSlug'], text: 'only markets of this event' },
  { name: 'conditionId', type: 'string', aliases: ['condition_id'], caseless: true, text: 'only this market' },
  { name: 'slug', type: 'string', text: 'only this market' },
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
  { name: 'creator_name', type: 'string', text: 'only creators with this name' },
  { name: 'creator_handle', type: 'string', text: 'only creators with this handle' },
];
