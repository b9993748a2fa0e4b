/**
 * sim/core/sets: complete sets and what becomes of them. One dollar buys one token of each outcome and one of each buys
 * the dollar back; after resolution each token is worth its payout.
 */
import { ok, type Result, refuse } from '../../spec/result.ts';
import { MICRO, mulDivFloor } from '../../spec/units.ts';
import type { Refusal, Reply } from './command.ts';
import { type Account, changeCash, changeTokens, freeCash, freeTokens, type Holding, holdingOf } from './ledger.ts';
import type { Market } from './market.ts';
import { SIZE_LIMIT } from './rules.ts';
import type { Venue } from './venue.ts';

type Party = { readonly account: Account; readonly market: Market };

export function split(venue: Venue, wallet: number, market: number, size: number): Result<Reply, Refusal> {
  const party = partyOf(venue, wallet, market);
  if (!party.ok) return party;
  const { account } = party.value;
  if (party.value.market.state === 'closed' || party.value.market.state === 'resolved') {
    return refuse({ kind: 'market-not-accepting', state: party.value.market.state });
  }
  if (size <= 0 || size > SIZE_LIMIT) return refuse({ kind: 'size-invalid' });
  const free = freeCash(account);
  if (size > free) return refuse({ kind: 'insufficient-cash', needed: size, free });
  exchangeSets(venue, party.value, size);
  venue.log.push({ kind: 'split', at: venue.now, wallet, market, size });
  return ok({ kind: 'done' });
}

export function merge(venue: Venue, wallet: number, market: number, size: number): Result<Reply, Refusal> {
  const party = partyOf(venue, wallet, market);
  if (!party.ok) return party;
  const { account } = party.value;
  if (party.value.market.state === 'resolved') return refuse({ kind: 'market-not-accepting', state: 'resolved' });
  if (size <= 0 || size > SIZE_LIMIT) return refuse({ kind: 'size-invalid' });
  const free = Math.min(freeTokens(account, market, 0), freeTokens(account, market, 1));
  if (size > free) return refuse({ kind: 'insufficient-tokens', needed: size, free });
  exchangeSets(venue, party.value, -size);
  venue.log.push({ kind: 'merged', at: venue.now, wallet, market, size });
  return ok({ kind: 'done' });
}

/** Gives up all tokens of a resolved market for their payout, each outcome's rounded down to the micro dollar. */
export function redeem(venue: Venue, wallet: number, index: number): Result<Reply, Refusal> {
  const party = partyOf(venue, wallet, index);
  if (!party.ok) return party;
  const { account, market } = party.value;
  if (market.payout === undefined) return refuse({ kind: 'not-resolved' });
  const holding = account.holdings.get(index);
  if (holding === undefined || holding.total[0] + holding.total[1] === 0) return refuse({ kind: 'nothing-to-redeem' });
  const sizes: readonly [number, number] = [holding.total[0], holding.total[1]];
  const paid: readonly [number, number] = [
    mulDivFloor(sizes[0], market.payout[0], MICRO),
    mulDivFloor(sizes[1], market.payout[1], MICRO),
  ];
  burn(market, holding, sizes);
  payOut(venue, market, account, paid[0] + paid[1]);
  venue.log.push({ kind: 'redeemed', at: venue.now, wallet, market: index, sizes, paid });
  return ok({ kind: 'done' });
}

function partyOf(venue: Venue, wallet: number, index: number): Result<Party, Refusal> {
  const account = venue.accounts[wallet];
  if (account === undefined) return refuse({ kind: 'unknown-wallet' });
  const market = venue.markets[index];
  if (market === undefined) return refuse({ kind: 'unknown-market' });
  return ok({ account, market });
}

/** Buys `size` complete sets from the market, or sells them back where it is negative. */
function exchangeSets(venue: Venue, { account, market }: Party, size: number): void {
  const holding = holdingOf(account, market.index);
  changeCash(account, -size);
  changeTokens(holding, 0, size);
  changeTokens(holding, 1, size);
  market.supply[0] += size;
  market.supply[1] += size;
  market.collateral += size;
  venue.treasury.collateral += size;
}

function burn(market: Market, holding: Holding, sizes: readonly [number, number]): void {
  changeTokens(holding, 0, -sizes[0]);
  changeTokens(holding, 1, -sizes[1]);
  market.supply[0] -= sizes[0];
  market.supply[1] -= sizes[1];
}

/** Pays from the collateral; with the last token gone, what rounding has left of it is residual. */
function payOut(venue: Venue, market: Market, account: Account, cash: number): void {
  changeCash(account, cash);
  const left = market.supply[0] + market.supply[1] === 0 ? market.collateral - cash : 0;
  market.collateral -= cash + left;
  venue.treasury.collateral -= cash + left;
  venue.treasury.residual += left;
}
