/** sim/http/streams/public-client.test: the public client of Polymarket follows the market stream unchanged. */
import { expect, it } from 'vitest';
import { serveStreams } from './fixtures/served-streams.ts';

/** The used part of the client. Its own types need those of a browser. */
type PublicClient = {
  forkEnvironmentConfig(fork: object): object;
  createPublicClient(options: { environment: object }): {
    subscribe(wanted: readonly object[]): Promise<AsyncIterable<{ type: string }> & { close(): Promise<void> }>;
  };
};
const CLIENT: string = '@polymarket/client';

it('sees books, changes, matches and best prices', async () => {
  const { createPublicClient, forkEnvironmentConfig }: PublicClient = await import(CLIENT);
  const served = await serveStreams();
  const ws = served.server.url.replace('http', 'ws');
  const clob = { rest: served.server.url, market: { ws: `${ws}/ws/market` }, user: { ws: `${ws}/ws/user` } };
  const client = createPublicClient({ environment: forkEnvironmentConfig({ name: 'local', clob }) });
  const events = await client.subscribe([{ topic: 'market', tokenIds: [served.yes], customFeatureEnabled: true }]);
  const seen: string[] = [];
  for await (const { type } of events) {
    seen.push(type);
    if (seen.length === 1) served.order({ side: 'SELL', price: 0.6 });
    if (seen.length === 3) served.order({ wallet: 'ben', price: 0.6 });
    if (seen.length === 6) break;
  }
  await events.close();
  await served.close();
  expect(seen).toEqual(['book', 'price_change', 'best_bid_ask', 'last_trade_price', 'book', 'best_bid_ask']);
});
