/** proof/clients tests: `@polymarket/client` runs unchanged, with its default wallet and with the EOA. */
import { createSecureClient, forkEnvironmentConfig, OrderSide } from '@polymarket/client';
import { privateKey } from '@polymarket/client/viem';
import { expect, it } from 'vitest';
import { ADDRESS, WALLETS } from '../../spec/clob/fixtures/vectors.ts';
import { type Clock, type MarketService, PRIVATE_KEY, startMarketService, until } from './fixtures/market-service.ts';

function environmentOf({ url }: MarketService) {
  const ws = url.replace('http', 'ws');
  const clob = { rest: url, market: { ws: `${ws}/ws/market` }, user: { ws: `${ws}/ws/user` } };
  return forkEnvironmentConfig({
    name: 'local',
    clob,
    gamma: { rest: url },
    data: { rest: url },
    relayer: { rest: url },
    rpc: url,
  });
}

async function itemsOf<Item>(pages: AsyncIterable<{ readonly items: readonly Item[] }>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const page of pages) all.push(...page.items);
  return all;
}

function collect<Item>(stream: AsyncIterable<Item>): Item[] {
  const seen: Item[] = [];
  void (async () => {
    for await (const item of stream) seen.push(item);
  })();
  return seen;
}

async function flow(service: MarketService, wallet: string | undefined) {
  const client = await createSecureClient({
    environment: environmentOf(service),
    signer: privateKey(PRIVATE_KEY),
    ...(wallet !== undefined && { wallet }),
  });
  const tokenId = service.token as never;
  const market = await client.subscribe([{ topic: 'market', tokenIds: [tokenId], customFeatureEnabled: true }]);
  const user = await client.subscribe([{ topic: 'user' }]);
  const [marketEvents, userEvents] = [collect(market), collect(user)];
  await until(() => marketEvents.length > 0);
  const markets = await itemsOf(client.listMarkets({ pageSize: 50 }));
  const events = await itemsOf(client.listEvents({ pageSize: 50 }));
  const book = await client.fetchOrderBook({ tokenId });
  const order = { tokenId, price: 0.3, size: 20, side: OrderSide.BUY };
  const resting = await client.placeLimitOrder(order);
  const expiration = Math.floor(Math.max(Date.now(), service.simulator.now()) / 1_000) + 400;
  await client.placeLimitOrder({ ...order, price: 0.29, expiration });
  await client.placeLimitOrder({ ...order, price: 0.28, postOnly: true });
  const open = await itemsOf(client.listOpenOrders({}));
  const orderId = resting.ok ? resting.orderId : ('' as never);
  const cancelled = await client.cancelOrder({ orderId });
  await client.cancelMarketOrders({ tokenId });
  await client.cancelAll();
  const taken = await client.placeMarketOrder({ tokenId, amount: 12, side: OrderSide.BUY });
  if (taken.ok) await client.waitForOrderFillSettlement(taken);
  const trades = await itemsOf(client.listAccountTrades({}));
  const positions = await itemsOf(client.listPositions({}));
  const value = await client.fetchPortfolioValue({});
  const activity = await itemsOf(client.listActivity({}));
  await client.fetchNotifications();
  const settled = (): boolean => userEvents.filter(({ type }) => type === 'trade').length === 3;
  await until(settled);
  await market.close();
  await user.close();
  await client.endAuthentication();
  return {
    markets,
    events,
    book,
    orderId,
    open,
    cancelled,
    taken,
    trades,
    positions,
    value,
    activity,
    marketEvents,
    userEvents,
  };
}

it.concurrent.each<[Clock, string, string | undefined]>([
  ['real', WALLETS.legacyDeposit, undefined],
  ['virtual', WALLETS.legacyDeposit, undefined],
  ['virtual', ADDRESS, ADDRESS],
])('the whole flow on a %s clock with the wallet %s', async (clock, address, wallet) => {
  const service = await startMarketService(clock);
  try {
    const seen = await flow(service, wallet);
    expect([seen.markets.length, seen.events.length, seen.open.length]).toEqual([50, 11, 3]);
    expect(seen.cancelled).toEqual({ canceled: [seen.orderId], notCanceled: {} });
    expect(seen.taken).toMatchObject({
      ok: true,
      status: 'matched',
      makingAmount: '11.999988',
      takingAmount: '23.0769',
    });
    expect([seen.trades.length, seen.activity.length]).toEqual([1, 1]);
    expect(seen.positions).toMatchObject([{ size: '23.0769', avgPrice: '0.52' }]);
    expect(seen.value).toEqual([{ user: expect.stringMatching(new RegExp(address, 'i')), value: '11.999988' }]);
    const kinds = seen.marketEvents.map(({ type }) => type);
    expect(kinds).toEqual(['book', ...Array.from({ length: 6 }, () => 'price_change'), 'last_trade_price', 'book']);
    // Three placements and cancellations, then the order that takes: placed, matched, three states of its trade.
    const news = seen.userEvents.map(({ type }) => type);
    expect([news.filter((type) => type === 'order').length, news.filter((type) => type === 'trade').length]).toEqual([
      8, 3,
    ]);
    expect(service.refusals).toEqual([]);
    expect(service.simulator.bugs).toEqual([]);
  } finally {
    await service.close();
  }
});
