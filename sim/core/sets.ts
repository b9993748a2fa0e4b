/**
 * sim/core/sets: split, merge and redeem. One dollar buys one token of each outcome, and one of each buys the dollar
 * back. After resolution each token is worth its payout.
 */
import { invariant, type Result, refuse } from '../../base/result.ts';
import { MICRO, type Micro, mulDivFloor } from '../../base/units.ts';
import {
  type CommandOf,
  DONE,
  type MarketNumber,
  type Refusal,
  type Reply,
  type WalletNumber,
} from '../../spec/venue/command.ts';
import { SIZE_LIMIT } from '../../spec/venue/rules.ts';
import { changeCash, changeTokens, findHolding, freeCash, freeTokens, holdingOf, tokensOf } from './ledger.ts';
import { writeEvent } from './log-write.ts';
import type { Market } from './market.ts';
import { marketBefore, type VenueState } from './venue-state.ts';

export function split(venue: VenueState, { wallet, market: index, size }: CommandOf<'split'>): Result<Reply, Refusal> {
  const found = marketFor(venue, wallet, index, ['closed', 'resolved']);
  if (!found.ok) return found;
  const market = found.value;
  if (size <= 0 || size > SIZE_LIMIT) return refuse({ kind: 'size-invalid' });
  const free = freeCash(venue.ledger, wallet);
  if (size > free) return refuse({ kind: 'insufficient-cash', needed: size, free });
  mintSets(venue, wallet, market, size);
  writeEvent(venue.log, { kind: 'split', at: venue.now, wallet, market: index, size });
  return DONE;
}

export function merge(venue: VenueState, { wallet, market: index, size }: CommandOf<'merge'>): Result<Reply, Refusal> {
  const found = marketFor(venue, wallet, index, ['resolved']);
  if (!found.ok) return found;
  const market = found.value;
  if (size <= 0 || size > SIZE_LIMIT) return refuse({ kind: 'size-invalid' });
  const holding = findHolding(venue.ledger, wallet, index);
  const free = Math.min(freeTokens(venue.ledger, holding, 0), freeTokens(venue.ledger, holding, 1));
  if (size > free) return refuse({ kind: 'insufficient-tokens', needed: size, free });
  mintSets(venue, wallet, market, -size);
  writeEvent(venue.log, { kind: 'merged', at: venue.now, wallet, market: index, size });
  return DONE;
}

/** Gives up all tokens of a resolved market for their payout, each outcome's rounded down to the micro dollar. */
export function redeem(venue: VenueState, { wallet, market: index }: CommandOf<'redeem'>): Result<Reply, Refusal> {
  const { ledger } = venue;
  const found = marketFor(venue, wallet, index, []);
  if (!found.ok) return found;
  const market = found.value;
  if (market.payout === undefined) return refuse({ kind: 'not-resolved' });
  const holding = findHolding(ledger, wallet, index);
  const first = holding < 0 ? 0 : tokensOf(ledger, holding, 0);
  const second = holding < 0 ? 0 : tokensOf(ledger, holding, 1);
  if (first + second === 0) return refuse({ kind: 'nothing-to-redeem' });
  invariant(market.payout[0] + market.payout[1] === MICRO, 'a set pays a dollar');
  const paid = [mulDivFloor(first, market.payout[0], MICRO), mulDivFloor(second, market.payout[1], MICRO)] as const;
  changeTokens(ledger, holding, 0, -first);
  changeTokens(ledger, holding, 1, -second);
  market.supply[0] -= first;
  market.supply[1] -= second;
  invariant(market.supply[0] >= 0 && market.supply[1] >= 0, 'no more tokens are redeemed than exist');
  payOut(venue, market, wallet, paid[0] + paid[1]);
  writeEvent(venue.log, { kind: 'redeemed', at: venue.now, wallet, market: index, sizes: [first, second], paid });
  return DONE;
}

function marketFor(
  venue: VenueState,
  wallet: WalletNumber,
  index: MarketNumber,
  states: readonly ('closed' | 'resolved')[],
): Result<Market, Refusal> {
  return wallet < venue.ledger.wallets ? marketBefore(venue, index, states) : refuse({ kind: 'unknown-wallet' });
}

/** Buys `size` complete sets from the market, or sells them back if it is negative. */
function mintSets(venue: VenueState, wallet: WalletNumber, market: Market, size: Micro) {
  const { ledger } = venue;
  const holding = holdingOf(ledger, wallet, market.index);
  changeCash(ledger, wallet, -size);
  changeTokens(ledger, holding, 0, size);
  changeTokens(ledger, holding, 1, size);
  makeSets(venue, market, size);
}

/** Creates complete sets, or merges them if `sets` is negative. */
export function makeSets(venue: VenueState, market: Market, sets: Micro): void {
  market.supply[0] += sets;
  market.supply[1] += sets;
  market.collateral += sets;
  venue.treasury.collateral += sets;
  invariant(market.supply[0] >= 0 && market.supply[1] >= 0, 'no more sets are merged than exist');
  invariant(market.collateral >= 0, 'every set has a dollar behind it until it is merged');
}

/** Pays from the collateral. When the last token is gone, the collateral that rounding left is residual. */
function payOut(venue: VenueState, market: Market, wallet: WalletNumber, cash: Micro) {
  changeCash(venue.ledger, wallet, cash);
  const left = market.supply[0] + market.supply[1] === 0 ? market.collateral - cash : 0;
  market.collateral -= cash + left;
  venue.treasury.collateral -= cash + left;
  venue.treasury.residual += left;
  invariant(left >= 0 && market.collateral >= 0, 'payouts are rounded down, so that the collateral covers them');
}
