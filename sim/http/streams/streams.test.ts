/** sim/http/streams/streams.test: the streams as clients see them: subscriptions, keys, time, reset, close. */
import { describe, expect, it, vi } from 'vitest';
import { withJson } from '../../../wire/message.ts';
import { watchOf } from '../../watch.ts';
import { openStream } from './fixtures/stream-client.ts';
import { streamServices } from './fixtures/stream-services.ts';

const start = streamServices();

/** The number of timers, sockets and servers that keep the process alive. */
const kept = (): number => process.getActiveResourcesInfo().filter((kind) => /^(Timeout|TCP)/.test(kind)).length;

const kinds = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => [JSON.parse(text)].flat().map(({ event_type: kind }) => kind));
const fields = (texts: readonly string[], ...names: string[]): unknown[] =>
  texts.map((text) => names.map((name) => JSON.parse(text)[name]).join(' '));

describe('the market stream', () => {
  it('begins with the books of POST /books', async () => {
    const { simulator, market, yes, no, order } = await start();
    order();
    const { texts } = await market();
    const body = [{ token_id: no }, { token_id: yes }];
    const books = JSON.parse(simulator.handle(withJson('POST', '/books', body)).body) as { asset_id: string }[];
    const byToken = (token: string) => ({ event_type: 'book', ...books.find(({ asset_id: id }) => id === token) });
    expect(JSON.parse(texts[0] ?? '')).toEqual([byToken(yes), byToken(no)]);
  });

  it('sends a change before the act that made it returns, once to a subscriber of both tokens', async () => {
    const { market, order, simulator } = await start();
    const client = await market();
    const id = order();
    expect(kinds(await client.settled())).toEqual(['book', 'book', 'price_change']);
    simulator.cancel(id, 'ada');
    const texts = await client.settled();
    const sizes = texts
      .slice(1)
      .map((text) => JSON.parse(text).price_changes.map((change: object) => Object.values(change).slice(1, 4)));
    const level = (size: string) => [
      ['0.4', size, 'BUY'],
      ['0.6', size, 'SELL'],
    ];
    expect(sizes).toEqual([level('10'), level('0')]);
  });

  it('sends matches, then both books, to their subscribers, and best prices only with custom features', async () => {
    const { market, order, yes, no } = await start();
    const [plain, custom, second] = await Promise.all([
      market(),
      market({ custom_feature_enabled: true }),
      market({ assets_ids: [no] }),
    ]);
    order({ side: 'SELL', price: 0.6 });
    order({ wallet: 'ben', price: 0.6, size: 15, type: 'FAK' });
    const trade = ['last_trade_price', 'book', 'book'];
    expect(kinds(await plain.settled())).toEqual(['book', 'book', 'price_change', ...trade]);
    const best = ['best_bid_ask', 'best_bid_ask'];
    expect(kinds(await custom.settled())).toEqual(['book', 'book', 'price_change', ...best, ...trade, ...best]);
    expect(kinds(await second.settled())).toEqual(['book', 'price_change', 'book']);
    expect(fields(plain.texts.slice(2), 'asset_id', 'price', 'size', 'side')).toEqual([
      `${yes} 0.6 10 BUY`,
      `${yes}   `,
      `${no}   `,
    ]);
  });

  it('takes further tokens and lets them go', async () => {
    const { market, order, yes, no, simulator } = await start();
    const snow = simulator.named.markets['snow']?.yes;
    const client = await market({ assets_ids: [yes], type: 'MARKET' });
    client.send({ operation: 'subscribe', assets_ids: [yes, no, snow, 'unknown'] });
    expect(kinds(await client.until(2))).toEqual(['book', 'book', 'book']);
    client.send({ operation: 'unsubscribe', assets_ids: [yes] });
    await client.settled();
    order();
    client.send({ operation: 'unsubscribe', assets_ids: [no] });
    await client.settled();
    order();
    expect(kinds(await client.settled())).toEqual(['book', 'book', 'book', 'price_change']);
  });

  it('reports ticks, listings and results', async () => {
    const { market, simulator, yes } = await start();
    const client = await market({ custom_feature_enabled: true });
    simulator.command({ tick: { market: 'rain', to: 0.001 } });
    simulator.command({ open: { market: 'hail', question: 'Will it hail?', ends: 3_600 } });
    simulator.command({ resolve: { market: 'rain', pays: 'yes' } });
    const texts = await client.settled();
    const { assets_ids: tokens, question } = JSON.parse(texts[3] ?? '');
    expect([question, tokens]).toEqual(['Will it hail?', [expect.any(String), expect.any(String)]]);
    expect(kinds(texts).slice(2)).toEqual(['tick_size_change', 'tick_size_change', 'new_market', 'market_resolved']);
    expect(fields(texts.slice(1, 2), 'old_tick_size', 'new_tick_size')).toEqual(['0.01 0.001']);
    expect(fields(texts.slice(4), 'winning_asset_id', 'winning_outcome')).toEqual([`${yes} Yes`]);
    client.send({ type: 'market', assets_ids: tokens });
    await client.until(6);
    const hail = { wallet: 'ada', market: 'hail', side: 'BUY', price: 0.4, size: 10 } as const;
    expect(simulator.order(hail).status).toBe(200);
    expect(kinds(await client.settled()).at(-1)).toBe('best_bid_ask');
  });
});

describe('the user stream', () => {
  it('shows the own orders and trades alone, in the requested markets', async () => {
    const { user, order, simulator } = await start();
    const rain = simulator.named.markets['rain']?.conditionId.toUpperCase().replace('0X', '0x');
    const snow = simulator.named.markets['snow']?.conditionId;
    const [ada, ben, other] = await Promise.all([
      user('ada'),
      user('ben', { markets: [rain] }),
      user('ben', { markets: [snow] }),
    ]);
    const id = order({ side: 'SELL', price: 0.6 });
    order({ wallet: 'ben', price: 0.6, size: 5 });
    simulator.cancel(id, 'ada');
    simulator.advance(10_000);
    const seen = (texts: readonly string[]) =>
      fields(texts, 'event_type', 'type', 'status', 'trader_side', 'size_matched');
    expect(seen(await ada.settled())).toEqual([
      'order PLACEMENT LIVE  0',
      'trade TRADE MATCHED MAKER ',
      'order UPDATE LIVE  5',
      'order CANCELLATION CANCELED  5',
      'trade TRADE MINED MAKER ',
      'trade TRADE CONFIRMED MAKER ',
    ]);
    const own = ['order PLACEMENT LIVE  0', 'trade TRADE MATCHED TAKER ', 'order UPDATE MATCHED  5'];
    expect(seen(await ben.settled())).toEqual([...own, 'trade TRADE MINED TAKER ', 'trade TRADE CONFIRMED TAKER ']);
    expect(await other.settled()).toEqual([]);
    const keys = Object.values(simulator.named.wallets).map(({ apiKey }) => apiKey);
    expect(ada.texts.join().includes(keys[1] ?? ''), 'the key of another wallet').toBe(false);
    other.send({ operation: 'unsubscribe', markets: [snow] });
    await other.settled();
    order({ wallet: 'ben' });
    expect(kinds(await other.settled()), 'without markets all are followed').toEqual(['order']);
  });

  it.each(['apiKey', 'secret', 'passphrase'])('closes on a wrong %s', async (name) => {
    const { connect, simulator } = await start();
    const client = await connect('user');
    client.send({ type: 'user', auth: { ...simulator.named.wallets['ada'], [name]: 'wrong' } });
    expect(await client.closed).toEqual([1008, 'the API key, secret or passphrase is wrong']);
  });
});

describe('time', () => {
  it('two runs of the same requests send the same bytes', async () => {
    const run = async (): Promise<unknown> => {
      const { market, user, order, simulator } = await start({ seed: 7 });
      const clients = await Promise.all([market({ custom_feature_enabled: true }), user('ada'), user('ben')]);
      for (const price of [0.4, 0.45, 0.5]) order({ price });
      order({ wallet: 'ben', side: 'BUY', price: 0.6, size: 5 });
      order({ side: 'SELL', price: 0.45, size: 12 });
      simulator.advance(3_600_000);
      return Promise.all(clients.map((client) => client.settled()));
    };
    expect(await run()).toEqual(await run());
  });

  it('reaches subscribers without a request while the clock runs', async () => {
    const start0 = Date.parse('2026-03-11T12:00:00.000Z');
    const begin = performance.now();
    const clock = (): number => start0 + Math.floor((performance.now() - begin) * 500);
    const { user, order } = await start({ clock });
    const ada = await user('ada');
    order({ side: 'SELL', price: 0.6 });
    order({ wallet: 'ben', price: 0.6, size: 10 });
    expect(fields(await ada.until(5), 'status').slice(3)).toEqual(['MINED', 'CONFIRMED']);
  });
});

describe('ends', () => {
  it('closes every stream on a reset, and begins again with the books of the new life', async () => {
    const { market, user, order, simulator, streams } = await start();
    const [client, ada] = await Promise.all([market(), user('ada')]);
    const [before] = client.texts;
    order();
    simulator.reset();
    const reason = [1012, 'the service was reset: connect again'];
    expect(await Promise.all([client.closed, ada.closed])).toEqual([reason, reason]);
    const again = await market();
    expect(again.texts).toEqual([before]);
    order();
    expect(kinds(await again.settled())).toEqual(['book', 'book', 'price_change']);
    expect(streams.connections).toBe(1);
  });

  it('closes with the server, and leaves no timer and no socket that would keep the process alive', async () => {
    const before = kept();
    const faults = [{ stream: 'market', kind: 'delay', ms: 60_000, nth: 2 }] as const;
    const { market, connect, order, server, streams } = await start({ clock: Date.now, faults }, { idleMs: 60_000 });
    const client = await market();
    const silent = await connect('user');
    order();
    expect(kept()).toBeGreaterThan(before);
    await server.close();
    const reason = [1001, 'the server stops'];
    expect(await Promise.all([client.closed, silent.closed])).toEqual([reason, reason]);
    expect(streams.connections).toBe(0);
    await new Promise((resolve) => setImmediate(resolve));
    expect(kept()).toBeLessThanOrEqual(before);
  });

  it('writes no message for a client that has left', async () => {
    const { user, order, streams, simulator } = await start();
    const written = vi.spyOn(watchOf(simulator).service().views.people, 'person');
    const ada = await user('ada');
    order();
    expect(written).toHaveBeenCalledOnce();
    ada.socket.close();
    while (streams.connections > 0) await new Promise((resolve) => setTimeout(resolve, 1));
    order();
    const stranger = await user('ben');
    order();
    await stranger.settled();
    expect(written).toHaveBeenCalledOnce();
  });

  it('refuses other paths, and a server without streams has none', async () => {
    const { server } = await start();
    await expect(openStream(`${server.url}/nowhere`, 'market')).rejects.toThrow('404');
  });
});

it('an error in a stream closes its clients, is a bug, and leaves the requests alone', async () => {
  const { user, order, simulator } = await start();
  const ada = await user('ada');
  vi.spyOn(watchOf(simulator).service().views.people, 'person').mockImplementation(() => {
    throw new Error('no person');
  });
  order();
  expect(await ada.closed).toEqual([1011, 'internal error']);
  expect(simulator.bugs.map(({ error }) => String(error))).toEqual(['Error: no person']);
});
