/** sim/views/trades: the fold of trades and their settlement; only a few numbers, since the trades are in the log. */
import { firstIndex } from '../../base/first-index.ts';
import { addTo } from '../../base/record.ts';
import { invariant } from '../../base/result.ts';
import type { OutcomeIndex } from '../../spec/venue/command.ts';
import type { Event, TradeEvent, TradeStatus } from '../../spec/venue/event.ts';
import type { ReadEvent } from './follower.ts';

export type TradeRecord = {
  readonly event: TradeEvent;
  readonly status: TradeStatus;
  /** Moment of the last change of status, milliseconds. */
  readonly updatedAt: number;
};

/** A filter of trades: every stated field must match. Moments in milliseconds, neither is included. */
export type TradeFilter = Readonly<{
  trade?: number | undefined;
  taker?: number | undefined;
  market?: number | undefined;
  /** The token of the taker. */
  token?: { readonly market: number; readonly outcome: OutcomeIndex } | undefined;
  after?: number | undefined;
  before?: number | undefined;
}>;

export type Trades = ReturnType<typeof createTrades>;

type Row = {
  readonly position: number;
  readonly at: number;
  readonly market: number;
  readonly outcome: OutcomeIndex;
  readonly taker: number;
  status: TradeStatus;
  updatedAt: number;
};

/** All trades by number, and the numbers of each market and each taker, in order of their match. */
type Rows = Readonly<{
  all: Row[];
  byMarket: Map<number, number[]>;
  byTaker: Map<number, number[]>;
  byWallet: Map<number, number[]>;
}>;

export function createTrades(read: ReadEvent) {
  const rows: Rows = { all: [], byMarket: new Map(), byTaker: new Map(), byWallet: new Map() };
  return {
    apply(event: Event, position: number) {
      if (event.kind === 'trade') addRow(rows, event, position);
      else if (event.kind === 'trade-status' && event.status !== 'HELD') {
        const row = rowOf(rows, event.trade);
        row.status = event.status;
        row.updatedAt = event.at;
      }
    },
    /** The trade of a number that a filter has found. */
    record(trade: number) {
      const { position, status, updatedAt } = rowOf(rows, trade);
      const event = read(position);
      invariant(event.kind === 'trade', `event ${position} is a trade`);
      return { event, status, updatedAt };
    },
    /** Numbers of the trades that a wallet took part in, oldest first. */
    ofWallet: (wallet: number): readonly number[] => rows.byWallet.get(wallet) ?? [],
    /** Numbers of the trades that pass, newest first: at most `limit`, after `skip` of them. */
    newestFirst(filter: TradeFilter, skip: number, limit: number): readonly number[] {
      const list = listed(rows, filter);
      const numberAt = (index: number) => list?.[index] ?? index;
      const length = list?.length ?? rows.all.length;
      const { after, before } = filter;
      const first = after === undefined ? 0 : firstIndex(length, (index) => rowOf(rows, numberAt(index)).at > after);
      const end =
        before === undefined ? length : firstIndex(length, (index) => rowOf(rows, numberAt(index)).at >= before);
      const found: number[] = [];
      // Without a filter, the trades to skip need not be counted one by one.
      let left = list === undefined ? 0 : skip;
      for (let index = end - 1 - (skip - left); index >= first && found.length < limit; index -= 1) {
        const trade = numberAt(index);
        if (!passes(rowOf(rows, trade), filter)) continue;
        if (left > 0) left -= 1;
        else found.push(trade);
      }
      return found;
    },
  };
}

function addRow({ all, byMarket, byTaker, byWallet }: Rows, event: TradeEvent, position: number) {
  invariant(event.trade === all.length, 'trades are numbered in order of their match');
  const { at, market, outcome, takerWallet: taker } = event;
  all.push({ position, at, market, outcome, taker, status: 'MATCHED', updatedAt: at });
  addTo(byMarket, market, event.trade);
  addTo(byTaker, taker, event.trade);
  for (const wallet of new Set([taker, ...event.makers.map((leg) => leg.wallet)])) addTo(byWallet, wallet, event.trade);
}

function rowOf({ all }: Rows, trade: number): Row {
  const row = all[trade];
  invariant(row !== undefined, `trade ${trade} was matched before it is read or settled`);
  return row;
}

/** The shortest known list that holds every match, oldest first; undefined for all trades. */
function listed({ all, byMarket, byTaker }: Rows, filter: TradeFilter): readonly number[] | undefined {
  const { trade, taker, token, market = token?.market } = filter;
  if (trade !== undefined) return all[trade] === undefined ? [] : [trade];
  const inMarket = market === undefined ? undefined : (byMarket.get(market) ?? []);
  const byThis = taker === undefined ? undefined : (byTaker.get(taker) ?? []);
  if (inMarket === undefined || byThis === undefined) return inMarket ?? byThis;
  return inMarket.length < byThis.length ? inMarket : byThis;
}

function passes(row: Row, { taker, market, token }: TradeFilter) {
  return (
    (taker === undefined || row.taker === taker) &&
    (market === undefined || row.market === market) &&
    (token === undefined || (row.market === token.market && row.outcome === token.outcome))
  );
}
