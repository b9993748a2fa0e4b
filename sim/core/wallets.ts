/** sim/core/wallets: opens wallets, moves money and shares in and between them, and logs notes. */
import { ok, type Result, refuse } from '../../base/result.ts';
import { type CommandOf, DONE, type Refusal, type Reply, type TransferCommand } from '../../spec/venue/command.ts';
import { changeCash, changeTokens, findHolding, freeCash, freeTokens, holdingOf, openAccount } from './ledger.ts';
import { writeEvent } from './log-write.ts';
import type { VenueState } from './venue-state.ts';

export function openWallet(venue: VenueState): Result<Reply, Refusal> {
  const index = openAccount(venue.ledger);
  writeEvent(venue.log, { kind: 'wallet-opened', at: venue.now, wallet: index });
  return ok({ kind: 'created', index });
}

export function deposit(venue: VenueState, { wallet, amount }: CommandOf<'deposit'>): Result<Reply, Refusal> {
  if (wallet >= venue.ledger.wallets) return refuse({ kind: 'unknown-wallet' });
  // All money, that borrowed for conversions included, stays an exact integer. Every other sum is a part of it.
  const { deposits, debt } = venue.treasury;
  if (amount > Number.MAX_SAFE_INTEGER - deposits - debt) return refuse({ kind: 'malformed', what: 'amount' });
  changeCash(venue.ledger, wallet, amount);
  venue.treasury.deposits += amount;
  writeEvent(venue.log, { kind: 'deposited', at: venue.now, wallet, amount });
  return DONE;
}

/** Moves free dollars or shares of a wallet to another one. */
export function transfer(venue: VenueState, command: TransferCommand): Result<Reply, Refusal> {
  const { ledger, log, now } = venue;
  const { wallet, to, amount, market, outcome } = command;
  if (wallet >= ledger.wallets) return refuse({ kind: 'unknown-wallet' });
  if (market !== undefined && venue.markets[market] === undefined) return refuse({ kind: 'unknown-market' });
  if (to >= ledger.wallets) return refuse({ kind: 'unknown-wallet' });
  if (to === wallet) return refuse({ kind: 'malformed', what: 'to' });
  if (market === undefined || outcome === undefined) {
    const free = freeCash(ledger, wallet);
    if (free < amount) return refuse({ kind: 'insufficient-cash', needed: amount, free });
    changeCash(ledger, wallet, -amount);
    changeCash(ledger, to, amount);
    writeEvent(log, { kind: 'transferred', at: now, wallet, to, amount });
    return DONE;
  }
  const free = freeTokens(ledger, findHolding(ledger, wallet, market), outcome);
  if (free < amount) return refuse({ kind: 'insufficient-tokens', needed: amount, free });
  changeTokens(ledger, holdingOf(ledger, wallet, market), outcome, -amount);
  changeTokens(ledger, holdingOf(ledger, to, market), outcome, amount);
  writeEvent(log, { kind: 'transferred', at: now, wallet, to, amount, market, outcome });
  return DONE;
}

export function note(venue: VenueState, { text }: CommandOf<'note'>): Result<Reply, Refusal> {
  writeEvent(venue.log, { kind: 'noted', at: venue.now, text });
  return DONE;
}
