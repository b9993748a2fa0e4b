/** model/create-naive: a second venue with the functions of the engine: lists, full scans, BigInt money. */
import type { Result } from '../base/result.ts';
import type { Command, CommandOf, OutcomeIndex, Refusal, Reply } from '../spec/venue/command.ts';
import { DOCUMENT_RULES, type VenueRules } from '../spec/venue/rules.ts';
import { levels } from './naive-book.ts';
import { withoutMinusZero, wrongField } from './naive-form.ts';
import {
  changeTick,
  closeMarket,
  convertTokens,
  groupMarkets,
  listMarket,
  resolveMarket,
  switchState,
} from './naive-markets.ts';
import { filled, sum } from './naive-money.ts';
import { cancelOrder, endOrder, endOrders, placeOrder, releaseOrder } from './naive-orders.ts';
import { deposit, mergeSets, redeemTokens, splitSets, transfer } from './naive-sets.ts';
import { disturb, settle } from './naive-settlement.ts';
import { isOpen, Naive, type Outcome, type Timer } from './naive-state.ts';

export function createNaive(rules: VenueRules = DOCUMENT_RULES) {
  const naive = new Naive(rules);
  const { markets } = naive;
  const balance = (...where: Parameters<Naive['free']>) => ({
    free: Number(naive.free(...where)),
    reserved: Number(naive.reserved(...where)),
  });
  return {
    get now() {
      return naive.now;
    },
    log: naive.log,
    step: (command: Command, now: number) => step(naive, command, now),
    advanceTo: (now: number) => advanceTo(naive, now),
    nextDue() {
      const due = naive.timers.filter((each) => isPending(naive, each)).map(({ at }) => at);
      return due.length === 0 ? undefined : Math.min(...due);
    },
    market(index: number) {
      const market = markets[index];
      if (market === undefined) return undefined;
      const { terms, state, payout, lastPrice, group } = market;
      return { terms, state, payout, lastPrice, group };
    },
    bids: (market: number, outcome: OutcomeIndex) => levels(markets[market], outcome, 'SELL'),
    asks: (market: number, outcome: OutcomeIndex) => levels(markets[market], outcome, 'BUY'),
    order(index: number) {
      const order = naive.orders[index];
      if (order === undefined) return undefined;
      const { fills: _fills, size, ...view } = order;
      return { ...view, size: Number(size), matched: Number(filled(order)) };
    },
    cash: (wallet: number) => balance(wallet),
    tokens: (wallet: number, market: number, outcome: OutcomeIndex) => balance(wallet, market, outcome),
    supply(index: number) {
      const market = markets[index];
      if (market === undefined) return { tokens: [0, 0] as const, collateral: 0, vault: 0 };
      const tokens = [Number(naive.supply(index, 0)), Number(naive.supply(index, 1))] as const;
      return { tokens, collateral: Number(market.collateral), vault: Number(market.vault) };
    },
    group(index: number) {
      const group = naive.groups[index];
      return group && { markets: group.markets, debt: Number(group.debt) };
    },
    treasury: () => ({
      deposits: Number(naive.deposits),
      collateral: Number(sum(markets.map(({ collateral }) => collateral))),
      debt: Number(naive.debts()),
      fees: Number(naive.fees),
      residual: Number(naive.residual),
    }),
  };
}

function step(naive: Naive, command: Command, now: number): Result<Reply, Refusal> {
  advanceTo(naive, now);
  const wrong = wrongField(command);
  const outcome: Outcome =
    wrong === undefined ? perform(naive, withoutMinusZero(command)) : { kind: 'malformed', what: wrong };
  return outcome.kind === 'done' || outcome.kind === 'created' || outcome.kind === 'placed'
    ? { ok: true, value: outcome }
    : { ok: false, refusal: outcome };
}

function advanceTo(naive: Naive, now: number) {
  if (!Number.isInteger(now) || now > 8.64e15) throw new RangeError(`naive venue: ${now} is beyond all dates`);
  const until = Math.max(now, naive.now);
  for (;;) {
    let next: Timer | undefined;
    for (const each of naive.timers)
      if (each.at <= until && (next === undefined || comesBefore(each, next))) next = each;
    if (next === undefined) break;
    naive.timers.splice(naive.timers.indexOf(next), 1);
    if (!isPending(naive, next)) continue;
    if (next.at > naive.now) naive.now = next.at;
    fire(naive, next);
  }
  naive.now = until;
}

/** Expiries come first in a moment, because an order cannot trade at its expiry. */
function comesBefore(one: Timer, other: Timer) {
  return one.at < other.at || (one.at === other.at && one.kind === 'expire' && other.kind !== 'expire');
}

function perform(naive: Naive, command: Command): Outcome {
  if ('wallet' in command && command.wallet >= naive.wallets && command.kind !== 'cancel')
    return { kind: 'unknown-wallet' };
  if ('market' in command && command.market !== undefined && naive.markets[command.market] === undefined)
    return { kind: 'unknown-market' };
  return (PERFORM[command.kind] as Performer<Command>)(naive, command);
}

type Performer<Performed> = (naive: Naive, command: Performed) => Outcome;

const PERFORM: { readonly [Kind in Command['kind']]: Performer<CommandOf<Kind>> } = {
  'list-market': listMarket,
  'open-wallet': (naive) => {
    const wallet = naive.wallets++;
    naive.record({ kind: 'wallet-opened', wallet });
    return { kind: 'created', index: wallet };
  },
  deposit,
  split: splitSets,
  merge: mergeSets,
  redeem: redeemTokens,
  place: placeOrder,
  cancel: cancelOrder,
  heartbeat: (naive, { key }) => {
    naive.beats.set(key, naive.setTimer(naive.rules.heartbeatMs, 'beat', key));
    return naive.record({ kind: 'heartbeat-kept', key });
  },
  'pause-market': (naive, { market }) => switchState(naive, market, 'paused'),
  'resume-market': (naive, { market }) => switchState(naive, market, 'open'),
  'close-market': (naive, { market }) => closeMarket(naive, market),
  'resolve-market': resolveMarket,
  'change-tick': changeTick,
  'group-markets': groupMarkets,
  convert: convertTokens,
  'disturb-settlement': disturb,
  transfer,
  note: (naive, { text }) => naive.record({ kind: 'noted', text }),
};

function isPending({ orders, beats }: Naive, { kind, id, stamp }: Timer) {
  if (kind === 'expire') return isOpen(orders[id]);
  if (kind === 'release') return orders[id]?.state === 'delayed';
  return kind !== 'beat' || beats.get(id) === stamp;
}

function fire(naive: Naive, { kind, id }: Timer) {
  const order = naive.orders[id];
  if (kind === 'MINED' || kind === 'CONFIRMED') settle(naive, id, kind);
  else if (kind === 'beat') {
    naive.beats.delete(id);
    naive.record({ kind: 'heartbeat-lost', key: id });
    endOrders(naive, 'heartbeat', (each) => each.key === id);
  } else if (order !== undefined && kind === 'expire') endOrder(naive, order, 'expired');
  else if (order !== undefined) releaseOrder(naive, order);
}
