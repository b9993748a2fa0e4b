/**
 * sim/core/command-validation: checks at run time what the types of a command promise, and names the first field that
 * breaks it. The functions that execute the commands check the rest.
 */
import { MICRO, PRICE_ONE, type Price } from '../../base/units.ts';
import type { Command, MarketTerms, OrderFields, PlaceOrder, TransferCommand } from '../../spec/venue/command.ts';
import { DELAY_LIMIT, GROUP_LIMIT, MOMENT_LIMIT, RATE_LIMIT, SALT_LIMIT, SIZE_LIMIT } from '../../spec/venue/rules.ts';
import type { Ticket } from './ticket.ts';

/** The first field with a wrong type or range; undefined if the command is well-formed. */
export function malformedField(command: Command): string | undefined {
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

function bad(name: string, isGood: boolean): string | undefined {
  return isGood ? undefined : name;
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** Most counts are ints: the first comparison is the fast path. */
function isCount(value: number): boolean {
  return typeof value === 'number' && ((value | 0) === value || Number.isSafeInteger(value)) && value >= 0;
}

function isExpiry(moment: number): boolean {
  return isCount(moment) && moment <= MOMENT_LIMIT;
}

function isTick(tick: Price): boolean {
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

function isSalt(salt: string): boolean {
  return typeof salt === 'string' && salt.length <= SALT_LIMIT;
}

function isOrderType(type: string): boolean {
  return type === 'GTC' || type === 'GTD' || type === 'FOK' || type === 'FAK';
}

function isPayout(payout: readonly [number, number]): boolean {
  if (!Array.isArray(payout) || payout.length !== 2) return false;
  return isCount(payout[0]) && isCount(payout[1]) && payout[0] + payout[1] === MICRO;
}
