/** proof/clients tests: a bot trades 1,000 orders; its own books from both sockets agree with the service. */
import { expect, it } from 'vitest';
import { DEFAULT_AGENTS } from '../../backtest/agents/plan.ts';
import { serveSimulatedMarkets } from '../../backtest/agents/served-agents.ts';
import { createRng } from '../../base/rng.ts';
import { createBot, type Trio } from '../../sim/fixtures/bot.ts';
import { startServer } from '../../sim/http/server.ts';
import { openStream } from '../../sim/http/streams/fixtures/stream-client.ts';
import { createStreams } from '../../sim/http/streams/streams.ts';
import { get } from '../../wire/message.ts';
import { createBotBooks } from './fixtures/bot-books.ts';

const ORDERS = 1_000;

it('a ledger and a book that are kept from frames alone equal those of the service', async () => {
  const plan = { ...DEFAULT_AGENTS, markets: 1, hours: 0.2 };
  const { simulator } = serveSimulatedMarkets(plan, {
    profile: 'polymarket',
    clock: 'virtual',
    limits: 'off',
    seed: 3,
  });
  const server = await startServer(simulator.handle, { streams: createStreams(simulator) });
  const [market] = Object.values(simulator.named.markets);
  const [yes, no] = [market?.yes ?? '', market?.no ?? ''];
  const bot = createBot(simulator);
  const trio = JSON.parse(bot.create().body) as Trio;
  const books = createBotBooks(trio.apiKey, 10_000_000_000);
  const [prices, user] = [await openStream(server.url, 'market'), await openStream(server.url, 'user')];
  prices.send({ type: 'market', assets_ids: [yes, no] });
  user.send({ type: 'user', auth: trio });
  await Promise.all([prices.until(1), user.settled()]);

  const rng = createRng('bot');
  simulator.advance(60_000);
  for (let count = 0; count < ORDERS; count += 1) {
    const cents = rng.between(30, 70);
    bot.place({
      tokenId: rng.chance(0.5) ? yes : no,
      cents,
      shares: rng.between(5, 15),
      orderType: rng.pick(['GTC', 'GTC', 'FAK']),
    });
    if (count % 20 === 19) bot.delete('/cancel-all');
    simulator.advance(rng.between(50, 500));
  }
  bot.delete('/cancel-all');
  simulator.advance(10_000);
  await Promise.all([prices.settled(), user.settled()]);

  for (const text of prices.texts) books.market(text);
  for (const text of user.texts) books.user(text);
  const balanceOf = (query: Record<string, string>) =>
    (bot.get('/balance-allowance', query) as { balance: string }).balance;
  expect(books.trades).toBeGreaterThan(200);
  expect(books.cash).toBe(Number(balanceOf({ asset_type: 'COLLATERAL' })));
  for (const token of [yes, no]) {
    expect(books.shares(token)).toBe(Number(balanceOf({ asset_type: 'CONDITIONAL', token_id: token })));
    const { bids, asks } = JSON.parse(simulator.handle(get('/book', { token_id: token })).body);
    expect(books.book(token)).toEqual({ bids, asks });
  }
  expect(books.open).toEqual([]);
  expect(simulator.bugs).toEqual([]);
  await server.close();
});
