/** proof/judge/mutants/profile-relations: routes of a profile that contradict each other, or accept too much. */
import { family, type Mutant } from '../variant.ts';
import {
  bodies,
  edit,
  inverted,
  plus,
  refusals,
  replying,
  reversed,
  set,
  succeeding,
  times,
  to,
  withBody,
} from '../wrappers/responses.ts';

const placed = { success: true, orderID: '0x1' };
const twice = bodies((json) => ({ ...Object(json), data: [{ id: '1' }, { id: '1' }] }));

export const profileRelationMutants: readonly Mutant[] = [
  ...family('consistency').table({
    'P/book': [['best-first', 'P/book.order', 'the best bids come first', edit('bids', reversed)]],
    'P/books': [['other-book', 'P/book.batch', 'the batch has another size', set('*.min_order_size', '77')]],
    'P/tick-size': [['coarse', 'P/tick-size.book', 'the step is another one', edit('minimum_tick_size', times(10))]],
    'P/neg-risk': [['inverted', 'P/neg-risk.book', 'the flag is inverted', edit('neg_risk', inverted)]],
    'P/price': [['beside', 'P/price.side', 'the price is not the best one', edit('price', plus(0.0001))]],
    'P/midpoint': [['beside', 'P/midpoint.mean', 'it is not the mean', edit('mid', plus(0.0001))]],
    'P/spread': [
      [
        'cents',
        'P/spread.difference',
        'the spread is in cents',
        edit('spread', (value) => String(Number(value) * 100)),
      ],
    ],
    'P/midpoints': [['beside', 'P/midpoints.single', 'the batch differs', edit('*', plus(0.0001))]],
    'P/spreads': [['beside', 'P/spreads.single', 'the batch differs', edit('*', plus(0.0001))]],
    'P/prices': [['beside', 'P/prices.single', 'the batch differs', edit('*.BUY', plus(0.0001))]],
    'P/last-trades-prices': [['none', 'P/last-trades-prices.single', 'the batch has no row', bodies(() => [])]],
    'P/market-by-token': [
      [
        'other-market',
        'P/market-by-token.market',
        'another market is named',
        set('condition_id', `0x${'2'.repeat(64)}`),
      ],
      [
        'other-tokens',
        'P/market-by-token.market',
        'the token is not named',
        bodies((json) => ({ ...Object(json), primary_token_id: '7', secondary_token_id: '8' })),
      ],
    ],
    'P/prices-history': [
      ['newest-first', 'P/prices-history.order', 'the newest point comes first', edit('history', reversed)],
      ['cents', 'P/prices-history.order', 'prices are in cents', edit('history.*.p', times(100))],
    ],
    'P/version': [['one', 'P/version.two', 'the version is 1', set('version', 1)]],
    'P/open-orders': [
      ['other-row', 'P/order.row', 'the two views differ', set('data.*.outcome', 'another outcome')],
      ['empty-end', 'P/open-orders.end', 'the last cursor is empty', set('next_cursor', '')],
      ['twice', 'P/open-orders.pages', 'a page has a row twice', twice],
    ],
    'P/own-trades': [
      ['empty-end', 'P/own-trades.end', 'the last cursor is empty', set('next_cursor', '')],
      ['twice', 'P/own-trades.pages', 'a page has a row twice', twice],
    ],
    'P/balance-allowance': [
      [
        'dollars',
        'P/balance-allowance.collateral',
        'the balance is in dollars',
        edit('balance', (value) => `${value}.0`),
      ],
    ],
  }),
  ...family('stateful').table({
    'P/cancel-orders': [['silent', 'P/cancel-orders.effect', 'no id is named', set('canceled', [])]],
    'P/cancel-all': [
      ['nothing', 'P/cancel-all.effect', 'nothing is cancelled', replying({ canceled: [], not_canceled: {} })],
    ],
    'P/cancel-market-orders': [['silent', 'P/cancel-market-orders.effect', 'no id is named', set('canceled', [])]],
  }),
  ...family('auth').table({
    'P/create-api-key': [['again', 'P/create-api-key.once', 'a nonce gets a second key', succeeding(400, {})]],
    'P/derive-api-key': [
      ['other', 'P/derive-api-key.same', 'another key is derived', set('passphrase', 'f'.repeat(64))],
    ],
    'P/api-keys': [
      ['none', 'P/api-keys.listed', 'no key is listed', edit('apiKeys', to([]))],
      ['revoked', 'P/delete-api-key.revoked', 'a revoked key still works', succeeding(401, { apiKeys: [] })],
    ],
    'P/place-order': [
      ['other-id', 'P/place-order.id', 'the id is another hash', set('orderID', `0x${'2'.repeat(64)}`)],
      ['unsigned', 'P/place-order.signature', 'every signature is accepted', succeeding(400, placed)],
      ['any-contract', 'P/place-order.contract', 'every contract is accepted', succeeding(400, placed)],
      ['malleable', 'P/place-order.malleable', 'the upper s is accepted', succeeding(400, placed)],
      ['any-version', 'P/place-order.version', 'orders of version 1 are accepted', succeeding(400, placed)],
      [
        'version-text',
        'P/place-order.version',
        'the error has other words',
        refusals((response) => withBody(response, { error: 'wrong version' })),
      ],
    ],
  }),
];
