/**
 * sim/core/oracle/naive-exchange: the same exchange a second time, for tests: lists and full scans, BigInt money, no
 * stored reserves, no heap, no levels. Written from the rules, not from the engine; the two must agree in every reply,
 * every event and every balance.
 */
import type { Result } from '../../../spec/result.ts';
import type { Command, Refusal, Reply } from '../command.ts';
import { canFill, levelSize } from './naive-book.ts';
import { closeMarket, mergeSets, redeemTokens, splitSets, switchState } from './naive-markets.ts';
import { cancelOrder, endOrder, meet, placeOrder } from './naive-orders.ts';
import { type Appointment, appoint, isOpen, marketAt, type Naive, notAccepting, pay, tell } from './naive-state.ts';

/** As `Exchange.step`. */
export function step(naive: Naive, command: Command, now: number): Result<Reply, Refusal> {
  advanceTo(naive, now);
  const answer = perform(naive, command);
  if ('order' in answer || 'index' in answer || answer.kind === 'done') return { ok: true, value: answer as Reply };
  return { ok: false, refusal: answer as Refusal };
}

/** As `Exchange.advanceTo`. */
export function advanceTo(naive: Naive, now: number): void {
  for (;;) {
    const due = naive.appointments.filter((appointment) => appointment.at <= now);
    const next = due.reduce<Appointment | undefined>((a, b) => (a === undefined || b.at < a.at ? b : a), undefined);
    if (next === undefined) break;
    naive.appointments.splice(naive.appointments.indexOf(next), 1);
    if (!matters(naive, next)) continue;
    if (next.at > naive.now) naive.now = next.at;
    keep(naive, next);
  }
  if (now > naive.now) naive.now = now;
}

/** As `Exchange.nextDue`. */
export function nextDue(naive: Naive): number | undefined {
  const moments = naive.appointments.filter((each) => matters(naive, each)).map((each) => each.at);
  return moments.length === 0 ? undefined : Math.min(...moments);
}

function perform(naive: Naive, command: Command): Reply | Refusal {
  if ('wallet' in command && naive.cashByWallet[command.wallet] === undefined) {
    if (command.kind !== 'cancel') return { kind: 'unknown-wallet' };
  }
  if ('market' in command && naive.markets[command.market] === undefined) return { kind: 'unknown-market' };
  switch (command.kind) {
    case 'list-market':
      naive.markets.push({ terms: command.terms, state: 'open', payout: undefined, collateral: 0n });
      tell(naive, { kind: 'market-listed', at: naive.now, market: naive.markets.length - 1, terms: command.terms });
      return { kind: 'created', index: naive.markets.length - 1 };
    case 'open-wallet':
      naive.cashByWallet.push(0n);
      tell(naive, { kind: 'wallet-opened', at: naive.now, wallet: naive.cashByWallet.length - 1 });
      return { kind: 'created', index: naive.cashByWallet.length - 1 };
    case 'deposit':
      pay(naive, command.wallet, BigInt(command.amount));
      tell(naive, { kind: 'deposited', at: naive.now, wallet: command.wallet, amount: command.amount });
      return { kind: 'done' };
    case 'split':
      return splitSets(naive, command.wallet, command.market, command.size);
    case 'merge':
      return mergeSets(naive, command.wallet, command.market, command.size);
    case 'redeem':
      return redeemTokens(naive, command.wallet, command.market);
    case 'place':
      return placeOrder(naive, command);
    case 'cancel':
      return cancelOrder(naive, command.wallet, command.order);
    case 'heartbeat':
      tell(naive, { kind: 'heartbeat-kept', at: naive.now, key: command.key });
      naive.beats.set(command.key, appoint(naive, naive.now + 10_000, 'beat', command.key));
      return { kind: 'done' };
    case 'pause-market':
      return switchState(naive, command.market, 'paused');
    case 'resume-market':
      return switchState(naive, command.market, 'open');
    case 'close-market':
      if (marketAt(naive, command.market).state === 'resolved') return notAccepting('resolved');
      closeMarket(naive, command.market);
      return { kind: 'done' };
    case 'resolve-market': {
      const market = marketAt(naive, command.market);
      if (market.state === 'resolved') return notAccepting('resolved');
      closeMarket(naive, command.market);
      market.state = 'resolved';
      market.payout = command.payout;
      tell(naive, { kind: 'market-resolved', at: naive.now, market: command.market, payout: command.payout });
      return { kind: 'done' };
    }
    case 'change-tick':
    case 'group-markets':
    case 'convert':
    case 'disturb-settlement':
      return { kind: 'malformed', what: 'kind' };
  }
}

function matters(naive: Naive, appointment: Appointment): boolean {
  if (appointment.what === 'expire') return isOpen(naive.orders[appointment.id]);
  if (appointment.what === 'release') return naive.orders[appointment.id]?.state === 'delayed';
  if (appointment.what === 'beat') return naive.beats.get(appointment.id) === appointment.stamp;
  return true;
}

function keep(naive: Naive, { what, id }: Appointment): void {
  const order = naive.orders[id];
  if (what === 'MINED' || what === 'CONFIRMED') {
    tell(naive, { kind: 'trade-status', at: naive.now, trade: id, status: what });
    if (what === 'MINED') appoint(naive, naive.now + 5_000, 'CONFIRMED', id);
  } else if (what === 'beat') {
    naive.beats.delete(id);
    tell(naive, { kind: 'heartbeat-lost', at: naive.now, key: id });
    for (const each of naive.orders) if (each.key === id && isOpen(each)) endOrder(naive, each, 'heartbeat');
  } else if (order !== undefined && what === 'expire') {
    endOrder(naive, order, 'expired');
  } else if (order !== undefined) {
    const market = marketAt(naive, order.market);
    const rests = order.type === 'GTC' || order.type === 'GTD';
    const tooBig = rests && levelSize(naive, order) + order.size > BigInt(Number.MAX_SAFE_INTEGER);
    if (market.state !== 'open' || tooBig || (order.type === 'FOK' && !canFill(naive, order)))
      endOrder(naive, order, 'killed');
    else {
      tell(naive, { kind: 'order-released', at: naive.now, order: order.order });
      meet(naive, order);
    }
  }
}
