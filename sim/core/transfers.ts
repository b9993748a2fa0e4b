/** sim/core/transfers: free dollars or shares of a wallet that move to another one. */
import { type Result, refuse } from '../../base/result.ts';
import { DONE, type Refusal, type Reply, type TransferCommand } from '../../spec/venue/command.ts';
import { changeCash, changeTokens, findHolding, freeCash, freeTokens, holdingOf } from './ledger.ts';
import { writeEvent } from './log-write.ts';
import type { VenueState } from './venue-state.ts';

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
