/**
 * sim/core/rolling-hash: a hash over every field of every event, in two 32-bit lanes of integer arithmetic, the same on
 * every machine. Events are folded in when the hash is asked for; the value after n events does not depend on when.
 */
import { assertNever } from '../../spec/result.ts';
import type { Event, MakerLeg } from './event.ts';

export type RollingHash = { one: number; two: number /** Events folded in so far. */; events: number };

export function newRollingHash(): RollingHash {
  return { one: 0x2545f491, two: 0x6c62272e, events: 0 };
}

/** Folds in the events that are new in the log and answers 16 hex digits. */
export function hashOf(hash: RollingHash, log: readonly Event[]): string {
  for (; hash.events < log.length; hash.events += 1) {
    const event = log[hash.events];
    if (event !== undefined) mixEvent(hash, event);
  }
  return hex(hash.one) + hex(hash.two);
}

function hex(lane: number): string {
  return (lane >>> 0).toString(16).padStart(8, '0');
}

function mixWord(hash: RollingHash, word: number): void {
  const one = Math.imul(word, 0xcc9e2d51);
  hash.one ^= Math.imul((one << 15) | (one >>> 17), 0x1b873593);
  hash.one = (Math.imul((hash.one << 13) | (hash.one >>> 19), 5) + 0xe6546b64) | 0;
  const two = Math.imul(word, 0x85ebca6b);
  hash.two ^= Math.imul((two << 16) | (two >>> 16), 0xc2b2ae35);
  hash.two = (Math.imul((hash.two << 11) | (hash.two >>> 21), 9) + 0x38495ab5 + hash.one) | 0;
}

/** A safe integer, as its low and high half. */
function mixNumber(hash: RollingHash, value: number): void {
  mixWord(hash, value | 0);
  mixWord(hash, Math.floor(value / 0x1_0000_0000));
}

function mixNumbers(hash: RollingHash, ...values: readonly number[]): void {
  for (const value of values) mixNumber(hash, value);
}

function mixText(hash: RollingHash, text: string): void {
  mixWord(hash, text.length);
  for (let at = 0; at < text.length; at += 1) mixWord(hash, text.charCodeAt(at));
}

function mixOptional(hash: RollingHash, value: number | undefined): void {
  mixWord(hash, value === undefined ? 0 : 1);
  mixNumber(hash, value ?? 0);
}

function mixEvent(hash: RollingHash, event: Event): void {
  mixText(hash, event.kind);
  mixNumber(hash, event.at);
  switch (event.kind) {
    case 'market-listed': {
      const { tick, minSize, fee, delayMs } = event.terms;
      mixNumbers(hash, event.market, tick, minSize, fee.rate, fee.exponent, fee.takerOnly ? 1 : 0, delayMs);
      break;
    }
    case 'wallet-opened':
      mixNumber(hash, event.wallet);
      break;
    case 'deposited':
      mixNumbers(hash, event.wallet, event.amount);
      break;
    case 'split':
    case 'merged':
      mixNumbers(hash, event.wallet, event.market, event.size);
      break;
    case 'redeemed':
      mixNumbers(hash, event.wallet, event.market, ...event.sizes, ...event.paid);
      break;
    case 'order-accepted':
      mixNumbers(hash, event.order, event.wallet, event.key, event.market, event.outcome, event.price, event.size);
      mixText(hash, event.side);
      mixText(hash, event.type);
      mixWord(hash, event.postOnly ? 1 : 0);
      mixOptional(hash, event.expiresAt);
      mixOptional(hash, event.delayedUntil);
      mixText(hash, event.salt);
      break;
    case 'trade':
    case 'trade-reversed':
      mixNumbers(hash, event.trade, event.market, event.takerOrder, event.takerWallet, event.takerKey, event.outcome);
      mixText(hash, event.side);
      mixNumbers(hash, event.size, event.cash, event.fee, event.makers.length);
      for (const leg of event.makers) mixLeg(hash, leg);
      break;
    case 'trade-status':
      mixNumber(hash, event.trade);
      mixText(hash, event.status);
      break;
    case 'order-released':
      mixNumber(hash, event.order);
      break;
    case 'order-closed':
      mixNumbers(hash, event.order, event.remaining);
      mixText(hash, event.reason);
      break;
    case 'heartbeat-kept':
    case 'heartbeat-lost':
      mixNumber(hash, event.key);
      break;
    case 'market-state':
      mixNumber(hash, event.market);
      mixText(hash, event.state);
      break;
    case 'market-resolved':
      mixNumbers(hash, event.market, ...event.payout);
      break;
    case 'order-reduced':
      mixNumbers(hash, event.order, event.size);
      break;
    case 'tick-changed':
      mixNumbers(hash, event.market, event.tick);
      break;
    case 'markets-grouped':
      mixNumbers(hash, event.group, event.markets.length, ...event.markets);
      break;
    case 'converted':
      mixNumbers(hash, event.wallet, event.group, event.size, event.paid, event.markets.length, ...event.markets);
      mixNumbers(hash, event.others.length, ...event.others);
      break;
    default:
      assertNever(event);
  }
}

function mixLeg(hash: RollingHash, leg: MakerLeg): void {
  mixNumbers(hash, leg.order, leg.wallet, leg.key, leg.outcome, leg.price, leg.size, leg.cash, leg.fee);
  mixText(hash, leg.side);
  mixNumbers(hash, leg.takerPrice, leg.takerCash, leg.takerFee);
}
