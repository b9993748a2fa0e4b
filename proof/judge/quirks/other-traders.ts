/** proof/judge/quirks/other-traders: two wallets that the run does not use trade after each of its orders. */
import { type JsonObject, listAt, objectsIn, parseJson, textAt } from '../../../base/json.ts';
import { MICRO } from '../../../base/units.ts';
import type { Wallet } from '../../../wire/credentials.ts';
import { type Handler, withJson } from '../../../wire/message.ts';
import type { Wrap } from '../variant.ts';
import { cancelAsOwner, isPlacing, jsonOf, type OpenBody, orderBodyOf } from '../wrappers/orders.ts';
import { signedBy } from '../wrappers/signatures.ts';

const SHARES = 5;

/** The price one tick below the best ask, if it is above the best bid. */
function freePrice(handle: Handler, token: unknown): number | undefined {
  const [book] = objectsIn(parseJson(handle(withJson('POST', '/books', [{ token_id: token }])).body));
  const prices = (side: string) => objectsIn(listAt(book, side)).map((level) => Number(textAt(level, 'price')));
  const tick = Number(textAt(book, 'tick_size'));
  const steps = Math.round((Math.min(1, ...prices('asks')) - tick) / tick);
  const price = Number((steps * tick).toFixed(4));
  return price > Math.max(0, ...prices('bids')) + tick / 2 ? price : undefined;
}

function orderOf(wallet: Wallet, { order, ...body }: OpenBody, side: 'BUY' | 'SELL', price: number, salt: number) {
  const [shares, cash] = [SHARES * MICRO, Math.round(SHARES * MICRO * price)].map(String);
  return {
    ...body,
    orderType: side === 'SELL' ? 'GTC' : 'FOK',
    postOnly: false,
    owner: wallet.apiKey,
    order: {
      ...order,
      maker: wallet.address,
      signer: wallet.address,
      side,
      makerAmount: side === 'BUY' ? cash : shares,
      takerAmount: side === 'BUY' ? shares : cash,
      salt: String(salt),
    },
  };
}

/** After each accepted order, the third wallet sells a few shares of its token to the fourth, inside the spread. */
export const otherTraders: Wrap = (handle, internals) => {
  let salt = 0;
  const send = (wallet: Wallet, body: JsonObject): string | undefined => {
    const response = handle(signedBy(wallet, withJson('POST', '/order', body), internals));
    return response.status === 200 ? textAt(jsonOf(response), 'orderID') : undefined;
  };
  const trade = (body: OpenBody): void => {
    const [seller, buyer] = internals.credentials.wallets.slice(2, 4);
    const price = freePrice(handle, body.order['tokenId']);
    if (seller === undefined || buyer === undefined || price === undefined) return;
    salt += 2;
    const id = send(seller, orderOf(seller, body, 'SELL', price, salt));
    if (id === undefined) return;
    if (send(buyer, orderOf(buyer, body, 'BUY', price, salt + 1)) === undefined)
      cancelAsOwner(handle, internals, { id, owner: seller, body });
  };
  return (request) => {
    const response = handle(request);
    if (isPlacing(request) && response.status === 200) trade(orderBodyOf(request));
    return response;
  };
};
