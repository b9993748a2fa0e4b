/** proof/judge/mutants/consistency-catalog: catalog, comments and trading markets that contradict each other. */
import { flagAt, isObject, parseJson } from '../../../base/json.ts';
import { family, type Wrap } from '../variant.ts';
import { type Change, inverted, lastGone, plus, reversed, shouted, times } from '../wrappers/edit.ts';
import { instead, refusal } from '../wrappers/requests.ts';
import { alwaysFirst, copy, drop, edit, lastRowTwice, set } from '../wrappers/responses.ts';

const { table } = family('consistency');

const reversedJson: Change = (value) => JSON.stringify((JSON.parse(String(value)) as unknown[]).toReversed());
const shortenedJson: Change = (value) => JSON.stringify((JSON.parse(String(value)) as unknown[]).slice(0, 1));

function readingPath(change: (value: string) => string): Wrap {
  return instead(
    () => true,
    (request) => ({ ...request, path: request.path.replace(/[^/]+$/, change) }),
  );
}

const shadowed: Wrap = (handle) => (request) => refusal(handle, request, 404);

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
});

const closedGone: Wrap = (handle) => (request) => {
  const condition = request.path.split('/').at(-1) ?? '';
  const { body } = handle({ ...request, path: `/markets/${condition}` });
  const json = parseJson(body);
  return isObject(json) && flagAt(json, 'closed') === true ? refusal(handle, request, 404) : handle(request);
};

export const marketConsistencyMutants = table({
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
});
