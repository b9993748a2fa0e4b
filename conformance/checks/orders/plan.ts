/**
 * conformance/checks/orders/plan: the wallets and markets for writes, acceptable orders in exact integers, which rest
 * until cancelled, and orders that are acceptable except for one change. Equal seeds and clocks give equal orders.
 */

import { listAt, textAt } from '../../../base/json.ts';
import { pointerTo } from '../../../base/json-pointer.ts';
import { MICRO, PRICE_ONE } from '../../../base/units.ts';
import { isSuccess, withJson } from '../../../wire/message.ts';
import type {
  Check,
  CheckContext,
  ClauseId,
  Clauses,
  Exchange,
  Expectation,
  RouteId,
  Statement,
  Wallet,
  WriteMarket,
} from '../../check.ts';
import { isRefusal, refusal, statusLike, statusOf, valueAt } from '../assertions.ts';
import { check, type Definition } from '../definition.ts';

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

/** A purchase of twenty shares at the lowest possible price: it rests and does not cross. */
export function farPlan(context: CheckContext, change: Partial<OrderPlan> = {}): OrderPlan {
  const market = writeMarket(context);
  return { market, outcome: 0, side: 'BUY', price: market.tick, size: sizeFor(market, 20), type: 'GTC', ...change };
}

/** Places an order that the check depends on; returns its id. */
export async function placeSound(
  context: CheckContext,
  wallet: Wallet,
  plan: OrderPlan,
): Promise<{ readonly response: Exchange; readonly id: string }> {
  const response = await place(context, wallet, plan);
  return { response, id: acceptedId(context, plan, response) };
}

/** The id of an accepted order; ends the check if the order was refused or has no id. */
function acceptedId(context: CheckContext, plan: OrderPlan, response: Exchange) {
  const id = placedId(response);
  if (!isRefusal(response) && id === undefined) {
    context.notTestable(
      `the response to a ${plan.type} order has no orderID`,
      'return the id of an accepted order, because it can neither be found nor cancelled without one',
    );
  }
  if (id === undefined) {
    context.notTestable(...refusedWords(plan, response));
  }
  return id;
}

/** Runs `work` while an order rests, then cancels the rest of it, even after an error. */
export async function withResting<Result>(
  context: CheckContext,
  wallet: Wallet,
  plan: OrderPlan,
  work: (id: string, response: Exchange) => Promise<Result>,
): Promise<Result> {
  return await withPlaced(context, wallet, plan, await place(context, wallet, plan), work);
}

/** The same for an order that was placed already. */
export async function withPlaced<Result>(
  context: CheckContext,
  wallet: Wallet,
  plan: OrderPlan,
  response: Exchange,
  work: (id: string, response: Exchange) => Promise<Result>,
): Promise<Result> {
  const id = acceptedId(context, plan, response);
  try {
    return await work(id, response);
  } finally {
    await cancel(context, wallet, id);
  }
}

/** The first market set aside for writes. Their order follows from the id of the check. */
export function writeMarket(context: CheckContext): WriteMarket {
  const [market] = context.bindings.writeMarkets;
  if (market === undefined)
    context.notTestable('no market is set aside for writes', 'name markets in the credentials file');
  return market;
}

/** The first wallet of the credentials file, the only one that sends heartbeats. */
export function firstWallet(context: CheckContext): Wallet {
  const [first] = context.wallets;
  if (first === undefined) context.notTestable('no wallet', 'add wallets to the credentials file');
  return first;
}

type Parties = readonly [Wallet, Wallet];

/** The first two wallets of the credentials file. */
export function twoWallets(context: CheckContext): Parties {
  const [first, second] = context.wallets;
  if (first === undefined || second === undefined)
    context.notTestable('fewer than two wallets', 'add a second wallet to the credentials file');
  return [first, second];
}

/** The check of writes by the first two wallets. */
export function walletCheck(
  subject: RouteId,
  name: string,
  {
    run,
    ...definition
  }: Omit<Definition, 'run'> & { readonly run: (context: CheckContext, wallets: Parties) => Promise<void> },
): Check {
  return check(subject, name, { ...definition, run: (context) => run(context, twoWallets(context)) });
}

/** The last wallet, which never sends a heartbeat: a key that has started them loses its orders when they stop. */
export function calmWallet(context: CheckContext): Wallet {
  return context.wallets.at(-1) ?? twoWallets(context)[1];
}

/** A reply that this order is cancelled. */
export function canceling(id: string): Expectation {
  return { status: '2xx', body: { canceled: { $contains: [id] } } };
}

export function isCanceled(response: Exchange, id: string): boolean {
  return isSuccess(response) && listAt(response.json, 'canceled').includes(id);
}

/** A cancel without effect: an error, or a reply that cancels nothing and has a reason under any key. */
export function cancelsNothing(clauses: Clauses, of: Exchange, why: string): Statement {
  const must = { at: { '/canceled': [], '/not_canceled': { $not: { $exact: {} } } } };
  return isSuccess(of) ? { clauses, of, must, because: why } : refusal(clauses, of, why);
}

/** A response that does not report an order as cancelled. */
export function notCanceling(clauses: Clauses, of: Exchange, id: string, why: string): Statement {
  return {
    clauses,
    of,
    must: valueAt('/canceled', { $any: [{ $absent: true }, { $every: { $not: id } }] }),
    because: why,
  };
}

/** The place of the reason why an order was not cancelled. */
export function reasonAt(id: string): string {
  return pointerTo('/not_canceled', id);
}

/** Judges the response to a cancel without effect: by the interface if it is a success, and by the decision. */
export function judgeReason(context: CheckContext, decision: ClauseId, response: Exchange, id: string): void {
  const must = valueAt(reasonAt(id), { $type: 'string' });
  const because = 'it is the reason why the order was not cancelled';
  if (isSuccess(response)) context.judge({ clauses: '4.4/not_canceled', of: response, must, because });
  context.fact(`cancel.${decision.split('.')[1]}`, isSuccess(response) ? 'not_canceled' : String(response.status));
  context.judge({ clauses: decision, of: response, must: { status: 200, ...must }, because });
}

/** A body that was sent, and whether it was refused (`isRefusal`). */
export type Tried = { readonly response: Exchange; readonly isRefused: boolean };

/** Sends a body as `wallet`; cancels an order that was accepted. */
export async function tryBody(context: CheckContext, wallet: Wallet, body: unknown): Promise<Tried> {
  const response = await context.send(withJson('POST', '/order', body), wallet);
  const isRefused = isRefusal(response);
  if (!isRefused) await withdraw(context, wallet, response);
  return { response, isRefused };
}

/** Sends the body of a plan as `wallet`, after `change`. */
export function tryPlan(
  context: CheckContext,
  wallet: Wallet,
  plan: OrderPlan,
  change: (body: OrderBody) => unknown = (body) => body,
): Promise<Tried> {
  return tryBody(context, wallet, change(orderBody(context, wallet, plan)));
}

const ATTEMPTS = 3;

/** Retries a refused order, as matching may be halted (D/order-refusals). Returns the last attempt. */
export async function untilAccepted(attempt: () => Promise<Tried>): Promise<Tried> {
  let tried = await attempt();
  for (let count = 1; tried.isRefused && count < ATTEMPTS; count += 1) tried = await attempt();
  return tried;
}

/** Judges that a body was refused; `why` completes "a refusal, because ...". Records the status of refused orders. */
export function judgeRefused(context: CheckContext, clause: ClauseId, tried: Tried, why: string): boolean {
  const { response } = tried;
  if (!context.judge(refusal(clause, response, why))) return false;
  context.fact('status.refused-order', String(response.status));
  context.judge(statusLike('D/order-refusals.status', response, 400));
  return true;
}

/** An order that was accepted; `why` completes "status 2xx, because ...". */
export function accepted(clauses: Clauses, of: Exchange, why: string): Statement {
  return { clauses, of, must: ACCEPTED, because: why };
}

export const ACCEPTED: Expectation = { status: '2xx', body: { $not: { success: false } } };

export function inOrder(body: OrderBody, change: Readonly<Record<string, unknown>>): OrderBody {
  return { ...body, order: { ...body.order, ...change } };
}

/** A change that makes an acceptable body malformed in one way. */
export type MalformedOrder = Readonly<{
  what: string;
  /** Completes "a refusal, because ...". */
  why: string;
  clause: ClauseId;
  plan?: (context: CheckContext) => OrderPlan;
  /** Changes the body; returns several bodies if the defect has several forms. */
  spoil: (body: OrderBody, context: CheckContext, plan: OrderPlan) => readonly unknown[];
}>;

/** One check for one defect: every form of it is refused. */
export function malformedOrderCheck({ what, why, clause, plan: planOf = sound, spoil }: MalformedOrder): Check {
  return walletCheck('place-order', what, {
    title: `an order is refused if ${why}`,
    clauses: [clause, 'D/order-refusals.status'],
    kind: 'error',
    cost: { 'place-order': 6, 'cancel-order': 6 },
    async run(context, [wallet]) {
      const plan = planOf(context);
      for (const body of spoil(orderBody(context, wallet, plan), context, plan))
        judgeRefused(context, clause, await tryBody(context, wallet, body), why);
    },
  });
}

function sound(context: CheckContext) {
  return farPlan(context);
}
