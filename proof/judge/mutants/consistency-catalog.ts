/** proof/judge/mutants/consistency-catalog: catalog, comments, trading markets and books that contradict each other. */
import { type JsonObject, objectsIn } from '../../../base/json.ts';
import { family, type Wrap } from '../variant.ts';
import { instead, refusal } from '../wrappers/requests.ts';
import {
  alwaysFirst,
  bodies,
  type Change,
  copy,
  drop,
  edit,
  inverted,
  jsonOf,
  lastGone,
  lastRowTwice,
  plus,
  reversed,
  rows,
  set,
  shouted,
  times,
} from '../wrappers/responses.ts';

const { table } = family('consistency');

const reversedJson: Change = (value) => JSON.stringify((JSON.parse(String(value)) as unknown[]).toReversed());
const shortenedJson: Change = (value) => JSON.stringify((JSON.parse(String(value)) as unknown[]).slice(0, 1));

function readingPath(change: (value: string) => string) {
  return instead(
    () => true,
    (request) => ({ ...request, path: request.path.replace(/[^/]+$/, change) }),
  );
}

const shadowed: Wrap = (handle) => (request) => refusal(handle, request, 404);

const closedGone: Wrap = (handle) => (request) => {
  const condition = request.path.split('/').at(-1) ?? '';
  const market = jsonOf(handle({ ...request, path: `/markets/${condition}` }));
  return market['closed'] === true ? refusal(handle, request, 404) : handle(request);
};

const OTHER_ID = `0x${'7'.repeat(64)}`;

function level(side: 'bids' | 'asks', change: (best: JsonObject) => JsonObject) {
  return edit(`*.${side}`, (levels) => {
    const best = objectsIn(levels).at(-1);
    return best === undefined ? levels : [...objectsIn(levels), change(best)];
  });
}

const secondBest: Change = (levels) => (objectsIn(levels).length > 1 ? objectsIn(levels).slice(0, -1) : levels);

const entriesOf = (change: (entries: [string, unknown][]) => [string, unknown][]) =>
  bodies((json) => Object.fromEntries(change(Object.entries(Object(json)))));
const oneKey = entriesOf(([first]) => [['0', first?.[1]]]);
const lastKeyGone = entriesOf((entries) => entries.slice(0, -1));

function crossing(book: JsonObject): readonly JsonObject[] {
  const [bids, asks] = [objectsIn(book['bids']), objectsIn(book['asks'])];
  const price = asks.at(-1)?.['price'];
  return bids.map((bid, index) => (index === bids.length - 1 && price !== undefined ? { ...bid, price } : bid));
}

export const catalogConsistencyMutants = table({
  markets: [
    ['outcome-single', 'D/market-outcomes', 'a market has one outcome', edit('last.outcomes', shortenedJson)],
    ['summary-stale', '2.5/summary.same', 'the summary has an old title', edit('*.events.*.title', shouted)],
    ['id-shared', '2.5/id.unique', 'all markets have one id', set('*.id', '7')],
  ],
  'market-by-slug': [
    ['tokens-reversed', '2.5/outcomes.aligned', 'token ids are in reverse', edit('clobTokenIds', reversedJson)],
    ['question-other', '4.12/list.same', 'the question differs from the list', edit('question', shouted)],
    ['always-first', '4.12/slug.match', 'every slug gives the same market', alwaysFirst],
    ['event-stale', '2.5/event.same', 'the event has an old title', edit('events.*.title', shouted)],
    ['shadowed', '4.1/precedence.markets-slug', 'the path is taken for a condition id', shadowed],
  ],
  event: [
    ['always-first', '4.20/event.id.match', 'every id gives the same event', alwaysFirst],
    ['market-stale', '2.6/markets.same', 'markets of an event have old questions', edit('markets.*.question', shouted)],
    ['market-bare', '2.6/markets.shape', 'markets of an event have no createdAt', drop('markets.*.createdAt')],
  ],
  'event-by-slug': [
    ['title-other', '4.20/event-by-slug.same', 'the title differs from that by id', edit('title', shouted)],
    ['always-first', '4.20/event-by-slug.slug.match', 'every slug gives the same event', alwaysFirst],
    ['encoded', '4.1/segments.decoded', '%2F is not decoded', readingPath((value) => value.replaceAll('%', '%25'))],
  ],
  'event-creators': [
    ['id-shared', '2.7/id.unique', 'all creators have one id', set('*.id', '7')],
    ['shadowed', '4.1/precedence.events-creators', 'the path is taken for an event id', shadowed],
  ],
  'comment-replies': [
    ['always-first', '4.18/id.replies', 'every comment has the same replies', alwaysFirst],
    ['reply-twice', '2.9/id.unique', 'the last reply comes twice', lastRowTwice],
    ['count-off', 'D/comment-tree.replyCount', 'replyCount counts the comment too', edit('*.replyCount', plus(1))],
    ['reactions-off', 'D/comment-tree.reactionCount', 'reactionCount is off by one', edit('*.reactionCount', plus(1))],
    ['parent-self', 'D/comment-tree.direct', 'replies are their own parents', copy('*.parentCommentID', 'id')],
    ['nested-flat', 'D/comment-tree.nested', 'nested replies name the root', set('*.replies.*.parentCommentID', '1')],
  ],
  'trading-market': [
    ['always-first', '4.13/condition_id.match', 'every id gives the same market', alwaysFirst],
    ['closed-gone', '4.13/condition_id.match', 'closed markets are not found', closedGone],
    ['question-other', '2.10/catalog.same', 'the question differs from the catalog', edit('question', shouted)],
    ['flags-late', '3/flags.views', 'closed is inverted', edit('closed', inverted)],
    ['event-stale', '2.10/event.same', 'the event has an old title', edit('event.title', shouted)],
    [
      'tokens-other',
      '2.13/token_id.same',
      'token ids are other ones',
      edit('tokens.*.token_id', (id) => `${String(id)}0`),
    ],
    ['assets-reversed', '2.10/assets_ids.tokens', 'assets_ids are in reverse', edit('assets_ids', reversed)],
    ['outcomes-reversed', '2.10/outcomes.tokens', 'outcomes come in the other order', edit('outcomes', reversed)],
    ['tick-zero', '2.10/minimum_tick_size.positive', 'the tick is 0', set('minimum_tick_size', 0)],
    ['cents', '2.13/price.range', 'prices of tokens are in cents', edit('tokens.*.price', times(100))],
    ['winner-early', '2.13/winner.open', 'the first token of every market wins', set('tokens.first.winner', true)],
    ['token-twice', '2.13/token_id.unique', 'both tokens have one id', set('tokens.*.token_id', '1')],
  ],
  'trading-settings': [
    ['always-first', '4.14/condition_id.match', 'every id gives the same settings', alwaysFirst],
    ['closed-gone', '4.14/condition_id.match', 'closed markets are not found', closedGone],
    ['token-single', '2.17/t.outcomes', 'the last token is left out', edit('t', lastGone)],
    ['risk-inverted', 'D/settings-keys.nr', 'nr is inverted', edit('nr', inverted)],
    ['tick-size', 'D/settings-keys.mts', 'mts is the smallest size', copy('mts', 'mos')],
  ],
  'sampling-markets': [
    [
      'question-other',
      '4.15/sampling-markets.trading.same',
      'questions differ from the market',
      edit('data.*.question', shouted),
    ],
  ],
  'sampling-simplified-markets': [
    ['assets-reversed', '2.11/assets_ids.tokens', 'assets_ids are in reverse', edit('data.*.assets_ids', reversed)],
  ],
  'simplified-markets': [
    ['question-other', '2.11/trading.same', 'questions differ from the market', edit('data.*.question', shouted)],
  ],
  books: [
    ['market-other', '2.14/market.condition', 'books name another market', set('*.market', OTHER_ID)],
    [
      'last-missing',
      '4.16/per-token',
      'the last book is left out',
      rows((list) => (list.length > 1 ? list.slice(0, -1) : list)),
    ],
    ['token-other', '2.14/asset_id.asked', 'books carry their hash for a token', copy('*.asset_id', 'hash')],
    [
      'crossed',
      '2.14/uncrossed',
      'the best bid is as high as the best ask',
      edit('*.bids', (_, book) => crossing(book)),
    ],
    [
      'level-empty',
      '2.14/levels.positive',
      'a level remains when its size is 0',
      level('bids', (best) => ({ ...best, size: '0' })),
    ],
    ['level-twice', 'D/book-levels.unique', 'each order is a separate level', level('asks', (best) => best)],
    [
      'off-tick',
      '2.14/levels.tick',
      'a price lies between two ticks',
      level('bids', (best) => ({ ...best, price: `${String(best['price'])}37` })),
    ],
    [
      'price-one',
      '2.14/levels.range',
      'a level has the price of a dollar',
      edit('*.asks', (levels) => [{ price: '1', size: '5' }, ...objectsIn(levels)]),
    ],
    ['minimum-other', '2.14/tick_size.same', 'the minimum size is one higher', edit('*.min_order_size', plus(1))],
    ['risk-inverted', '2.14/neg_risk.same', 'neg_risk is inverted', edit('*.neg_risk', inverted)],
    ['hash-stale', 'D/book-hash', 'the hash is that of another book', set('*.hash', '0'.repeat(40))],
    ['mirror-partial', 'D/book-mirror', 'orders for the other token are not in asks', edit('*.asks', secondBest)],
    ['book-twice', 'D/batch-tokens.repeated', 'a requested token has two books', lastRowTwice],
    [
      'price-zeros',
      'D/number-spelling.shortest',
      'prices have four decimals',
      edit('*.bids.*.price', (price) => Number(price).toFixed(4)),
    ],
  ],
  prices: [
    ['one-key', '4.17/keys', 'the key is not a requested token', oneKey],
    ['last-missing', '4.17/per-token', 'the last token is left out', lastKeyGone],
  ],
});
