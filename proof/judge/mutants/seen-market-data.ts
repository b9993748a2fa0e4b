/** proof/judge/mutants/seen-market-data: faults of trading and catalog data, books and prices, each for one check. */
import { isObject, listAt, objectAt, objectsIn, textAt } from '../../../base/json.ts';
import { matchRoute } from '../../../wire/route-match.ts';
import { on, seen } from '../variant.ts';
import { ignoring, refusingAny, refusingParam } from '../wrappers/requests.ts';
import {
  bodies,
  type Change,
  copy,
  drop,
  eachRow,
  edit,
  errors,
  keeping,
  lowered,
  replies,
  replying,
  reversed,
  rows,
  rowsIn,
  set,
  withBody,
} from '../wrappers/responses.ts';
import { bidAsBuy, eachPair, emptySides } from '../wrappers/spellings.ts';

const fewer = rows((list) => list.slice(1));
const asCatalog = bodies((json) => ({ conditionId: textAt(json, 'condition_id') }));
const turned = edit('data.*.outcomes', reversed);
const unrewarded = eachRow((row) => ({ ...row, rewards: { rates: [] } }));

const zeroIfEmpty: Change = (price) => (price === '' ? '0' : price);
const accepting = (body: string) => replying([], (request) => request.body === body);

export const seenInMarketData = seen({
  'simplified-markets': [
    ['.outcomes', '2.11/outcomes.tokens', 'another order', turned],
    ['.tokens-unique', '2.13/token_id.unique', 'a token twice', set('data.*.tokens.*.outcome', 'Yes')],
    ['.closed-accepts-none', 'D/flags.closed', 'closed markets accept orders', set('data.*.accepting_orders', true)],
    ['.status-words', 'D/market-status.words', 'another word', set('data.*.status', 'OPEN')],
    ['.superset', 'D/sampling-scope.simplified', 'only closed markets', keeping((row) => row['closed'] === true)],
    ['.all', 'D/sampling-scope.all', 'a market is left out', fewer],
    ['.cursor-word', 'D/market-list-pages.malformed', 'it returns the first page', ignoring('next_cursor')],
    [
      '.past-the-end',
      'D/market-list-pages.past-end',
      'past the end is refused',
      refusingAny(({ query }) => query.includes('OTk5OTk5OQ')),
    ],
  ],
  'sampling-markets': [
    ['.outcomes', '2.10/outcomes.tokens', 'another order', turned],
    ['.price-range', '2.13/price.range', 'prices in cents', set('data.*.tokens.*.price', 40)],
    ['.scope-rewards', 'D/sampling-scope.rewards', 'no rewards', unrewarded],
  ],
  'sampling-simplified-markets': [
    ['.outcomes', '2.11/outcomes.tokens', 'another order', turned],
    ['.subset', 'D/sampling-scope.same', 'a market is left out', fewer],
    ['.scope-rewards', 'D/sampling-scope.rewards', 'no rewards', unrewarded],
  ],
  'trading-market': [
    ['.precedence', '4.1/precedence.markets-condition', 'the catalog answers', asCatalog],
    ['.price-no-trade', 'D/token-price.no-trade', 'no price before the first trade', set('tokens.*.price', 0)],
    ['.moments-utc', 'D/empty-moments.iso-utc', 'a space for the T', set('game_start_time', '2026-01-04 15:00:00+00')],
    [
      '.condition.case',
      'D/condition-form.case',
      'capitals are another id',
      refusingAny(({ path }) => /0x.*[A-F]/.test(path), 404),
    ],
  ],
  'trading-settings': [['.trading-same', '4.14/condition_id.match', 'the tokens of another market', set('t.*.t', '1')]],
  books: [
    ['.levels', '2.14/timestamp.moment', 'no moment', set('*.timestamp', 'now')],
    ['.empty', '4.16/empty', 'an empty array is refused', refusingAny(({ body }) => body === '[]')],
    ['.mirror', 'D/book-mirror', 'only one side', set('*.bids', [])],
    ['.last-trade-price', 'D/last-trade-price.complement', 'one price for both', set('*.last_trade_price', '0.3')],
    [
      'trading-market.price-no-trade',
      'D/last-trade-price.empty',
      'a price of 0 before the first trade',
      edit('*.last_trade_price', zeroIfEmpty),
    ],
    ['.body.null-token', '4.16/token_id.type', 'null is a token', accepting('[{"token_id":null}]')],
    ['.body.not-array', '4.16/body.type', 'an object is a list of one', accepting('{"token_id":"1"}')],
    [
      '.batch-length',
      'D/batch-tokens.max',
      'a batch may have any length',
      replying([], ({ body }) => String(body).split('token_id').length > 501),
    ],
    ['.large-batch', '4.16/per-token', 'twenty books are answered', rows((list) => list.slice(0, 20))],
  ],
  prices: [
    ['.best', '4.17/BUY.best', 'BUY is another price', eachPair((entry) => ({ ...entry, BUY: '0.123' }))],
    ['.best', '4.17/SELL.best', 'both prices from one side', eachPair((entry) => ({ ...entry, SELL: entry['BUY'] }))],
    [
      '.best',
      '4.17/per-token',
      'one price is missing',
      eachPair(({ BUY, ...entry }) => (entry['SELL'] === undefined ? { BUY } : entry)),
    ],
    ['.meaning', 'D/prices-meaning.BUY', 'sides exchanged', bidAsBuy],
    ['.empty-side', 'D/prices-meaning.empty-side', 'an empty side is 0', emptySides('0')],
    [
      '.empty',
      '4.17/empty',
      'an empty array for an empty array',
      bodies((json) => (Object.keys(json as object).length === 0 ? [] : json)),
    ],
    ['.body.no-token', 'D/batch-tokens.token.prices', 'an item may lack its token', accepting('[{"asset_id":"1"}]')],
    [
      '.large-batch',
      '4.17/per-token',
      'twenty prices are answered',
      bodies((json) => Object.fromEntries(Object.entries(isObject(json) ? json : {}).slice(0, 20))),
    ],
  ],
  holders: [
    [
      '.positions-listed',
      '4.10/amount.position',
      'the largest holder is left out',
      edit('*.holders', (list) => objectsIn(list).slice(1)),
    ],
    ['.checksum', '1/wallet.checksummed', 'small letters', edit('*.holders.*.proxyWallet', lowered)],
    [
      '.empty-groups',
      'D/holders-groups',
      'groups without holders left out',
      keeping((group) => listAt(group, 'holders').length > 0),
    ],
  ],
});

const byBeginning = replies((response, request, handle) => {
  if (response.status === 200) return response;
  const slug = request.path.split('/').at(-1) ?? '';
  const list = handle({ ...request, path: '/markets', query: 'limit=100' });
  const found = rowsIn(list).find((market) => textAt(market, 'slug')?.startsWith(slug));
  return found === undefined ? response : handle({ ...request, path: `/markets/slug/${textAt(found, 'slug')}` });
});

const withoutAuthors = on(['profile', 'comment-replies'], (handle) => {
  const bases = new Set<string>();
  return (request) => {
    const response = handle(request);
    for (const row of rowsIn(response)) bases.add(textAt(objectAt(row, 'profile'), 'baseAddress') ?? '');
    const isBase = matchRoute(request)?.id === 'profile' && bases.has(request.path.split('/').at(-1) ?? '');
    return isBase ? withBody(response, { type: 'not found error', error: 'no profile' }, 404) : response;
  };
});

const undecoded = refusingAny(({ path }) => /%[0-9A-F]{2}/.test(path), 404);
const offset = '2026-01-01T00:00:00+00:00';
const OTHER = `0x${'1'.repeat(40)}`;

export const seenInCatalog = seen({
  markets: [
    ['.tag_slug.filter', '4.11/tag_slug.accepted', 'tag_slug is refused', refusingParam('tag_slug')],
    [
      '.slug.unknown',
      'D/filter-unknown',
      'an unknown slug is an error',
      refusingAny(({ query }) => query.includes('no-such'), 404),
    ],
    ['.offset.accepted', '4.11/offset.accepted', 'offset is refused', refusingParam('offset')],
    ['.order.column', '4.11/order.accepted', 'order is refused', refusingParam('order')],
    ['.outcomes.aligned', '2.5/outcomes.aligned', 'a token is missing', set('*.clobTokenIds', '["1"]')],
    ['.outcomes.json', '2.5/outcomes.json', 'two outcomes with one name', set('*.outcomes', '["Yes","Yes"]')],
    ['.clobTokenIds.json', '2.5/clobTokenIds.json', 'one token twice', set('*.clobTokenIds', '["1","1"]')],
    ['.outcomes.two', 'D/market-outcomes', 'a third outcome', set('*.outcomes', '["Yes","No","Draw"]')],
    [
      '.events.present',
      '2.5/events.present',
      'every other market lost its event',
      eachRow((row, index) => (index % 2 === 1 ? { ...row, events: [] } : row)),
    ],
    [
      '.names.case',
      '1/names.case',
      'snake case',
      eachRow(({ questionID, ...row }) => ({ ...row, question_id: questionID })),
    ],
    [
      '.query-decoded',
      '4.1/query.decoded',
      'a query is read raw',
      replying([], ({ query }) => /slug=[^&]*%/.test(query)),
    ],
  ],
  'market-by-slug': [
    ['.slug.whole', '4.12/slug.match', 'slugs match by prefix', byBeginning],
    ['.path-decoded', '4.1/segments.decoded', 'paths are not decoded', undecoded],
  ],
  'comment-replies': [
    ['.moments-utc', 'D/empty-moments.iso-utc', 'an offset', set('*.createdAt', offset)],
    ['.nested-whole', '2.9/replies.recursive', 'nested replies have no profile', drop('*.replies.*.profile')],
    ['.counts', '2.9/counts.not-negative', 'unknown is -1', set('*.reportCount', -1)],
    ['.parent-entity', '2.9/parent.same', 'other entity', eachRow((row, index) => ({ ...row, parentEntityID: index }))],
    ['.id.replies', 'D/comment-tree.itself', 'the comment itself is listed', copy('first.id', 'parentCommentID')],
  ],
  profile: [
    ['.moments-utc', 'D/empty-moments.iso-utc', 'an offset', set('createdAt', offset)],
    ['.asked', '2.8/proxyWallet.asked', 'another wallet', set('proxyWallet', OTHER)],
    ['.both-wallets', '4.19/user_address.wallet', 'the own wallet of an author is not found', withoutAuthors],
    ['.checksum', '1/wallet.checksummed', 'small letters', edit('proxyWallet', lowered)],
    [
      '.bad-request.no-address',
      '7/profile.bad-request',
      'any text is an address',
      replying({}, ({ path }) => path.endsWith('/not-an-address')),
    ],
    ['.path-decoded', '4.1/segments.decoded', 'paths are not decoded', undecoded],
  ],
  event: [
    ['.not-found.unknown', '7/typed.not-found', 'another type', errors((json) => ({ ...json, type: 'missing' }))],
    ['.moments-utc', 'D/empty-moments.iso-utc', 'dates alone', set('createdAt', '2026-01-01')],
  ],
});
