/** model/naive-venue: a second venue, by the rules and not the engine: lists, full scans, BigInt money. */
import type { Result } from '../base/result.ts';
import type { Command, Refusal, Reply } from '../spec/venue/command.ts';
import { withoutMinusZero, wrongField } from './naive-form.ts';
import { convertTokens, debts, groupMarkets, resolveMarket } from './naive-groups.ts';
import { changeTick, closeMarket, listMarket, switchState } from './naive-markets.ts';
import { cancelOrder, endOrder, endOrders, placeOrder, releaseOrder } from './naive-orders.ts';
import { mergeSets, redeemTokens, splitSets, transfer } from './naive-sets.ts';
import { disturb, settle } from './naive-settlement.ts';
import { addCash, isOpen, type Naive, record, setTimer, type Timer } from './naive-state.ts';

/** As `Venue.step`. */
export function step(naive: Naive, command: Command, now: number): Result<Reply, Refusal> {
  advanceTo(naive, now);
  const wrong = wrongField(command);
  const outcome =
    wrong === undefined ? perform(naive, withoutMinusZero(command)) : ({ kind: 'malformed', what: wrong } as const);
  return outcome.kind === 'done' || outcome.kind === 'created' || outcome.kind === 'placed'
    ? { ok: true, value: outcome }
    : { ok: false, refusal: outcome };
}

/** As `Venue.advanceTo`. */
export function advanceTo(naive: Naive, now: number): void {
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
function comesBefore(one: Timer, other: Timer): boolean {
  return one.at < other.at || (one.at === other.at && one.kind === 'expire' && other.kind !== 'expire');
}

/** As `Venue.nextDue`. */
export function nextDue(naive: Naive): number | undefined {
  let first: number | undefined;
  for (const each of naive.timers)
    if ((first === undefined || each.at < first) && isPending(naive, each)) first = each.at;
  return first;
}

function perform(naive: Naive, command: Command): Reply | Refusal {
  if ('wallet' in command && naive.cashByWallet[command.wallet] === undefined) {
    if (command.kind !== 'cancel') return { kind: 'unknown-wallet' };
  }
  if ('market' in command && command.market !== undefined && naive.markets[command.market] === undefined)
    return { kind: 'unknown-market' };
  return (PERFORM[command.kind] as Performer<Command>)(naive, command);
}

type Performer<Performed> = (naive: Naive, command: Performed) => Reply | Refusal;

const PERFORM: { readonly [Kind in Command['kind']]: Performer<Extract<Command, { kind: Kind }>> } = {
  'list-market': (naive, { terms }) => listMarket(naive, terms),
  'open-wallet': (naive) => {
    naive.cashByWallet.push(0n);
    record(naive, { kind: 'wallet-opened', at: naive.now, wallet: naive.cashByWallet.length - 1 });
    return { kind: 'created', index: naive.cashByWallet.length - 1 };
  },
  deposit: (naive, { wallet, amount }) => deposit(naive, wallet, amount),
  split: (naive, { wallet, market, size }) => splitSets(naive, wallet, market, size),
  merge: (naive, { wallet, market, size }) => mergeSets(naive, wallet, market, size),
  redeem: (naive, { wallet, market }) => redeemTokens(naive, wallet, market),
  place: placeOrder,
  cancel: (naive, { wallet, order }) => cancelOrder(naive, wallet, order),
  heartbeat: (naive, { key }) => {
    record(naive, { kind: 'heartbeat-kept', at: naive.now, key });
    naive.beats.set(key, setTimer(naive, naive.now + naive.rules.heartbeatMs, 'beat', key));
    return { kind: 'done' };
  },
  'pause-market': (naive, { market }) => switchState(naive, market, 'paused'),
  'resume-market': (naive, { market }) => switchState(naive, market, 'open'),
  'close-market': (naive, { market }) => closeMarket(naive, market),
  'resolve-market': (naive, { market, payout }) => resolveMarket(naive, market, payout),
  'change-tick': (naive, { market, tick }) => changeTick(naive, market, tick),
  'group-markets': (naive, { markets }) => groupMarkets(naive, markets),
  convert: convertTokens,
  'disturb-settlement': (naive, { trade, outcome }) => disturb(naive, trade, outcome),
  transfer,
  note: (naive, { text }) => {
    record(naive, { kind: 'noted', at: naive.now, text });
    return { kind: 'done' };
  },
};

function deposit(naive: Naive, wallet: number, amount: number): Reply | Refusal {
  if (naive.deposits + debts(naive) + BigInt(amount) > BigInt(Number.MAX_SAFE_INTEGER))
    return { kind: 'malformed', what: 'amount' };
  naive.deposits += BigInt(amount);
  addCash(naive, wallet, BigInt(amount));
  record(naive, { kind: 'deposited', at: naive.now, wallet, amount });
  return { kind: 'done' };
}

function isPending(naive: Naive, { kind, id, stamp }: Timer): boolean {
  if (kind === 'expire') return isOpen(naive.orders[id]);
  if (kind === 'release') return naive.orders[id]?.state === 'delayed';
  return kind !== 'beat' || naive.beats.get(id) === stamp;
}

function fire(naive: Naive, { kind, id }: Timer): void {
  const order = naive.orders[id];
  if (kind === 'MINED' || kind === 'CONFIRMED') settle(naive, id, kind);
  else if (kind === 'beat') {
    naive.beats.delete(id);
    record(naive, { kind: 'heartbeat-lost', at: naive.now, key: id });
    endOrders(naive, 'heartbeat', (each) => each.key === id);
  } else if (order !== undefined && kind === 'expire') endOrder(naive, order, 'expired');
  else if (order !== undefined) releaseOrder(naive, order);
}
