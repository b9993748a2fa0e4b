/** proof/venue/reads/wallet-model: positions, activity, holders and settlement by plain scans of the log. */
import type { OutcomeIndex, Side } from '../../../spec/venue/command.ts';
import type { Event, Trade } from '../../../spec/venue/event.ts';

export type Deed = Readonly<{
  type: string;
  at: number;
  market: number;
  outcome: OutcomeIndex;
  side: Side;
  size: number;
  cash: number;
}>;

export type ModelPosition = {
  readonly market: number;
  readonly outcome: OutcomeIndex;
  size: number;
  avgPrice: number;
  totalBought: number;
  realizedPnl: number;
  at: number;
};

type Log = readonly Event[];

/** All effects on a wallet, oldest first, with one entry for each leg of a taker. */
export function deedsOf(log: Log, wallet: number): readonly Deed[] {
  return log.flatMap((event) => deedsIn(event, wallet));
}

function deedsIn(event: Event, wallet: number): readonly Deed[] {
  if (event.kind === 'trade') return fillsIn(event, wallet);
  if (event.kind === 'trade-reversed') {
    return fillsIn(event, wallet).map((fill) => ({ ...fill, side: fill.side === 'BUY' ? 'SELL' : 'BUY' }));
  }
  if (event.kind === 'transferred') return transferIn(event, wallet);
  if (!('wallet' in event) || event.wallet !== wallet) return [];
  if (event.kind === 'split' || event.kind === 'merged') {
    const size = event.size / 1e6;
    const type = event.kind === 'split' ? 'SPLIT' : 'MERGE';
    const side: Side = event.kind === 'split' ? 'BUY' : 'SELL';
    const { at, market } = event;
    return ([0, 1] as const).map((outcome) => ({ type, at, market, outcome, side, size, cash: size / 2 }));
  }
  if (event.kind === 'converted') return conversionIn(event);
  if (event.kind !== 'redeemed') return [];
  const { at, market, sizes, paid } = event;
  return ([0, 1] as const)
    .filter((outcome) => sizes[outcome] > 0)
    .map((outcome) => {
      const cash = paid[outcome] / 1e6;
      return { type: 'REDEEM', at, market, outcome, side: 'SELL', size: sizes[outcome] / 1e6, cash };
    });
}

/** Half a dollar a share; activity does not show it. */
function transferIn(event: Event & { readonly kind: 'transferred' }, owner: number): readonly Deed[] {
  const { at, wallet, to, market, outcome, amount } = event;
  if (market === undefined || outcome === undefined || (owner !== wallet && owner !== to)) return [];
  const size = amount / 1e6;
  return [{ type: 'TRANSFER', at, market, outcome, side: owner === wallet ? 'SELL' : 'BUY', size, cash: size / 2 }];
}

function fillsIn({ at, market, ...trade }: Trade, wallet: number): readonly Deed[] {
  const common = { type: 'TRADE', at, market };
  const deed = (outcome: OutcomeIndex, side: Side, size: number, cash: number): Deed => {
    return { ...common, outcome, side, size: size / 1e6, cash: cash / 1e6 };
  };
  const taken = trade.makers.map((leg) => deed(trade.outcome, trade.side, leg.size, leg.takerCash));
  const made = trade.makers
    .filter((leg) => leg.wallet === wallet)
    .map((leg) => deed(leg.outcome, leg.side, leg.size, leg.cash));
  return [...(trade.takerWallet === wallet ? taken : []), ...made];
}

/** Every member has its share of a dollar, in whole micro dollars that add up to one. */
function conversionIn({ at, markets, others, size }: Event & { readonly kind: 'converted' }): readonly Deed[] {
  const members = [...markets, ...others].sort((a, b) => a - b);
  const upTo = (count: number) => Math.floor((count * 1e6) / members.length) / 1e6;
  const shares = size / 1e6;
  return members.map((market, index) => {
    const price = upTo(index + 1) - upTo(index);
    const common = { type: 'CONVERSION', at, market, size: shares };
    return markets.includes(market)
      ? { ...common, outcome: 1, side: 'SELL', cash: shares * (1 - price) }
      : { ...common, outcome: 0, side: 'BUY', cash: shares * price };
  });
}

export function positionsOf(log: Log, wallet: number): readonly ModelPosition[] {
  const positions = new Map<string, ModelPosition>();
  for (const { market, outcome, ...deed } of deedsOf(log, wallet)) {
    const asset = `${market}:${outcome}`;
    const empty = { market, outcome, size: 0, avgPrice: 0, totalBought: 0, realizedPnl: 0, at: 0 };
    const position = positions.get(asset) ?? empty;
    positions.set(asset, position);
    position.at = deed.at;
    if (deed.side === 'BUY') {
      position.avgPrice = (position.size * position.avgPrice + deed.cash) / (position.size + deed.size);
      position.size += deed.size;
      position.totalBought += deed.size;
    } else {
      position.realizedPnl += deed.cash - deed.size * position.avgPrice;
      position.size -= deed.size;
      if (position.size < 5e-7) position.size = 0;
    }
  }
  return [...positions.values()];
}

/** Shares of a token by wallet, without empty balances. */
export function holdersOf(log: Log, market: number, outcome: OutcomeIndex): ReadonlyMap<number, number> {
  const wallets = log.flatMap((event) => (event.kind === 'wallet-opened' ? [event.wallet] : []));
  const sizeOf = (wallet: number) =>
    positionsOf(log, wallet).find((one) => one.market === market && one.outcome === outcome)?.size ?? 0;
  return new Map(wallets.map((wallet) => [wallet, sizeOf(wallet)] as const).filter(([, size]) => size > 0));
}

/** The status of each trade and the moment of its last change, by number of the trade. */
export function settlementOf(log: Log): readonly { readonly status: string; readonly at: number }[] {
  return log.flatMap((event) => {
    if (event.kind !== 'trade') return [];
    const changes = log.flatMap((later) =>
      later.kind === 'trade-status' && later.trade === event.trade ? [{ status: later.status, at: later.at }] : [],
    );
    return [changes.at(-1) ?? { status: 'MATCHED', at: event.at }];
  });
}
