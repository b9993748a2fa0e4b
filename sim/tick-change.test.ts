/** sim tests: a changed price step shows everywhere at once, also in data that was read before. */
import { describe, expect, it } from 'vitest';
import { MICRO } from '../base/units.ts';
import { conditionId, tokenId } from '../proof/venue/reads/plain-world.ts';
import { get, withJson } from '../wire/message.ts';
import { createTradingService, perform } from './fixtures/trading-world.ts';
import { runService } from './simulator.ts';

/** All data with the price step of market 0. */
function steps(service: ReturnType<typeof createTradingService>): Record<string, unknown> {
  const { handle } = runService(() => service, { limits: 'off' });
  const read = (request: Parameters<typeof handle>[0]) => JSON.parse(handle(request).body);
  const books = read(withJson('POST', '/books', [{ token_id: tokenId(0, 0) }, { token_id: tokenId(0, 1) }]));
  const listed = read(get('/sampling-markets')).data[0];
  return {
    books: books.map((book: { tick_size: string }) => book.tick_size),
    market: read(get(`/markets/${conditionId(0)}`)).minimum_tick_size,
    settings: read(get(`/clob-markets/${conditionId(0)}`)).mts,
    listed: listed?.minimum_tick_size,
  };
}

function withRewards(): ReturnType<typeof createTradingService> {
  const service = createTradingService();
  const market = service.world.markets[0];
  if (market !== undefined) {
    Object.assign(market, {
      rewards: { rates: [{ asset_address: '0x0', rewards_daily_rate: 1 }], min_size: 1, max_spread: 1 },
    });
  }
  return service;
}

describe('a price step that changes', () => {
  it('shows in books, market, settings and lists without a change of an order', () => {
    const service = withRewards();
    const order = { kind: 'place', wallet: 0, key: 0, market: 0, outcome: 0, side: 'BUY', type: 'GTC' } as const;
    perform(service, { ...order, price: 5_000, size: 5 * MICRO, postOnly: false, salt: 'on both steps' });
    expect(steps(service)).toEqual({ books: ['0.01', '0.01'], market: 0.01, settings: 0.01, listed: 0.01 });
    expect(perform(service, { kind: 'change-tick', market: 0, tick: 10 })).toBe(true);
    expect(steps(service)).toEqual({ books: ['0.001', '0.001'], market: 0.001, settings: 0.001, listed: 0.001 });
  });
});
