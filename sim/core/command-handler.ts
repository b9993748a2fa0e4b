/**
 * sim/core/command-handler: executes commands. A command that breaks the promises of its type is refused, with the
 * first field that does. Orders are placed and cancelled here, other commands in the files of their subjects.
 */
import { invariant, ok, type Result, refuse } from '../../base/result.ts';
import { MICRO, PRICE_ONE, type Price } from '../../base/units.ts';
import {
  type Command,
  type CommandOf,
  DONE,
  type MarketTerms,
  type OrderFields,
  type PlaceOrder,
  type Refusal,
  type Reply,
  type TransferCommand,
} from '../../spec/venue/command.ts';
import { DELAY_LIMIT, GROUP_LIMIT, MOMENT_LIMIT, RATE_LIMIT, SALT_LIMIT, SIZE_LIMIT } from '../../spec/venue/rules.ts';
import { convert, groupMarkets } from './groups.ts';
import { keepHeartbeat } from './heartbeats.ts';
import { changeTick, closeMarket, listMarket, resolveMarket, switchMarket } from './market-life.ts';
import { slotOf } from './open-orders.ts';
import { closeOrder } from './order-ending.ts';
import { admit } from './order-path.ts';
import { walletOf } from './order-pool.ts';
import { endedOrder } from './order-view.ts';
import { merge, redeem, split } from './sets.ts';
import { disturbSettlement } from './settlement.ts';
import { fillTicket, ORDER_REFUSALS, type Ticket } from './ticket.ts';
import { marketAt, type VenueState } from './venue-state.ts';
import { deposit, note, openWallet, transfer } from './wallets.ts';

/** Executes the command and appends its events, or refuses it and changes nothing. */
export function handleCommand(venue: VenueState, command: Command): Result<Reply, Refusal> {
  const what = malformedField(command);
  if (what !== undefined) return refuse({ kind: 'malformed', what });
  return (HANDLERS[command.kind] as Handler<Command['kind']>)(venue, command);
}

/** Accepts the order, trades it at once or after the market's delay, and rests or ends the remainder. */
function place(venue: VenueState, command: PlaceOrder): Result<Reply, Refusal> {
  const { ticket } = venue;
  fillTicket(ticket, command);
  const order = admit(venue, ticket);
  if (order < 0) return refuse(refusalOf(venue, ticket, order));
  const { traded, cash, isDelayed, isOver } = ticket;
  const status = isDelayed ? 'delayed' : traded > 0 ? 'matched' : isOver ? 'unmatched' : 'live';
  return ok({ kind: 'placed', order, status, size: traded, cash });
}

function refusalOf(venue: VenueState, ticket: Ticket, code: number): Refusal {
  const kind = ORDER_REFUSALS[-1 - code];
  invariant(kind !== undefined, 'a refusal has its code in the list');
  switch (kind) {
    case 'malformed':
      return { kind, what: 'ticket' };
    case 'market-not-accepting': {
      const { state } = marketAt(venue, ticket.market);
      invariant(state !== 'open', 'a market that does not accept orders is not open');
      return { kind, state };
    }
    case 'price-out-of-range': {
      const { tick } = marketAt(venue, ticket.market).terms;
      return { kind, min: tick, max: PRICE_ONE - tick };
    }
    case 'price-off-tick':
      return { kind, tick: marketAt(venue, ticket.market).terms.tick };
    case 'size-too-small':
      return { kind, min: marketAt(venue, ticket.market).terms.minSize };
    case 'insufficient-cash':
    case 'insufficient-tokens':
      return { kind, needed: ticket.needed, free: ticket.free };
    default:
      return { kind };
  }
}

/** Ends an open order of the wallet. Its fills stay. */
function cancel(venue: VenueState, { wallet, order }: CommandOf<'cancel'>): Result<Reply, Refusal> {
  if (order >= venue.orders.orders) return refuse({ kind: 'unknown-order' });
  const slot = slotOf(venue.orders, order);
  if (slot > 0) {
    if (walletOf(venue.pool, slot) !== wallet) return refuse({ kind: 'not-owner' });
    closeOrder(venue, slot, 'cancelled');
    return DONE;
  }
  const ended = endedOrder(venue, order);
  return refuse(ended.wallet === wallet ? { kind: 'order-finished', state: ended.state } : { kind: 'not-owner' });
}

type Handler<Kind extends Command['kind']> = (venue: VenueState, command: CommandOf<Kind>) => Result<Reply, Refusal>;

const HANDLERS: { readonly [Kind in Command['kind']]: Handler<Kind> } = {
  place,
  cancel,
  'list-market': listMarket,
  'open-wallet': openWallet,
  deposit,
  split,
  merge,
  redeem,
  heartbeat: keepHeartbeat,
  'pause-market': switchMarket,
  'resume-market': switchMarket,
  'close-market': closeMarket,
  'resolve-market': resolveMarket,
  'change-tick': changeTick,
  'group-markets': groupMarkets,
  convert,
  'disturb-settlement': disturbSettlement,
  transfer,
  note,
};

/** The first field with a wrong type or range; undefined if the command is well-formed. */
function malformedField(command: Command): string | undefined {
  if (!isRecord(command)) return 'command';
  const { kind } = command;
  if (typeof kind !== 'string') return 'kind';
  switch (kind) {
    case 'place':
      return malformedOrder(command);
    case 'cancel':
      if (!isCount(command.wallet)) return 'wallet';
      return isCount(command.order) ? undefined : 'order';
    default:
      return malformedRest(command);
  }
}

function malformedRest(command: Exclude<Command, { kind: 'place' | 'cancel' }>): string | undefined {
  switch (command.kind) {
    case 'list-market':
      return malformedTerms(command.terms);
    case 'open-wallet':
      return undefined;
    case 'deposit':
      return bad('wallet', isCount(command.wallet)) ?? bad('amount', isCount(command.amount) && command.amount > 0);
    case 'split':
    case 'merge':
      return (
        bad('wallet', isCount(command.wallet)) ??
        bad('market', isCount(command.market)) ??
        bad('size', Number.isSafeInteger(command.size))
      );
    case 'redeem':
      return bad('wallet', isCount(command.wallet)) ?? bad('market', isCount(command.market));
    case 'heartbeat':
      return isCount(command.key) ? undefined : 'key';
    case 'pause-market':
    case 'resume-market':
    case 'close-market':
      return isCount(command.market) ? undefined : 'market';
    case 'resolve-market':
      return bad('market', isCount(command.market)) ?? bad('payout', isPayout(command.payout));
    case 'change-tick':
      return bad('market', isCount(command.market)) ?? bad('tick', isTick(command.tick));
    case 'group-markets':
      return isAscending(command.markets, 2, GROUP_LIMIT) ? undefined : 'markets';
    case 'convert':
      return (
        bad('wallet', isCount(command.wallet)) ??
        bad('group', isCount(command.group)) ??
        bad('markets', isAscending(command.markets, 1, GROUP_LIMIT)) ??
        bad('size', Number.isSafeInteger(command.size))
      );
    case 'disturb-settlement':
      return (
        bad('trade', isCount(command.trade)) ??
        bad('outcome', command.outcome === 'retry' || command.outcome === 'fail' || command.outcome === 'hold')
      );
    case 'transfer':
      return malformedTransfer(command);
    case 'note':
      return bad('text', isSalt(command.text));
    default:
      return 'kind';
  }
}

function malformedTransfer({ wallet, to, amount, market, outcome }: TransferCommand): string | undefined {
  const isOfCash = market === undefined && outcome === undefined;
  return (
    bad('wallet', isCount(wallet)) ??
    bad('to', isCount(to)) ??
    bad('amount', isCount(amount) && amount > 0) ??
    bad('market', isOfCash || (market !== undefined && isCount(market))) ??
    bad('outcome', isOfCash || outcome === 0 || outcome === 1)
  );
}

function malformedOrder(command: PlaceOrder): string | undefined {
  const field = malformedFields(command);
  if (field !== undefined) return field;
  if (command.expiresAt !== undefined && !isExpiry(command.expiresAt)) return 'expiresAt';
  return isSalt(command.salt) ? undefined : 'salt';
}

/** Whether a caller has put a value of a wrong type on the ticket. */
export function isMalformedTicket(ticket: Ticket): boolean {
  const { expiresAt, salt, saltText } = ticket;
  if (malformedFields(ticket) !== undefined || !isSalt(saltText)) return true;
  return (expiresAt !== -1 && !isExpiry(expiresAt)) || (salt !== -1 && !isCount(salt));
}

function malformedFields(order: OrderFields & { readonly postOnly: boolean }): string | undefined {
  if (!isCount(order.wallet)) return 'wallet';
  if (!isCount(order.key)) return 'key';
  if (!isCount(order.market)) return 'market';
  if (order.outcome !== 0 && order.outcome !== 1) return 'outcome';
  if (order.side !== 'BUY' && order.side !== 'SELL') return 'side';
  if (!isOrderType(order.type)) return 'type';
  if (!Number.isSafeInteger(order.price)) return 'price';
  if (!Number.isSafeInteger(order.size)) return 'size';
  return typeof order.postOnly === 'boolean' ? undefined : 'postOnly';
}

function malformedTerms(terms: MarketTerms): string | undefined {
  if (!isRecord(terms) || !isRecord(terms.fee)) return 'terms';
  const { tick, minSize, fee, delayMs } = terms;
  return (
    bad('tick', isTick(tick)) ??
    bad('minSize', isCount(minSize) && minSize <= SIZE_LIMIT) ??
    bad('fee.rate', isCount(fee.rate) && fee.rate <= RATE_LIMIT) ??
    bad('fee.exponent', fee.exponent === 0 || fee.exponent === 1 || fee.exponent === 2) ??
    bad('fee.takerOnly', typeof fee.takerOnly === 'boolean') ??
    bad('delayMs', isCount(delayMs) && delayMs <= DELAY_LIMIT)
  );
}

function bad(name: string, isGood: boolean) {
  return isGood ? undefined : name;
}

function isRecord(value: unknown) {
  return typeof value === 'object' && value !== null;
}

/** Most counts are ints: the first comparison is the fast path. */
function isCount(value: number) {
  return typeof value === 'number' && ((value | 0) === value || Number.isSafeInteger(value)) && value >= 0;
}

function isExpiry(moment: number) {
  return isCount(moment) && moment <= MOMENT_LIMIT;
}

function isTick(tick: Price) {
  return isCount(tick) && tick > 0 && tick <= PRICE_ONE / 2 && PRICE_ONE % tick === 0;
}

/** Market numbers, each higher than the one before. */
function isAscending(markets: readonly number[], least: number, most: number): boolean {
  if (!Array.isArray(markets) || markets.length < least || markets.length > most) return false;
  let last = -1;
  for (const market of markets) {
    if (!isCount(market) || market <= last) return false;
    last = market;
  }
  return true;
}

function isSalt(salt: string) {
  return typeof salt === 'string' && salt.length <= SALT_LIMIT;
}

function isOrderType(type: string) {
  return type === 'GTC' || type === 'GTD' || type === 'FOK' || type === 'FAK';
}

function isPayout(payout: readonly [number, number]): boolean {
  if (!Array.isArray(payout) || payout.length !== 2) return false;
  return isCount(payout[0]) && isCount(payout[1]) && payout[0] + payout[1] === MICRO;
}
