/** sim/core/command-handler: validates the form of a command and calls the function for its kind. */

import { assertNever, ok, type Result, refuse } from '../../base/result.ts';
import type { Micro } from '../../base/units.ts';
import type { WalletNumber } from '../../spec/venue/command.ts';
import { type Command, DONE, type Refusal, type Reply } from '../../spec/venue/command.ts';
import { cancel } from './cancellation.ts';
import { malformedField } from './command-validation.ts';
import { convert, groupMarkets } from './groups.ts';
import { keepHeartbeat } from './heartbeats.ts';
import { changeCash, openAccount } from './ledger.ts';
import { writeEvent } from './log-write.ts';
import { changeTick, closeMarket, listMarket, resolveMarket, switchMarket } from './market-life.ts';
import { place } from './placement.ts';
import { merge, redeem, split } from './sets.ts';
import { disturbSettlement } from './settlement.ts';
import { transfer } from './transfers.ts';
import type { VenueState } from './venue-state.ts';

/** Executes the command and appends its events, or refuses it and changes nothing. */
export function handleCommand(venue: VenueState, command: Command): Result<Reply, Refusal> {
  const bad = malformedField(command);
  if (bad !== undefined) return refuse({ kind: 'malformed', what: bad });
  switch (command.kind) {
    case 'place':
      return place(venue, command);
    case 'cancel':
      return cancel(venue, command.wallet, command.order);
    case 'list-market':
      return listMarket(venue, command.terms);
    case 'open-wallet':
      return openWallet(venue);
    case 'deposit':
      return deposit(venue, command.wallet, command.amount);
    case 'split':
      return split(venue, command.wallet, command.market, command.size);
    case 'merge':
      return merge(venue, command.wallet, command.market, command.size);
    case 'redeem':
      return redeem(venue, command.wallet, command.market);
    case 'heartbeat':
      return keepHeartbeat(venue, command.key);
    case 'pause-market':
      return switchMarket(venue, command.market, 'paused');
    case 'resume-market':
      return switchMarket(venue, command.market, 'open');
    case 'close-market':
      return closeMarket(venue, command.market);
    case 'resolve-market':
      return resolveMarket(venue, command.market, command.payout);
    case 'change-tick':
      return changeTick(venue, command.market, command.tick);
    case 'group-markets':
      return groupMarkets(venue, command.markets);
    case 'convert':
      return convert(venue, command);
    case 'disturb-settlement':
      return disturbSettlement(venue, command.trade, command.outcome);
    case 'transfer':
      return transfer(venue, command);
    case 'note':
      writeEvent(venue.log, { kind: 'noted', at: venue.now, text: command.text });
      return DONE;
    default:
      return assertNever(command);
  }
}

function openWallet(venue: VenueState): Result<Reply, Refusal> {
  const index = openAccount(venue.ledger);
  writeEvent(venue.log, { kind: 'wallet-opened', at: venue.now, wallet: index });
  return ok({ kind: 'created', index });
}

function deposit(venue: VenueState, wallet: WalletNumber, amount: Micro): Result<Reply, Refusal> {
  if (wallet >= venue.ledger.wallets) return refuse({ kind: 'unknown-wallet' });
  // All money, that borrowed for conversions included, stays an exact integer. Every other sum is a part of it.
  const { deposits, debt } = venue.treasury;
  if (amount > Number.MAX_SAFE_INTEGER - deposits - debt) return refuse({ kind: 'malformed', what: 'amount' });
  changeCash(venue.ledger, wallet, amount);
  venue.treasury.deposits += amount;
  writeEvent(venue.log, { kind: 'deposited', at: venue.now, wallet, amount });
  return DONE;
}
