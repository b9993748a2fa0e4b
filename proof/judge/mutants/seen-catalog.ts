/** proof/judge/mutants/seen-catalog: faults of the catalog, each for one check. */
import { objectAt, textAt } from '../../../base/json.ts';
import { matchRoute } from '../../../wire/route-match.ts';
import { on, seen } from '../variant.ts';
import { lowered } from '../wrappers/edit.ts';
import { refusingAny, refusingParam } from '../wrappers/requests.ts';
import { copy, drop, eachRow, edit, errors, replies, replying, rowsIn, set, withBody } from '../wrappers/responses.ts';

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
    return isBase ? { ...withBody(response, { type: 'not found error', error: 'no profile' }), status: 404 } : response;
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
      replying(({ query }) => /slug=[^&]*%/.test(query), []),
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
      replying(({ path }) => path.endsWith('/not-an-address'), {}),
    ],
    ['.path-decoded', '4.1/segments.decoded', 'paths are not decoded', undecoded],
  ],
  event: [
    ['.not-found.unknown', '7/typed.not-found', 'another type', errors((json) => ({ ...json, type: 'missing' }))],
    ['.moments-utc', 'D/empty-moments.iso-utc', 'dates alone', set('createdAt', '2026-01-01')],
  ],
});
