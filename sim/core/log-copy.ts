/** sim/core/log-copy: events as objects written back into cells, for logs that come from somewhere else. */
import { assertNever } from '../../spec/result.ts';
import type { Event, Trade } from './event.ts';
import type { EventLog } from './event-log.ts';
import { MARKET_STATES } from './log-read.ts';
import {
  CLOSE_REASONS,
  TRADE_STATUSES,
  writeAccepted,
  writeClosed,
  writeLeg,
  writeShort,
  writeStatus,
  writeTrade,
} from './log-write.ts';
import { packTerms } from './order-terms.ts';
import { fillTicket, newTicket } from './ticket.ts';

/** Appends an event. */
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
    case 'order-reduced':
      writeShort(log, kind, at, event.order, [event.size]);
      break;
    case 'order-released':
      writeShort(log, kind, at, event.order);
      break;
    case 'trade-status':
      writeStatus(log, at, event.trade, TRADE_STATUSES.indexOf(event.status));
      break;
    case 'heartbeat-kept':
    case 'heartbeat-lost':
      writeShort(log, kind, at, 0, [event.key]);
      break;
    case 'wallet-opened':
      writeShort(log, kind, at, event.wallet);
      break;
    case 'deposited':
      writeShort(log, kind, at, event.wallet, [event.amount]);
      break;
    case 'split':
    case 'merged':
      writeShort(log, kind, at, event.wallet, [event.market, event.size]);
      break;
    case 'redeemed':
      writeShort(log, kind, at, event.wallet, [event.market, ...event.sizes, ...event.paid]);
      break;
    case 'market-listed': {
      const { tick, minSize, fee, delayMs } = event.terms;
      const numbers = [tick, minSize, fee.rate, fee.exponent, fee.takerOnly ? 1 : 0, delayMs];
      writeShort(log, kind, at, event.market, numbers);
      break;
    }
    case 'market-state':
      writeShort(log, kind, at, event.market, [MARKET_STATES.indexOf(event.state)]);
      break;
    case 'market-resolved':
      writeShort(log, kind, at, event.market, event.payout);
      break;
    case 'tick-changed':
      writeShort(log, kind, at, event.market, [event.tick]);
      break;
    case 'markets-grouped':
      writeShort(log, kind, at, event.group, event.markets);
      break;
    case 'converted': {
      const { size, paid, markets, others } = event;
      const numbers = [event.group, size, paid, markets.length, others.length, ...markets, ...others];
      writeShort(log, kind, at, event.wallet, numbers);
      break;
    }
    default:
      assertNever(kind);
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
