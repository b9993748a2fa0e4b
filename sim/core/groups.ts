/**
 * sim/core/groups: negative risk. Exactly one market of a group pays its first outcome, so the second outcomes of k
 * markets are worth the first of all others and k - 1 dollars. Converted second outcomes lie in a vault of the group.
 * Complete sets that a conversion makes are paid for by a debt, which the tokens of the vault cover with any winner.
 */
import { invariant, ok, type Result, refuse } from '../../base/result.ts';
import type { Micro } from '../../base/units.ts';
import { type CommandOf, DONE, type Refusal, type Reply } from '../../spec/venue/command.ts';
import { SIZE_LIMIT } from '../../spec/venue/rules.ts';
import { changeCash, changeTokens, findHolding, freeTokens, holdingOf } from './ledger.ts';
import { writeEvent } from './log-write.ts';
import type { Market } from './market.ts';
import { makeSets } from './sets.ts';
import { type Group, marketAt, marketBefore, type VenueState } from './venue-state.ts';

export function groupMarkets(venue: VenueState, { markets }: CommandOf<'group-markets'>): Result<Reply, Refusal> {
  for (const index of markets) {
    const found = marketBefore(venue, index, ['closed', 'resolved']);
    if (!found.ok) return found;
    const market = found.value;
    if (market.group >= 0) return refuse({ kind: 'market-grouped', market: index });
    if (market.supply[0] + market.supply[1] > 0) return refuse({ kind: 'market-in-use', market: index });
  }
  const group = venue.groups.length;
  for (const index of markets) marketAt(venue, index).group = group;
  // Adding 0 makes 0 of -0, which is the same market. Frozen, because readers of the group get this array.
  venue.groups.push({ markets: Object.freeze(markets.map((index) => index + 0)), debt: 0 });
  invariant(markets.length > 1, 'a group has several markets');
  writeEvent(venue.log, { kind: 'markets-grouped', at: venue.now, group, markets });
  return ok({ kind: 'created', index: group });
}

/** Gives up the second outcome of some markets of a group for the first of all others, and dollars. */
export function convert(
  venue: VenueState,
  { wallet, group: index, markets, size }: CommandOf<'convert'>,
): Result<Reply, Refusal> {
  const { ledger } = venue;
  if (wallet >= ledger.wallets) return refuse({ kind: 'unknown-wallet' });
  const group = venue.groups[index];
  if (group === undefined) return refuse({ kind: 'unknown-group' });
  const stranger = markets.find((market) => !group.markets.includes(market));
  if (stranger !== undefined) return refuse({ kind: 'not-in-group', market: stranger });
  if (group.markets.some((market) => marketAt(venue, market).state === 'resolved')) {
    return refuse({ kind: 'market-not-accepting', state: 'resolved' });
  }
  const paid = (markets.length - 1) * size;
  const owed = (group.markets.length - 1) * size;
  // Collateral never exceeds deposits and debts together, so that it stays an exact integer as well.
  const limit = Number.MAX_SAFE_INTEGER - venue.treasury.deposits - venue.treasury.debt;
  if (size <= 0 || size > SIZE_LIMIT || !Number.isSafeInteger(paid) || owed > limit) {
    return refuse({ kind: 'size-invalid' });
  }
  for (const market of markets) {
    const free = freeTokens(ledger, findHolding(ledger, wallet, market), 1);
    if (free < size) return refuse({ kind: 'insufficient-tokens', needed: size, free });
  }

  const others = group.markets.filter((market) => !markets.includes(market));
  invariant(markets.length + others.length === group.markets.length, 'no market is given up twice');
  for (const market of markets) changeTokens(ledger, holdingOf(ledger, wallet, market), 1, -size);
  for (const market of others) {
    makeSets(venue, marketAt(venue, market), size);
    changeTokens(ledger, holdingOf(ledger, wallet, market), 0, size);
  }
  for (const market of group.markets) marketAt(venue, market).vault += size;
  changeCash(ledger, wallet, paid);
  changeDebt(venue, group, owed);
  writeEvent(venue.log, { kind: 'converted', at: venue.now, wallet, group: index, size, paid, markets, others });
  return DONE;
}

/** Whether this resolution of a market would leave its group with no winner or with several. */
export function wouldBreakGroup(venue: VenueState, market: Market, paysFirst: boolean, paysSecond: boolean): boolean {
  const group = venue.groups[market.group];
  if (group === undefined) return false;
  const others = group.markets.filter((index) => index !== market.index).map((index) => marketAt(venue, index));
  const hasWinner = others.some(({ payout }) => payout !== undefined && payout[0] > 0);
  const isLast = others.every(({ state }) => state === 'resolved');
  if (paysFirst) return hasWinner;
  return !paysSecond || (isLast && !hasWinner);
}

/** Redeems the vault's tokens of a resolved market, which pay the debt of the group. */
export function settleVault(venue: VenueState, market: Market): void {
  const group = venue.groups[market.group];
  if (group === undefined) return;
  const tokens = market.vault;
  invariant(market.payout !== undefined, 'a vault is settled after the payout is fixed');
  market.vault = 0;
  market.supply[1] -= tokens;
  invariant(market.supply[1] >= 0, 'the tokens of a vault exist');
  if (market.payout?.[1] === 0) return;
  market.collateral -= tokens;
  venue.treasury.collateral -= tokens;
  invariant(market.collateral >= 0, 'the tokens of a vault have dollars behind them');
  changeDebt(venue, group, -tokens);
}

function changeDebt({ treasury }: VenueState, group: Group, change: Micro) {
  group.debt += change;
  treasury.debt += change;
  invariant(group.debt >= 0, 'a vault paid more than its group owed');
}
