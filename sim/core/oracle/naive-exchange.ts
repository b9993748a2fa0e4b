/**
 * sim/core/oracle/naive-exchange: the same exchange a second time, for tests: lists and full scans, BigInt money, no
 * stored reserves, no heap, no levels. Written from the rules, not from the engine; the two must agree in every reply,
 * every event and every balance.
 */
import type { Result } from '../../../spec/result.ts';
import type { Command, MarketTerms, OutcomeIndex, PlaceOrder, Refusal, Reply, Side } from '../command.ts';
import type { CloseReason, Event, MakerLeg } from '../event.ts';
import {
  cashOver,
  feeOver,
  filled,
  type NaiveFill,
  type NaiveOrder,
  needAtRest,
  needOnArrival,
  remaining,
  sum,
} from './naive-money.ts';

type NaiveMarket = {
  terms: MarketTerms;
  state: 'open' | 'paused' | 'closed' | 'resolved';
  payout: readonly [number, number] | undefined;
  collateral: bigint;
};

type Appointment = {
  at: number;
  what: 'expire' | 'release' | 'beat' | 'MINED' | 'CONFIRMED';
  id: number;
  stamp: number;
};

export class NaiveExchange {
  now = 0;
  readonly log: Event[] = [];
  readonly markets: NaiveMarket[] = [];
  readonly orders: NaiveOrder[] = [];
  readonly cashByWallet: bigint[] = [];
  fees = 0n;
  residual = 0n;
  #tokens = new Map<string, bigint>();
  #salts: string[] = [];
  #beats = new Map<number, number>();
  #appointments: Appointment[] = [];
  #trades = 0;
  #stamps = 0;

  step(command: Command, now: number): Result<Reply, Refusal> {
    this.advanceTo(now);
    const answer = this.#perform(command);
    if ('order' in answer || 'index' in answer || answer.kind === 'done') return { ok: true, value: answer as Reply };
    return { ok: false, refusal: answer as Refusal };
  }

  advanceTo(now: number): void {
    for (;;) {
      const due = this.#appointments.filter((appointment) => appointment.at <= now);
      const next = due.reduce<Appointment | undefined>((a, b) => (a === undefined || b.at < a.at ? b : a), undefined);
      if (next === undefined) break;
      this.#appointments.splice(this.#appointments.indexOf(next), 1);
      if (!this.#matters(next)) continue;
      if (next.at > this.now) this.now = next.at;
      this.#keep(next);
    }
    if (now > this.now) this.now = now;
  }

  nextDue(): number | undefined {
    const moments = this.#appointments.filter((each) => this.#matters(each)).map((each) => each.at);
    return moments.length === 0 ? undefined : Math.min(...moments);
  }

  tokens(wallet: number, market: number, outcome: OutcomeIndex): bigint {
    return this.#tokens.get(`${wallet}/${market}/${outcome}`) ?? 0n;
  }

  reservedCash(wallet: number): bigint {
    const mine = this.orders.filter((order) => isOpen(order) && order.wallet === wallet && order.side === 'BUY');
    return sum(mine.map((order) => this.need(order)));
  }

  reservedTokens(wallet: number, market: number, outcome: OutcomeIndex): bigint {
    const mine = this.orders.filter(
      (order) =>
        isOpen(order) &&
        order.wallet === wallet &&
        order.market === market &&
        order.outcome === outcome &&
        order.side === 'SELL',
    );
    return sum(mine.map(remaining));
  }

  need(order: NaiveOrder): bigint {
    const { fee } = this.#market(order.market).terms;
    return order.state === 'delayed' ? needOnArrival(fee, order, true) : needAtRest(fee, order);
  }

  /** Resting orders which someone who wants to do `side` with `outcome` meets, the first to trade first. */
  queue(market: number, outcome: OutcomeIndex, side: Side): NaiveOrder[] {
    const buying = side === 'BUY';
    return this.orders
      .filter((order) => order.state === 'live' && order.market === market)
      .filter((order) => (order.outcome === outcome ? order.side !== side : order.side === side))
      .sort((a, b) => {
        const byPrice = priceFor(a, outcome) - priceFor(b, outcome);
        if (byPrice !== 0n) return buying === byPrice > 0n ? 1 : -1;
        return a.rested - b.rested;
      });
  }

  /** Price levels of a queue, best first. */
  levels(market: number, outcome: OutcomeIndex, side: Side): { price: number; size: number }[] {
    const levels: { price: number; size: number }[] = [];
    for (const order of this.queue(market, outcome, side)) {
      const price = Number(priceFor(order, outcome));
      const last = levels.at(-1);
      if (last?.price === price) last.size += Number(remaining(order));
      else levels.push({ price, size: Number(remaining(order)) });
    }
    return levels;
  }

  #market(index: number): NaiveMarket {
    const market = this.markets[index];
    if (market === undefined) throw new Error(`naive exchange: no market ${index}`);
    return market;
  }

  #perform(command: Command): Reply | Refusal {
    if ('wallet' in command && this.cashByWallet[command.wallet] === undefined) {
      if (command.kind !== 'cancel') return { kind: 'unknown-wallet' };
    }
    if ('market' in command && this.markets[command.market] === undefined) return { kind: 'unknown-market' };
    switch (command.kind) {
      case 'list-market':
        this.markets.push({ terms: command.terms, state: 'open', payout: undefined, collateral: 0n });
        this.#tell({ kind: 'market-listed', at: this.now, market: this.markets.length - 1, terms: command.terms });
        return { kind: 'created', index: this.markets.length - 1 };
      case 'open-wallet':
        this.cashByWallet.push(0n);
        this.#tell({ kind: 'wallet-opened', at: this.now, wallet: this.cashByWallet.length - 1 });
        return { kind: 'created', index: this.cashByWallet.length - 1 };
      case 'deposit':
        this.#pay(command.wallet, BigInt(command.amount));
        this.#tell({ kind: 'deposited', at: this.now, wallet: command.wallet, amount: command.amount });
        return { kind: 'done' };
      case 'split':
        return this.#split(command.wallet, command.market, command.size);
      case 'merge':
        return this.#merge(command.wallet, command.market, command.size);
      case 'redeem':
        return this.#redeem(command.wallet, command.market);
      case 'place':
        return this.#place(command);
      case 'cancel':
        return this.#cancel(command.wallet, command.order);
      case 'heartbeat':
        this.#tell({ kind: 'heartbeat-kept', at: this.now, key: command.key });
        this.#beats.set(command.key, this.#appoint(this.now + 10_000, 'beat', command.key));
        return { kind: 'done' };
      case 'pause-market':
        return this.#switch(command.market, 'paused');
      case 'resume-market':
        return this.#switch(command.market, 'open');
      case 'close-market':
        if (this.#market(command.market).state === 'resolved') return notAccepting('resolved');
        this.#close(command.market);
        return { kind: 'done' };
      case 'resolve-market': {
        const market = this.#market(command.market);
        if (market.state === 'resolved') return notAccepting('resolved');
        this.#close(command.market);
        market.state = 'resolved';
        market.payout = command.payout;
        this.#tell({ kind: 'market-resolved', at: this.now, market: command.market, payout: command.payout });
        return { kind: 'done' };
      }
    }
  }

  #split(wallet: number, market: number, size: number): Reply | Refusal {
    const { state } = this.#market(market);
    if (state === 'closed' || state === 'resolved') return notAccepting(state);
    if (size <= 0 || size > 1e15) return { kind: 'size-invalid' };
    const free = this.#freeCash(wallet);
    if (BigInt(size) > free) return { kind: 'insufficient-cash', needed: size, free: Number(free) };
    this.#makeSets(wallet, market, BigInt(size));
    this.#tell({ kind: 'split', at: this.now, wallet, market, size });
    return { kind: 'done' };
  }

  #merge(wallet: number, market: number, size: number): Reply | Refusal {
    if (this.#market(market).state === 'resolved') return notAccepting('resolved');
    if (size <= 0 || size > 1e15) return { kind: 'size-invalid' };
    const each = [this.#freeTokens(wallet, market, 0), this.#freeTokens(wallet, market, 1)] as const;
    const free = each[0] < each[1] ? each[0] : each[1];
    if (BigInt(size) > free) return { kind: 'insufficient-tokens', needed: size, free: Number(free) };
    this.#makeSets(wallet, market, -BigInt(size));
    this.#tell({ kind: 'merged', at: this.now, wallet, market, size });
    return { kind: 'done' };
  }

  #makeSets(wallet: number, market: number, size: bigint): void {
    this.#pay(wallet, -size);
    this.#give(wallet, market, 0, size);
    this.#give(wallet, market, 1, size);
    this.#market(market).collateral += size;
  }

  #redeem(wallet: number, market: number): Reply | Refusal {
    const { payout } = this.#market(market);
    if (payout === undefined) return { kind: 'not-resolved' };
    const held = [this.tokens(wallet, market, 0), this.tokens(wallet, market, 1)] as const;
    if (held[0] === 0n && held[1] === 0n) return { kind: 'nothing-to-redeem' };
    const paid = [(held[0] * BigInt(payout[0])) / 1_000_000n, (held[1] * BigInt(payout[1])) / 1_000_000n] as const;
    this.#give(wallet, market, 0, -held[0]);
    this.#give(wallet, market, 1, -held[1]);
    this.#pay(wallet, paid[0] + paid[1]);
    this.#market(market).collateral -= paid[0] + paid[1];
    const wallets = this.cashByWallet.map((_, index) => index);
    if (wallets.every((each) => this.tokens(each, market, 0) === 0n && this.tokens(each, market, 1) === 0n)) {
      this.residual += this.#market(market).collateral;
      this.#market(market).collateral = 0n;
    }
    this.#tell({
      kind: 'redeemed',
      at: this.now,
      wallet,
      market,
      sizes: [Number(held[0]), Number(held[1])],
      paid: [Number(paid[0]), Number(paid[1])],
    });
    return { kind: 'done' };
  }

  #place(command: PlaceOrder): Reply | Refusal {
    const market = this.#market(command.market);
    const { tick, minSize, delayMs, fee } = market.terms;
    const { outcome, side, type, price, size, expiresAt, postOnly } = command;
    if (market.state !== 'open') return notAccepting(market.state);
    if (price < tick || price > 10_000 - tick) return { kind: 'price-out-of-range', min: tick, max: 10_000 - tick };
    if (price % tick !== 0) return { kind: 'price-off-tick', tick };
    if (size <= 0 || size > 1e15) return { kind: 'size-invalid' };
    if (size < minSize) return { kind: 'size-too-small', min: minSize };
    const immediate = type === 'FOK' || type === 'FAK';
    if (postOnly && immediate) return { kind: 'post-only-type' };
    if (type === 'GTD' && expiresAt === undefined) return { kind: 'expiration-required' };
    if (type !== 'GTD' && expiresAt !== undefined) return { kind: 'expiration-unexpected' };
    if (expiresAt !== undefined && expiresAt - this.now <= 60_000) return { kind: 'expiration-too-near' };
    const salt = `${command.wallet}/${command.salt}`;
    if (this.#salts.includes(salt)) return { kind: 'duplicate' };
    const order = draft(this.orders.length, command, this.now);
    const crossing = this.#crossing(order);
    if (postOnly && crossing.length > 0) return { kind: 'post-only-crosses' };
    const needed = needOnArrival(fee, order, crossing.length > 0);
    if (side === 'BUY') {
      const free = this.#freeCash(command.wallet);
      if (needed > free) return { kind: 'insufficient-cash', needed: Number(needed), free: Number(free) };
    } else {
      const free = this.#freeTokens(command.wallet, command.market, outcome);
      if (needed > free) return { kind: 'insufficient-tokens', needed: Number(needed), free: Number(free) };
    }
    const waits = crossing.length > 0 && delayMs > 0;
    if (!waits) {
      if (type === 'FOK' && !this.#canFill(order)) return { kind: 'fok-not-filled' };
      if (type === 'FAK' && crossing.length === 0) return { kind: 'fak-no-match' };
      if (crossing[0]?.wallet === command.wallet) return { kind: 'self-trade' };
    }
    this.orders.push(order);
    this.#salts.push(salt);
    const delayedUntil = waits ? this.now + delayMs : undefined;
    const { kind: _kind, ...asked } = command;
    this.#tell({ kind: 'order-accepted', at: this.now, order: order.order, ...asked, expiresAt, delayedUntil });
    if (expiresAt !== undefined) this.#appoint(expiresAt, 'expire', order.order);
    if (delayedUntil !== undefined) {
      order.state = 'delayed';
      this.#appoint(delayedUntil, 'release', order.order);
      return { kind: 'placed', order: order.order, status: 'delayed', size: 0, cash: 0 };
    }
    this.#meet(order);
    const traded = filled(order);
    return {
      kind: 'placed',
      order: order.order,
      status: traded > 0n ? 'matched' : 'live',
      size: Number(traded),
      cash: Number(cashOver(order, order.fills)),
    };
  }

  #crossing(order: NaiveOrder): NaiveOrder[] {
    return this.queue(order.market, order.outcome, order.side).filter((resting) => {
      const price = priceFor(resting, order.outcome);
      return order.side === 'BUY' ? price <= order.price : price >= order.price;
    });
  }

  /** What the order may trade with: everything it crosses up to the first order of its own wallet. */
  #partners(order: NaiveOrder): NaiveOrder[] {
    const crossing = this.#crossing(order);
    const own = crossing.findIndex((resting) => resting.wallet === order.wallet);
    return own === -1 ? crossing : crossing.slice(0, own);
  }

  #canFill(order: NaiveOrder): boolean {
    return sum(this.#partners(order).map(remaining)) >= order.size;
  }

  #meet(order: NaiveOrder): void {
    const partners = this.#partners(order);
    const stopped = this.#crossing(order).length > partners.length;
    const legs: MakerLeg[] = [];
    const finished: NaiveOrder[] = [];
    for (const maker of partners) {
      if (remaining(order) === 0n) break;
      legs.push(this.#trade(order, maker));
      if (remaining(maker) === 0n) finished.push(maker);
    }
    if (legs.length > 0) this.#tellTrade(order, legs);
    for (const maker of finished) this.#end(maker, 'matched');
    if (remaining(order) === 0n) this.#end(order, 'matched');
    else if (stopped) this.#end(order, 'self-trade');
    else if (order.type === 'FOK' || order.type === 'FAK') this.#end(order, 'killed');
    else {
      order.state = 'live';
      order.rested = this.#stamps++;
    }
  }

  #trade(taker: NaiveOrder, maker: NaiveOrder): MakerLeg {
    const size = remaining(taker) < remaining(maker) ? remaining(taker) : remaining(maker);
    const takerPrice = priceFor(maker, taker.outcome);
    const made = this.#fill(maker, { price: maker.price, size, asTaker: false });
    const took = this.#fill(taker, { price: takerPrice, size, asTaker: true });
    const market = this.#market(taker.market);
    const sets = taker.outcome === maker.outcome ? 0n : taker.side === 'BUY' ? size : -size;
    market.collateral += sets;
    this.residual += (maker.side === 'BUY' ? made.cash : -made.cash) + (taker.side === 'BUY' ? took.cash : -took.cash);
    this.residual -= sets;
    this.fees += made.fee + took.fee;
    return {
      order: maker.order,
      wallet: maker.wallet,
      key: maker.key,
      outcome: maker.outcome,
      side: maker.side,
      price: Number(maker.price),
      size: Number(size),
      cash: Number(made.cash),
      fee: Number(made.fee),
      takerPrice: Number(takerPrice),
      takerCash: Number(took.cash),
      takerFee: Number(took.fee),
    };
  }

  #fill(order: NaiveOrder, fill: Omit<NaiveFill, 'fee'>): { cash: bigint; fee: bigint } {
    const { fee: terms } = this.#market(order.market).terms;
    const after = [...order.fills, { ...fill, fee: 0n }];
    const cash = cashOver(order, after) - cashOver(order, order.fills);
    const due = feeOver(terms, after) - sum(order.fills.map((each) => each.fee));
    const charged = fill.asTaker || !terms.takerOnly ? due : 0n;
    const fee = order.side === 'SELL' && charged > cash ? cash : charged;
    order.fills.push({ ...fill, fee });
    const sign = order.side === 'BUY' ? 1n : -1n;
    this.#pay(order.wallet, -sign * cash - fee);
    this.#give(order.wallet, order.market, order.outcome, sign * fill.size);
    return { cash, fee };
  }

  #tellTrade(taker: NaiveOrder, makers: MakerLeg[]): void {
    const total = (pick: (leg: MakerLeg) => number): number => makers.reduce((all, leg) => all + pick(leg), 0);
    this.#tell({
      kind: 'trade',
      at: this.now,
      trade: this.#trades,
      market: taker.market,
      takerOrder: taker.order,
      takerWallet: taker.wallet,
      takerKey: taker.key,
      outcome: taker.outcome,
      side: taker.side,
      size: total((leg) => leg.size),
      cash: total((leg) => leg.takerCash),
      fee: total((leg) => leg.takerFee),
      makers,
    });
    this.#appoint(this.now + 2_000, 'MINED', this.#trades);
    this.#trades += 1;
  }

  #cancel(wallet: number, index: number): Reply | Refusal {
    const order = this.orders[index];
    if (order === undefined) return { kind: 'unknown-order' };
    if (order.wallet !== wallet) return { kind: 'not-owner' };
    if (order.state !== 'live' && order.state !== 'delayed') return { kind: 'order-finished', state: order.state };
    this.#end(order, 'cancelled');
    return { kind: 'done' };
  }

  #switch(index: number, to: 'open' | 'paused'): Reply | Refusal {
    const market = this.#market(index);
    if (market.state === 'closed' || market.state === 'resolved') return notAccepting(market.state);
    if (market.state === to) return { kind: 'done' };
    market.state = to;
    this.#tell({ kind: 'market-state', at: this.now, market: index, state: to });
    return { kind: 'done' };
  }

  #close(index: number): void {
    const market = this.#market(index);
    if (market.state === 'closed') return;
    market.state = 'closed';
    this.#tell({ kind: 'market-state', at: this.now, market: index, state: 'closed' });
    for (const order of this.orders) if (order.market === index && isOpen(order)) this.#end(order, 'market-closed');
  }

  #end(order: NaiveOrder, reason: CloseReason): void {
    if (reason === 'matched' || reason === 'expired' || reason === 'killed') order.state = reason;
    else order.state = 'cancelled';
    const left = Number(remaining(order));
    this.#tell({ kind: 'order-closed', at: this.now, order: order.order, reason, remaining: left });
  }

  #appoint(at: number, what: Appointment['what'], id: number): number {
    const stamp = this.#stamps++;
    this.#appointments.push({ at, what, id, stamp });
    return stamp;
  }

  #matters(appointment: Appointment): boolean {
    if (appointment.what === 'expire') return isOpen(this.orders[appointment.id]);
    if (appointment.what === 'release') return this.orders[appointment.id]?.state === 'delayed';
    if (appointment.what === 'beat') return this.#beats.get(appointment.id) === appointment.stamp;
    return true;
  }

  #keep({ what, id }: Appointment): void {
    const order = this.orders[id];
    if (what === 'MINED' || what === 'CONFIRMED') {
      this.#tell({ kind: 'trade-status', at: this.now, trade: id, status: what });
      if (what === 'MINED') this.#appoint(this.now + 5_000, 'CONFIRMED', id);
    } else if (what === 'beat') {
      this.#beats.delete(id);
      this.#tell({ kind: 'heartbeat-lost', at: this.now, key: id });
      for (const each of this.orders) if (each.key === id && isOpen(each)) this.#end(each, 'heartbeat');
    } else if (order !== undefined && what === 'expire') {
      this.#end(order, 'expired');
    } else if (order !== undefined) {
      const market = this.#market(order.market);
      const rests = order.type === 'GTC' || order.type === 'GTD';
      const tooBig = rests && this.#levelSize(order) + order.size > BigInt(Number.MAX_SAFE_INTEGER);
      if (market.state !== 'open' || tooBig || (order.type === 'FOK' && !this.#canFill(order)))
        this.#end(order, 'killed');
      else {
        this.#tell({ kind: 'order-released', at: this.now, order: order.order });
        this.#meet(order);
      }
    }
  }

  #levelSize(order: NaiveOrder): bigint {
    const opposite = order.side === 'BUY' ? 'SELL' : 'BUY';
    const level = this.queue(order.market, order.outcome, opposite).filter(
      (resting) => priceFor(resting, order.outcome) === order.price,
    );
    return sum(level.map(remaining));
  }

  #freeCash(wallet: number): bigint {
    return (this.cashByWallet[wallet] ?? 0n) - this.reservedCash(wallet);
  }

  #freeTokens(wallet: number, market: number, outcome: OutcomeIndex): bigint {
    return this.tokens(wallet, market, outcome) - this.reservedTokens(wallet, market, outcome);
  }

  #pay(wallet: number, amount: bigint): void {
    this.cashByWallet[wallet] = (this.cashByWallet[wallet] ?? 0n) + amount;
  }

  #give(wallet: number, market: number, outcome: OutcomeIndex, size: bigint): void {
    this.#tokens.set(`${wallet}/${market}/${outcome}`, this.tokens(wallet, market, outcome) + size);
  }

  #tell(event: Event): void {
    this.log.push(event);
  }
}

function draft(index: number, command: PlaceOrder, now: number): NaiveOrder {
  const { wallet, key, market, outcome, side, type, expiresAt } = command;
  const [price, size] = [BigInt(command.price), BigInt(command.size)];
  const fate = { state: 'live' as const, rested: -1, fills: [] };
  return { order: index, wallet, key, market, outcome, side, type, price, size, acceptedAt: now, expiresAt, ...fate };
}

function isOpen(order: NaiveOrder | undefined): boolean {
  return order?.state === 'live' || order?.state === 'delayed';
}

/** The price of a resting order as someone sees it who trades the token of `outcome`. */
function priceFor(order: NaiveOrder, outcome: OutcomeIndex): bigint {
  return order.outcome === outcome ? order.price : 10_000n - order.price;
}

function notAccepting(state: 'paused' | 'closed' | 'resolved'): Refusal {
  return { kind: 'market-not-accepting', state };
}
