/** conformance/checks/orders/plan: acceptable orders in exact integers; equal seeds and clocks give equal orders. */
import { textAt } from '../../../base/json.ts';
import { MICRO, PRICE_ONE } from '../../../base/units.ts';
import type { Wallet } from '../../../wire/credentials.ts';
import { withJson } from '../../../wire/message.ts';
import type { WriteMarket } from '../../bindings.ts';
import type { CheckContext, Exchange } from '../../check.ts';
import { isRefusal, statusOf } from '../assertions.ts';

export type Side = 'BUY' | 'SELL';

export type OrderPlan = Readonly<{
  market: WriteMarket;
  outcome: 0 | 1;
  side: Side;
  /** Limit price in price units (1e-4 dollars). */
  price: number;
  /** Shares in micro units; a multiple of a hundredth of a share. */
  size: number;
  type: 'GTC' | 'GTD' | 'FOK' | 'FAK';
  postOnly?: boolean;
  /** Unix seconds, GTD only. */
  expiration?: number;
}>;

/** A body of `POST /order`, open for changes: the order and the fields around it. */
export type OrderBody = { order: Record<string, unknown>; orderType: unknown; owner: unknown } & Record<
  string,
  unknown
>;

/** The token that an order buys or sells. */
export function tokenOf({ market, outcome }: Pick<OrderPlan, 'market' | 'outcome'>): string {
  return market.tokenIds[outcome];
}

export function opposite(side: Side): Side {
  return side === 'BUY' ? 'SELL' : 'BUY';
}

/** The smallest order a market takes, at least `shares` whole shares, in micro units. */
export function sizeFor(market: WriteMarket, shares: number): number {
  return Math.max(Math.ceil(market.minSize / MICRO) * MICRO, shares * MICRO);
}

/** The cost of this many micro shares at a price in price units, in micro dollars. */
export function cashOf(size: number, price: number): number {
  return Math.round((size / PRICE_ONE) * price);
}

/** Ten cents in price units: a multiple of every tick. */
export const DIME = PRICE_ONE / 10;

const ZERO_BYTES = `0x${'00'.repeat(32)}`;

/** The service clock and `count` digits of the seed, which no other run repeats. */
export function drawDigits(context: CheckContext, count: number): string {
  return `${context.serviceSeconds()}${String(Math.floor(context.random() * 10 ** count)).padStart(count, '0')}`;
}

/** The body of `POST /order` for a plan: the 13 fields, amounts in millionths. */
export function orderBody(context: CheckContext, wallet: Wallet, plan: OrderPlan): OrderBody {
  const shares = String(plan.size);
  const cash = String(cashOf(plan.size, plan.price));
  return {
    order: {
      tokenId: tokenOf(plan),
      conditionId: plan.market.conditionId,
      maker: wallet.address,
      signer: wallet.address,
      makerAmount: plan.side === 'BUY' ? cash : shares,
      takerAmount: plan.side === 'BUY' ? shares : cash,
      side: plan.side,
      metadata: ZERO_BYTES,
      salt: drawDigits(context, 9),
      // The maker is the address of the key itself, an EOA.
      signatureType: wallet.dialect?.contracts === 'polymarket' ? 0 : 3,
      signature: `0x${'5a'.repeat(65)}`,
      timestamp: String(context.serviceSeconds() * 1000),
      builder: ZERO_BYTES,
      ...(plan.expiration === undefined ? {} : { expiration: String(plan.expiration) }),
    },
    orderType: plan.type,
    owner: wallet.apiKey,
    ...(plan.postOnly === undefined ? {} : { postOnly: plan.postOnly }),
  };
}

export function place(context: CheckContext, wallet: Wallet, plan: OrderPlan): Promise<Exchange> {
  return context.send(withJson('POST', '/order', orderBody(context, wallet, plan)), wallet);
}

export function cancel(context: CheckContext, wallet: Wallet, orderId: string): Promise<Exchange> {
  return context.send(withJson('DELETE', '/order', { orderId }), wallet);
}

/** The id of an accepted order; undefined if the order was refused or the reply has no id. */
export function placedId(response: Exchange): string | undefined {
  return isRefusal(response) ? undefined : namedId(response);
}

/** The id in a reply, whether or not the order was accepted. */
export function namedId(response: Exchange): string | undefined {
  const id = textAt(response.json, 'orderID');
  return id === undefined || id === '' ? undefined : id;
}

/** The amounts of a reply; NaN if it has no such number. */
export function amountsIn({ json }: Exchange): readonly [making: number, taking: number] {
  return [Number(textAt(json, 'makingAmount')), Number(textAt(json, 'takingAmount'))];
}

/** The reason of a refusal in the words of the service; its status if it has no text. */
export function reasonIn(response: Exchange): string {
  return textAt(response.json, 'error') ?? textAt(response.json, 'errorMsg') ?? statusOf(response);
}

/** Reason and remedy for a refused order of a check: `verdict/causes` makes one cause of all of them. */
export function refusedWords(plan: OrderPlan, response: Exchange): readonly [reason: string, remedy: string] {
  const { type, side, size, price } = plan;
  const [cash, shares] = [cashOf(size, price), size];
  const amounts = side === 'BUY' ? [cash, shares] : [shares, cash];
  const order =
    `${type} ${side} ${size / MICRO} shares at ${price / PRICE_ONE} ` +
    `(makerAmount ${amounts[0]}, takerAmount ${amounts[1]})`;
  return [
    `the target refuses ${order}: ${reasonIn(response)}`,
    'read amounts in millionths of dollars and shares (D/order-amounts); ' +
      'give the wallets cash and both tokens of the markets set aside',
  ];
}

/** Cancels the order that a reply names, if it names one. */
export async function withdraw(context: CheckContext, wallet: Wallet, response: Exchange): Promise<void> {
  const id = namedId(response);
  if (id !== undefined) await cancel(context, wallet, id);
}
