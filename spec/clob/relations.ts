/** spec/clob/relations: statements that join responses of a profile, and statements about signed orders. */

type Relation = Readonly<{
  id: `P/${string}`;
  needs: 'read' | 'trading';
  text: string;
  looks: string;
  fix: string;
}>;

const of = (needs: Relation['needs'], rows: readonly (readonly [string, string, string, string])[]): Relation[] =>
  rows.map(([id, text, looks, fix]) => ({ id: `P/${id}`, needs, text, looks, fix }));

const reads = of('read', [
  [
    'book.batch',
    'The book of GET /book is the element of POST /books for the same token.',
    'The two views of one book differ.',
    'Serve both from the same book.',
  ],
  [
    'book.order',
    'The best bid and the best ask are the last levels of GET /book.',
    'The best levels come first.',
    'Sort the levels so that the best one is the last.',
  ],
  [
    'tick-size.book',
    'minimum_tick_size of GET /tick-size is tick_size of the book of the token.',
    'Another step: orders of clients are refused.',
    'Return the price step of the market.',
  ],
  [
    'neg-risk.book',
    'neg_risk of GET /neg-risk is neg_risk of the book of the token.',
    'Clients sign orders for the wrong contract.',
    'Return the flag of the market.',
  ],
  [
    'price.side',
    'GET /price names the best price of the side that the profile gives to BUY and SELL.',
    'BUY and SELL are exchanged, or the price is not the best one.',
    'Return the best bid or the best ask, as the profile states.',
  ],
  [
    'midpoint.mean',
    'mid of GET /midpoint is the mean of the best bid and the best ask of the book.',
    'mid is outside the spread, or is one of the two prices.',
    'Compute the mean.',
  ],
  [
    'spread.difference',
    'spread of GET /spread is the best ask less the best bid.',
    'Another number, such as the spread in cents.',
    'Compute the difference in dollars.',
  ],
  [
    'midpoints.single',
    'POST /midpoints has the mid of GET /midpoint under the id of the token.',
    'The token is missing, or its value differs.',
    'Serve both from the same book.',
  ],
  [
    'spreads.single',
    'POST /spreads has the spread of GET /spread under the id of the token.',
    'The token is missing, or its value differs.',
    'Serve both from the same book.',
  ],
  [
    'prices.single',
    'POST /prices has the prices of GET /price under the id of the token, for the requested sides.',
    'The token is missing, or its value differs.',
    'Serve both from the same book.',
  ],
  [
    'last-trades-prices.single',
    'POST /last-trades-prices has a row for the token with price and side of GET /last-trade-price.',
    'The token is missing, or its value differs.',
    'Serve both from the same trades.',
  ],
  [
    'market-by-token.market',
    'condition_id of GET /markets-by-token is the market of the book of the token, ' +
      'and one of the two tokens is the requested one.',
    'Another market, or the token is not named.',
    'Return the market of the token.',
  ],
  [
    'prices-history.order',
    'The points of GET /prices-history rise in time, and each price is from 0 to 1.',
    'The newest point comes first, or prices are in cents.',
    'Sort the points by time, oldest first.',
  ],
  [
    'version.two',
    'version of GET /version is 2, so that clients sign orders of the second exchange.',
    'Another version: clients sign another kind of order, or stop.',
    'Return {"version": 2}.',
  ],
]);

const keys = of('trading', [
  [
    'derive-api-key.same',
    'GET /auth/derive-api-key returns the key that POST /auth/api-key created for the same address and nonce.',
    'Another key for each request.',
    'Derive the key from address and nonce, or store it.',
  ],
  [
    'create-api-key.once',
    'POST /auth/api-key for a nonce that has a key is refused with status 400, because clients then derive it.',
    'A second key, or another status: clients stop.',
    'Refuse with status 400.',
  ],
  [
    'api-keys.listed',
    'GET /auth/api-keys lists the key that signed the request.',
    'The key is missing.',
    'List every key of the caller that is not revoked.',
  ],
  [
    'delete-api-key.revoked',
    'A key that DELETE /auth/api-key revoked signs no further request: status 401.',
    'The key still works.',
    'Refuse revoked keys.',
  ],
  [
    'balance-allowance.collateral',
    'balance of GET /balance-allowance counts millionths: digits alone.',
    'A decimal number of dollars.',
    'Return whole units of 10^-6.',
  ],
]);

const orders = of('trading', [
  [
    'place-order.id',
    'orderID of POST /order is the EIP-712 hash of the order for the exchange of its market.',
    'An id that clients cannot compute.',
    'Use the hash of the typed data as the id.',
  ],
  [
    'place-order.signature',
    'POST /order refuses an order whose signature is of another key with status 400.',
    'Anyone can place orders for the wallet.',
    'Recover the signer, and compare it with the address of the API key.',
  ],
  [
    'place-order.contract',
    'POST /order refuses an order that is signed for the exchange of the other kind of market with status 400.',
    'The order is accepted here, and the chain would refuse it.',
    'Verify the signature with the contract of the market of the token.',
  ],
  [
    'place-order.malleable',
    'POST /order refuses a signature whose s is in the upper half of the order of the curve with status 400.',
    'A second valid signature of the same order.',
    'Require the lower s.',
  ],
  [
    'place-order.version',
    'POST /order refuses an order of version 1 with status 400 and the error order_version_mismatch, ' +
      'because clients then ask for the version again.',
    'Another text: clients do not try again.',
    'Use this text for orders without timestamp.',
  ],
  [
    'order.row',
    'GET /data/order/{id} is the row of GET /data/orders with this id.',
    'The two views of one order differ.',
    'Serve both from the same row.',
  ],
  [
    'open-orders.end',
    'next_cursor of the last page of GET /data/orders is the end marker of the profile.',
    'Another marker: clients read the list for ever.',
    'End the list with LTE=.',
  ],
  [
    'open-orders.pages',
    'The pages of GET /data/orders, joined by their cursors, have each row once.',
    'A row is missing, or is in two pages.',
    'Continue after the last row of the page.',
  ],
  [
    'own-trades.end',
    'next_cursor of the last page of GET /data/trades is the end marker of the profile.',
    'Another marker: clients read the list for ever.',
    'End the list with LTE=.',
  ],
  [
    'own-trades.pages',
    'The pages of GET /data/trades, joined by their cursors, have each row once.',
    'A row is missing, or is in two pages.',
    'Continue after the last row of the page.',
  ],
  [
    'cancel-orders.effect',
    'DELETE /orders cancels the named orders: canceled has their ids, and GET /data/orders lists none of them.',
    'An order still rests.',
    'Cancel each order of the list.',
  ],
  [
    'cancel-all.effect',
    'DELETE /cancel-all cancels every order of the caller: canceled has their ids, and GET /data/orders lists none.',
    'An order still rests.',
    'Cancel all orders of the caller.',
  ],
  [
    'cancel-market-orders.effect',
    'DELETE /cancel-market-orders cancels the orders of the market and no others.',
    'An order of the market still rests, or one of another market is cancelled.',
    'Cancel exactly the orders of the market.',
  ],
]);

export const RELATIONS: readonly Relation[] = [...reads, ...keys, ...orders];
