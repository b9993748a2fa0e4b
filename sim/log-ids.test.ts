/** sim/log-ids.test: the numbers in events have the identifiers that the service shows. */
import { describe, expect, it } from 'vitest';
import { invariant } from '../base/result.ts';
import type { Event } from '../spec/venue/event.ts';
import { get } from '../wire/message.ts';
import { signed } from '../wire/signer.ts';
import { createSimulator } from './simulator.ts';

const order = (wallet: string, side: 'BUY' | 'SELL') =>
  ({ order: { wallet, market: 'rain', side, price: 0.4, size: 10 } }) as const;

const simulator = createSimulator({
  world: {
    markets: { sun: {}, rain: {} },
    wallets: { ada: { cash: 9 }, ben: { tokens: { rain: 10 } } },
    history: [order('ada', 'BUY'), order('ben', 'SELL'), order('ada', 'BUY')],
  },
});
const { ids, named, log } = simulator;
const [ada, ben] = [named.wallets['ada'], named.wallets['ben']];
const rain = named.markets['rain'];

function lastOf<K extends Event['kind']>(kind: K): Extract<Event, { kind: K }> {
  const found = log.findLast((event): event is Extract<Event, { kind: K }> => event.kind === kind);
  invariant(found !== undefined, `the log holds ${kind}`);
  return found;
}

function bodyOf(path: string): unknown {
  invariant(ada !== undefined, 'ada has a key');
  return JSON.parse(simulator.handle(signed(ada, get(path), Math.floor(simulator.now() / 1_000))).body);
}

describe('the identifiers of numbers in the log', () => {
  it('are those of markets, tokens and wallets', () => {
    const { market, takerWallet, outcome } = lastOf('trade');
    expect(ids.market(market)).toBe(rain?.conditionId);
    expect([ids.token(market, outcome), ids.token(market, 1)]).toEqual([rain?.yes, rain?.no]);
    expect(ids.wallet(takerWallet)).toBe(ben?.address);
  });

  it('are those of orders and trades', () => {
    expect(bodyOf('/data/orders')).toMatchObject({ data: [{ id: ids.order(lastOf('order-accepted').order) }] });
    const { trade, takerOrder } = lastOf('trade');
    expect(bodyOf('/builder/trades')).toMatchObject([{ id: ids.trade(trade), taker_order_id: ids.order(takerOrder) }]);
  });

  it('are undefined for unused numbers', () => {
    const none = [ids.market(99), ids.token(99, 0), ids.wallet(99), ids.order(99), ids.trade(99), ids.order(-1)];
    expect(none).toEqual(none.map(() => undefined));
  });
});
