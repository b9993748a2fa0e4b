/** model/naive-groups: groups of markets with exactly one winner: conversions and resolutions. */
import type { Command, Refusal, Reply } from '../spec/venue/command.ts';
import { endTrading } from './naive-markets.ts';
import { sum } from './naive-money.ts';
import { freeTokens } from './naive-reserves.ts';
import { addCash, addTokens, marketAt, type Naive, notAccepting, record, supplyOf } from './naive-state.ts';

type Convert = Extract<Command, { kind: 'convert' }>;

export function groupMarkets(naive: Naive, markets: readonly number[]): Reply | Refusal {
  for (const index of markets) {
    const market = naive.markets[index];
    if (market === undefined) return { kind: 'unknown-market' };
    if (market.state === 'closed' || market.state === 'resolved') return notAccepting(market.state);
    if (market.group !== undefined) return { kind: 'market-grouped', market: index };
    if (supplyOf(naive, index, 0) > 0n || supplyOf(naive, index, 1) > 0n)
      return { kind: 'market-in-use', market: index };
  }
  const group = naive.groups.length;
  naive.groups.push({ markets: [...markets], debt: 0n });
  for (const index of markets) marketAt(naive, index).group = group;
  record(naive, { kind: 'markets-grouped', at: naive.now, group, markets: [...markets] });
  return { kind: 'created', index: group };
}

/** Converts second outcomes of some markets into first outcomes of the others and all dollars but one. */
export function convertTokens(naive: Naive, { wallet, group, markets, size }: Convert): Reply | Refusal {
  const known = naive.groups[group];
  if (known === undefined) return { kind: 'unknown-group' };
  const stranger = markets.find((index) => !known.markets.includes(index));
  if (stranger !== undefined) return { kind: 'not-in-group', market: stranger };
  if (known.markets.some((index) => marketAt(naive, index).state === 'resolved')) return notAccepting('resolved');
  const [amount, limit] = [BigInt(size), BigInt(Number.MAX_SAFE_INTEGER)];
  const paid = BigInt(markets.length - 1) * amount;
  const owed = BigInt(known.markets.length - 1) * amount;
  if (size <= 0 || size > 1e15 || paid > limit || naive.deposits + debts(naive) + owed > limit)
    return { kind: 'size-invalid' };
  for (const index of markets) {
    const free = freeTokens(naive, wallet, index, 1);
    if (free < amount) return { kind: 'insufficient-tokens', needed: size, free: Number(free) };
  }
  const others = known.markets.filter((index) => !markets.includes(index));
  for (const index of markets) addTokens(naive, wallet, index, 1, -amount);
  for (const index of others) {
    marketAt(naive, index).collateral += amount;
    addTokens(naive, wallet, index, 0, amount);
  }
  for (const index of known.markets) marketAt(naive, index).vault += amount;
  known.debt += owed;
  addCash(naive, wallet, paid);
  const details = { wallet, group, markets: [...markets], others, size, paid: Number(paid) };
  record(naive, { kind: 'converted', at: naive.now, ...details });
  return { kind: 'done' };
}

export function debts(naive: Naive): bigint {
  return sum(naive.groups.map(({ debt }) => debt));
}

export function resolveMarket(naive: Naive, index: number, payout: readonly [number, number]): Reply | Refusal {
  const market = marketAt(naive, index);
  if (market.state === 'resolved') return notAccepting('resolved');
  if (!groupAllows(naive, index, payout)) return { kind: 'group-payout' };
  if (market.state !== 'closed') endTrading(naive, index);
  market.state = 'resolved';
  market.payout = [payout[0], payout[1]];
  record(naive, { kind: 'market-resolved', at: naive.now, market: index, payout: market.payout });
  if (market.group !== undefined) emptyVault(naive, index, market.group);
  return { kind: 'done' };
}

function groupAllows(naive: Naive, index: number, payout: readonly [number, number]): boolean {
  const { group } = marketAt(naive, index);
  if (group === undefined) return true;
  const others = naive.groups[group]?.markets.filter((other) => other !== index) ?? [];
  const payouts = others.map((other) => marketAt(naive, other).payout);
  const won = payouts.some((other) => other?.[0] === 1_000_000);
  if (payout[0] === 1_000_000) return !won;
  return payout[1] === 1_000_000 && (won || payouts.includes(undefined));
}

/** The group redeems its tokens of the market and repays its debt with the proceeds. */
function emptyVault(naive: Naive, index: number, group: number): void {
  const market = marketAt(naive, index);
  const owner = naive.groups[group];
  if (owner !== undefined && market.payout?.[1] === 1_000_000) {
    market.collateral -= market.vault;
    owner.debt -= market.vault;
  }
  market.vault = 0n;
}
