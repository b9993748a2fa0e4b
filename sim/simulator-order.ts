/** sim/simulator-order: signed requests for orders, from the terms of an order and the names of wallets and markets. */
import { parseJson } from '../spec/json.ts';
import { type Request, type Response, withJson } from '../wire/message.ts';
import { signed } from '../wire/signer.ts';
import { describeMarket, walletOf } from './named.ts';
import { orderBody } from './order-body.ts';
import type { Service } from './service.ts';
import { WorldError } from './world/world-error.ts';
import { directoryOf } from './world-command.ts';

/** An order in the words of a scenario. `wallet` and `market` are names, or an address and a condition id or slug. */
export type SimulatorOrder = {
  readonly wallet: string;
  readonly market: string;
  /** Default `yes`. */
  readonly outcome?: 'yes' | 'no';
  readonly side: 'BUY' | 'SELL';
  /** Dollars a share; shares. */
  readonly price: number;
  readonly size: number;
  /** Default `GTC`. */
  readonly type?: 'GTC' | 'GTD' | 'FOK' | 'FAK';
  readonly postOnly?: boolean;
  /** For GTD: seconds from now. */
  readonly expires?: number;
};

/** The status of a response and its body, parsed from JSON. */
export type ParsedReply = { readonly status: number; readonly body: unknown };

/** Salts of clients that count from 1 never reach this number. */
const FIRST_SALT = 1_000_000_000_000;

/** The signed `POST /order`. Throws `WorldError` for an unknown wallet or market and `RangeError` for a size that is too large. */
export function orderRequest(service: Service, now: number, order: SimulatorOrder): Request {
  const { wallet: name, market, outcome = 'yes', side, price, size, type = 'GTC', postOnly, expires } = order;
  const { world } = service;
  const wallet = signerOf(service, name, 'order.wallet');
  const listed = world.markets[directoryOf(service).market(market, 'order.market')];
  if (listed === undefined) throw new WorldError(`order.market: "${market}" is not listed`);
  const body = orderBody({
    market: describeMarket(world, listed),
    wallet,
    outcome,
    side,
    type,
    price,
    size,
    salt: String(FIRST_SALT + world.venue.eventCount),
    now,
    ...(postOnly === undefined ? {} : { postOnly }),
    ...(expires === undefined ? {} : { expiration: Math.floor(now / 1_000 + expires) }),
  });
  return signed(wallet, withJson('POST', '/order', body), Math.floor(now / 1_000));
}

/** The signed `DELETE /order`. Throws `WorldError` for an unknown wallet. */
export function cancelRequest(service: Service, now: number, orderId: string, name: string): Request {
  const wallet = signerOf(service, name, 'cancel.wallet');
  return signed(wallet, withJson('DELETE', '/order', { orderId }), Math.floor(now / 1_000));
}

function signerOf(service: Service, name: string, place: string) {
  const account = service.world.accounts[directoryOf(service).wallet(name, place)];
  const [wallet] = account === undefined ? [] : walletOf(account);
  if (wallet === undefined) throw new WorldError(`${place}: "${name}" has no key`);
  return wallet;
}

export function parsedReply({ status, body }: Response): ParsedReply {
  return { status, body: parseJson(body) };
}
