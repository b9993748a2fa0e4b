/** sim/core/command-handler: validates the form of a command and calls the function for its kind. */
import { ok, type Result, refuse } from '../../base/result.ts';
import {
  type Command,
  type CommandOf,
  DONE,
  type Refusal,
  type Reply,
  type TransferCommand,
} from '../../spec/venue/command.ts';
import { malformedField } from './command-validation.ts';
import { cancel, place } from './desk.ts';
import { convert, groupMarkets } from './groups.ts';
import { keepHeartbeat } from './heartbeats.ts';
import { changeCash, changeTokens, findHolding, freeCash, freeTokens, holdingOf, openAccount } from './ledger.ts';
import { writeEvent } from './log-write.ts';
import { changeTick, closeMarket, listMarket, resolveMarket, switchMarket } from './market-life.ts';
import { merge, redeem, split } from './sets.ts';
import { disturbSettlement } from './settlement.ts';
import type { VenueState } from './venue-state.ts';

function openWallet(venue: VenueState): Result<Reply, Refusal> {
  const index = openAccount(venue.ledger);
  writeEvent(venue.log, { kind: 'wallet-opened', at: venue.now, wallet: index });
  return ok({ kind: 'created', index });
}

function deposit(venue: VenueState, { wallet, amount }: CommandOf<'deposit'>): Result<Reply, Refusal> {
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
function transfer(venue: VenueState, command: TransferCommand): Result<Reply, Refusal> {
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

function note(venue: VenueState, { text }: CommandOf<'note'>): Result<Reply, Refusal> {
  writeEvent(venue.log, { kind: 'noted', at: venue.now, text });
  return DONE;
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

/** Executes the command and appends its events, or refuses it and changes nothing. */
export function handleCommand(venue: VenueState, command: Command): Result<Reply, Refusal> {
  const what = malformedField(command);
  if (what !== undefined) return refuse({ kind: 'malformed', what });
  return (HANDLERS[command.kind] as Handler<Command['kind']>)(venue, command);
}
