/** proof/judge/mutants/decisions-market: decisions about catalog, market and wallet data, broken one by one. */

import { CatalogMarket } from '../../../spec/resources/catalog-market.ts';
import { tokenAsAsset } from '../quirks/wallet-wrappers.ts';
import { family, type Wrap } from '../variant.ts';
import {
  assuming,
  documentedWins,
  oneCounts,
  reading,
  readingAs,
  refusing,
  refusingParam,
} from '../wrappers/requests.ts';
import {
  backwards,
  type Change,
  eachRow,
  edit,
  inverted,
  lowered,
  NO_MARKET,
  otherStatus,
  plus,
  reworded,
  STRANGER,
  set,
  shouted,
  times,
} from '../wrappers/responses.ts';

const { table } = family('decisions');

const price: Change = (value) => Math.min(1, Number(value) + 0.2);

function refusingPath(pattern: RegExp): Wrap {
  return (handle) => (request) =>
    handle(pattern.test(request.path) ? { ...request, path: request.path.replace(pattern, STRANGER) } : request);
}

export const marketDecisionMutants = table({
  markets: [
    ['unknown-refused', 'D/unknown-parameters.catalog', 'unknown parameters are refused', refusingParam('flavour')],
    ['boolean-digits', 'D/boolean-spelling.catalog', '1 means true', readingAs('closed', '1', 'true')],
    [
      'column-unknown',
      'D/catalog-order.unknown',
      'an unknown column is ignored',
      reading('order', (column) => (Object.hasOwn(CatalogMarket.shape, column) ? column : 'id')),
    ],
    ['repeated-first', 'D/repeated-parameters.scalar', 'of a repeated parameter the first counts', oneCounts(0)],
    ['alias-wins', 'D/alias-conflict', 'of two names the one given first counts', documentedWins],
    ['extra-field', 'D/extra-fields', 'markets have volume', eachRow((row) => ({ ...row, volume: 1 }))],
  ],
  'event-creators': [
    [
      'name-shouted',
      'D/creator-match.case',
      'names are matched exactly',
      reading('creator_name', (name) => (name === name.toUpperCase() ? `${name}?` : name)),
    ],
  ],
  'trading-market': [
    ['price-sum', 'D/token-price.sum', 'prices are the best asks', edit('tokens.*.price', price)],
    ['status-word', 'D/market-status.words', 'statuses are in capitals', edit('status', shouted)],
    ['unknown-400', 'D/condition-form.unknown', 'an unknown condition is a bad request', otherStatus(/^/, 400)],
  ],
  'trading-settings': [
    [
      'parameter-refused',
      'D/unknown-parameters.trading',
      'parameters are refused',
      refusing((query) => query.size > 0),
    ],
  ],
  'sampling-markets': [['page', 'D/market-list-pages.page', 'limit is 1000', set('limit', 1_000)]],
  'simplified-markets': [
    [
      'end',
      'D/market-list-pages.end',
      'the list ends with an empty cursor',
      edit('next_cursor', (cursor) => (cursor === 'LTE=' ? '' : cursor)),
    ],
  ],
  books: [
    ['seconds', 'D/book-timestamp', 'it counts seconds', edit('*.timestamp', (stamp) => String(stamp).slice(0, 10))],
  ],
  'builder-trades': [['sides-lower', 'D/trade-rows.sides', 'sides are in lower case', edit('*.side', lowered)]],
  profile: [['case-exact', 'D/entity-forms.profile.case', 'lower case is not found', refusingPath(/0x[0-9a-f]{40}$/)]],
  positions: [
    [
      'initial-bought',
      'D/position-maths.initialValue',
      'initialValue is a dollar too high',
      edit('*.initialValue', plus(1)),
    ],
    ['percent-fraction', 'D/position-maths.percentPnl', 'percentages are fractions', edit('*.percentPnl', times(0.01))],
    ['mergeable-inverted', 'D/position-flags.mergeable', 'mergeable is inverted', edit('*.mergeable', inverted)],
    [
      'value-code',
      'D/wallet-values.bounds',
      'a value out of bounds has the code bad_request',
      reworded('invalid_field', 'bad_request'),
    ],
    ['boolean-digits', 'D/boolean-spelling.wallet', '1 means true', readingAs('redeemable', '1', 'true')],
    ['digits', 'D/number-spelling.noise', 'sizes have floating point noise', edit('*.size', plus(1e-9))],
  ],
  'closed-positions': [
    [
      'no-condition',
      'D/wallet-values.conditions',
      'a market that is not a condition id is left out',
      reading('market', (list) => list.replaceAll('not-a-condition', NO_MARKET)),
    ],
    [
      'user-exact',
      'D/wallet-user.case',
      'an address in lower case is another wallet',
      reading('user', (user) => (user === user.toLowerCase() ? STRANGER : user)),
    ],
    ['repeated-last', 'D/repeated-parameters.wallet-scalar', 'of a repeated parameter the last counts', oneCounts(-1)],
  ],
  activity: [
    ['type-words', 'D/activity-types.words', 'types are in lower case', edit('*.type', lowered)],
    ['usdc-size', 'D/activity-types.usdcSize', 'usdcSize counts shares', edit('*.usdcSize', plus(1))],
    ['limit-default', 'D/activity-list.limit.default', 'the default of limit is 50', assuming('limit', '50')],
  ],
  holders: [
    ['token-asset', 'D/holder-asset.asset', 'asset is the token', tokenAsAsset],
    [
      'capitals-unknown',
      'D/condition-form.case-listed',
      'a condition id in capitals is unknown',
      reading('market', (market) => (/[A-F]/.test(market) ? NO_MARKET : market)),
    ],
    ['groups-reversed', 'D/holders-limit.groups', 'groups come in reverse', backwards],
  ],
});
