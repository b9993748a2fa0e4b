/** sim/clob/trading/records: orders and trades as real clients read them: snake case, amounts and seconds as texts. */
import { formatMicro, formatPrice } from '../../../base/units.ts';
import type { OwnTrade } from '../../../spec/clob/trading-routes.ts';
import type { OrderView } from '../../core/order-view.ts';
import { builderTrade, makerOrder } from '../../routes/own-lists.ts';
import type { Service } from '../../service.ts';
import type { TradeRecord } from '../../views/trades.ts';
import { ownersOf, usableKeys } from '../account/owners.ts';

/** The parts of a service that records are made of. */
export type RecordedService = Pick<Service, 'world' | 'views'>;

/** The fields that are the same wherever an order is shown. */
export function orderRecord(service: RecordedService, order: Omit<OrderView, 'state'>) {
  const { views } = service;
  const card = views.tokens.card(order.market, order.outcome);
  return {
    id: views.ids.order.encode(order.order),
    owner: apiKeyOf(service, order.wallet),
    maker_address: addressOf(service, order.wallet),
    market: card.conditionId,
    asset_id: card.tokenId,
    side: order.side,
    original_size: formatMicro(order.size),
    size_matched: formatMicro(order.matched),
    price: formatPrice(order.price),
    outcome: card.outcomeName,
    order_type: order.type,
    expiration: secondsText(order.expiresAt ?? 0),
  };
}

/** A trade as the owner of the wallet `reader` sees it. Only `maker_orders` has fields of makers. */
export function tradeRecord(service: RecordedService, reader: number, trade: TradeRecord): OwnTrade {
  const { event, status, updatedAt } = trade;
  const { type: _, ...row } = builderTrade(service.views, trade);
  return {
    ...row,
    side: event.side,
    status: status === 'HELD' ? 'MATCHED' : status,
    match_time: secondsText(event.at),
    last_update: secondsText(updatedAt),
    owner: keyShownTo(service, reader, event.takerWallet, event.takerKey),
    trader_side: haveOneOwner(service, reader, event.takerWallet) ? 'TAKER' : 'MAKER',
    maker_orders: event.makers.map((leg) => ({
      ...makerOrder(service.views, event.market, leg),
      owner: keyShownTo(service, reader, leg.wallet, leg.key),
      outcome_index: leg.outcome,
      side: leg.side,
    })),
  };
}

/** An API key is shown to its owner alone; others see an id that stands for it. */
function keyShownTo(service: RecordedService, reader: number, wallet: number, key: number) {
  return haveOneOwner(service, reader, wallet) ? apiKeyOf(service, wallet) : service.views.ids.owner.encode(key);
}

function haveOneOwner({ world }: RecordedService, one: number, other: number): boolean {
  const owners = ownersOf(world);
  return owners.byWallet(one)?.address === owners.byWallet(other)?.address;
}

/** The oldest API key of the owner of a wallet stands for all of them. */
export function apiKeyOf({ world }: RecordedService, wallet: number): string {
  const owner = ownersOf(world).byWallet(wallet);
  const [key] = owner === undefined ? [] : usableKeys(owner);
  return key?.apiKey ?? '';
}

export function addressOf({ views }: RecordedService, wallet: number): string {
  return views.people.person(wallet).account.address;
}

/** Unix time in whole seconds, as text. */
export function secondsText(ms: number): string {
  return String(Math.floor(ms / 1_000));
}
