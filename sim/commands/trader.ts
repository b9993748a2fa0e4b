/** sim/commands/trader: orders and cancellations of the wallets of a simulator, without bodies. */
import type { Wallet } from '../../wire/credentials.ts';
import type { Handler, Request } from '../../wire/message.ts';
import {
  cancelRequest,
  type OrderResponse,
  type OrderWords,
  orderRequest,
  parsedReply,
} from '../../wire/order-body.ts';
import { dialectOf, walletOf } from '../named.ts';
import type { Service } from '../service.ts';
import { WorldError } from '../world/world-error.ts';
import { liveDirectory } from './perform-command.ts';

export type Trader = {
  orderRequest(words: OrderWords): Request;
  cancelRequest(orderId: string, wallet?: string): Request;
  order(words: OrderWords): OrderResponse;
  cancel(orderId: string, wallet?: string): OrderResponse;
};

type Present = { readonly service: Service; readonly handle: Handler; readonly now: number };

/** Salts above all that scenarios draw. */
const FIRST_SALT = 4_503_599_627_370_496;

export function createTrader(present: () => Present): Trader {
  const ordering = (words: OrderWords): Request => {
    const { service, now } = present();
    const { world } = service;
    const { market: name = 'market' } = words;
    const market = world.markets[liveDirectory(service).market(name, 'order.market')];
    if (market === undefined) throw new WorldError(`order.market: no market "${name}"`);
    const [yes, no] = market.tokenIds;
    const own = { conditionId: market.catalog.conditionId, yes, no };
    // Each accepted order is an event, so that this salt is new, also after a restart.
    const salt = String(FIRST_SALT + world.venue.eventCount);
    return orderRequest(words, own, { wallet: signerOf(service, words.wallet, 'order'), now }, salt);
  };
  const cancelling = (orderId: string, wallet?: string): Request => {
    const { service, now } = present();
    return cancelRequest(orderId, { wallet: signerOf(service, wallet, 'cancel'), now });
  };
  return {
    orderRequest: ordering,
    cancelRequest: cancelling,
    order: (words) => parsedReply(present().handle(ordering(words))),
    cancel: (orderId, wallet) => parsedReply(present().handle(cancelling(orderId, wallet))),
  };
}

function signerOf(service: Service, name: string | undefined, verb: string): Wallet {
  const { accounts } = service.world;
  const account =
    name === undefined
      ? accounts.find(({ key }) => key !== undefined)
      : accounts[liveDirectory(service).wallet(name, `${verb}.wallet`)];
  const [wallet] = account === undefined ? [] : walletOf(account, dialectOf(service));
  if (wallet === undefined)
    throw new WorldError(`${verb}.wallet: ${name ?? 'no wallet'} has no key, so it cannot sign`);
  return wallet;
}
