/** sim/core/log-copy: events as objects written back into cells, for logs that exist only as objects. */
import { assertNever } from '../../base/result.ts';
import type { Event, Trade } from '../../spec/venue/event.ts';
import type { EventLog } from './event-log.ts';
import { MARKET_STATES } from './log-read.ts';
import {
  CLOSE_REASONS,
  TRADE_STATUSES,
  writeAccepted,
  writeClosed,
  writeLeg,
  writeNote,
  writeShort,
  writeStatus,
  writeTrade,
} from './log-write.ts';
import { packTerms } from './order-terms.ts';
import { fillTicket, newTicket } from './ticket.ts';

export function writeEvent(log: EventLog, event: Event): void {
  const { kind, at } = event;
  switch (kind) {
    case 'order-accepted':
      copyAccepted(log, event);
      break;
    case 'trade':
    case 'trade-reversed':
      copyTrade(log, kind, event);
      break;
    case 'order-closed':
      writeClosed(log, at, event.order, CLOSE_REASONS.indexOf(event.reason), event.remaining);
      break;
    case 'trade-status':
      writeStatus(log, at, event.trade, TRADE_STATUSES.indexOf(event.status));
      break;
    case 'noted':
      writeNote(log, at, event.text);
      break;
    default: {
      const [subject, numbers] = numbersOf(event);
      writeShort(log, kind, at, subject, numbers);
    }
  }
}

type LongKind = 'order-accepted' | 'trade' | 'trade-reversed' | 'order-closed' | 'trade-status' | 'noted';

/** The subject of an event that `writeShort` writes, and its other numbers in the order of their cells. */
function numbersOf(event: Exclude<Event, { kind: LongKind }>): readonly [subject: number, numbers: readonly number[]] {
  const { kind } = event;
  switch (kind) {
    case 'order-reduced':
      return [event.order, [event.size]];
    case 'order-released':
      return [event.order, []];
    case 'heartbeat-kept':
    case 'heartbeat-lost':
      return [0, [event.key]];
    case 'wallet-opened':
      return [event.wallet, []];
    case 'deposited':
      return [event.wallet, [event.amount]];
    case 'split':
    case 'merged':
      return [event.wallet, [event.market, event.size]];
    case 'redeemed':
      return [event.wallet, [event.market, ...event.sizes, ...event.paid]];
    case 'market-listed': {
      const { tick, minSize, fee, delayMs } = event.terms;
      return [event.market, [tick, minSize, fee.rate, fee.exponent, fee.takerOnly ? 1 : 0, delayMs]];
    }
    case 'market-state':
      return [event.market, [MARKET_STATES.indexOf(event.state)]];
    case 'market-resolved':
      return [event.market, event.payout];
    case 'tick-changed':
      return [event.market, [event.tick]];
    case 'markets-grouped':
      return [event.group, event.markets];
    case 'converted': {
      const { wallet, group, size, paid, markets, others } = event;
      return [wallet, [group, size, paid, markets.length, others.length, ...markets, ...others]];
    }
    case 'transferred': {
      const { wallet, to, amount, market, outcome } = event;
      return [wallet, market === undefined ? [to, amount] : [to, amount, market, outcome ?? 0]];
    }
    default:
      return assertNever(kind);
  }
}

function copyAccepted(log: EventLog, event: Event & { readonly kind: 'order-accepted' }): void {
  const { at, order, price, outcome, side, type, delayedUntil } = event;
  const ticket = newTicket();
  fillTicket(ticket, event);
  writeAccepted(log, at, order, ticket, packTerms(price, outcome, side, type), delayedUntil ?? -1);
}

function copyTrade(log: EventLog, kind: 'trade' | 'trade-reversed', trade: Trade): void {
  const { at, market, takerOrder, takerWallet, takerKey, outcome, side, size, cash, fee } = trade;
  for (const leg of trade.makers) {
    const terms = packTerms(leg.price, leg.outcome, leg.side, 'GTC');
    const { order, wallet, key, takerPrice } = leg;
    writeLeg(log, order, wallet, key, terms, takerPrice, leg.size, leg.cash, leg.fee, leg.takerCash, leg.takerFee);
  }
  const terms = packTerms(0, outcome, side, 'GTC');
  writeTrade(log, kind, at, trade.trade, market, takerOrder, takerWallet, takerKey, terms, size, cash, fee);
}
