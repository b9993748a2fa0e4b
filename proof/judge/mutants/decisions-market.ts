/** proof/judge/mutants/decisions-market: decisions about catalog and market data, unlike the document profile. */
import { CatalogMarket } from '../../../spec/resources/catalog-market.ts';
import { family, type Wrap } from '../variant.ts';
import { type Change, lowered, STRANGER, shouted } from '../wrappers/edit.ts';
import { editQuery, reading, refusing, refusingParam } from '../wrappers/requests.ts';
import { edit, refusals, set } from '../wrappers/responses.ts';

const { table } = family('decisions');

const price: Change = (value) => Math.min(1, Number(value) + 0.2);

export const marketDecisionMutants = table({
  markets: [
    ['unknown-refused', 'D/unknown-parameters.catalog', 'unknown parameters are refused', refusingParam('flavour')],
    [
      'boolean-digits',
      'D/boolean-spelling.catalog',
      '1 means true',
      reading('closed', (value) => (value === '1' ? 'true' : value)),
    ],
    [
      'column-unknown',
      'D/catalog-order.unknown',
      'an unknown column is ignored',
      reading('order', (column) => (Object.hasOwn(CatalogMarket.shape, column) ? column : 'id')),
    ],
    [
      'repeated-first',
      'D/repeated-parameters.scalar',
      'of a repeated parameter the first counts',
      editQuery((query) => {
        for (const name of new Set(query.keys())) query.set(name, query.get(name) ?? '');
      }),
    ],
    [
      'alias-wins',
      'D/alias-conflict',
      'of two names the one given first counts',
      editQuery((query) => {
        if (query.has('event_slug')) query.delete('eventSlug');
        if (query.has('tag_slug')) query.delete('tag');
        if (query.has('conditionId')) query.delete('condition_id');
      }),
    ],
    ['extra-field', 'D/extra-fields', 'markets have volume', edit('*', (row) => ({ ...(row as object), volume: 1 }))],
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
    [
      'unknown-400',
      'D/condition-form.unknown',
      'an unknown condition is a bad request',
      refusals((response) => ({ ...response, status: 400 })),
    ],
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
});

function refusingPath(pattern: RegExp): Wrap {
  return (handle) => (request) =>
    handle(pattern.test(request.path) ? { ...request, path: request.path.replace(pattern, STRANGER) } : request);
}
