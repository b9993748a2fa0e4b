/** proof/clients tests: the requests of Kuest's front end, made by hand after its source, because it is no package. */
import { expect, it } from 'vitest';
import { createBot } from '../../sim/fixtures/bot.ts';
import { createSimulator } from '../../sim/simulator.ts';
import { WALLETS } from '../../spec/clob/fixtures/vectors.ts';
import { CLOB_CONTRACTS, type ExchangeDomain } from '../../spec/clob/order.ts';
import { get, withJson } from '../../wire/message.ts';

const domain = CLOB_CONTRACTS.kuest.standard[0] as ExchangeDomain;

it('key, quotes, order of a deposit wallet, lists and cancellations', () => {
  const simulator = createSimulator({ profile: 'kuest', limits: 'off' });
  const market = simulator.named.markets['market'];
  const [conditionId, tokenId] = [market?.conditionId ?? '', market?.yes ?? ''];
  const bot = createBot(simulator, '11', 'KUEST_');
  // The front end asks for the key of its account, and creates one if that is refused.
  expect([bot.derive().status, bot.create().status, bot.derive().status]).toEqual([400, 200, 200]);

  const read = (path: string, body?: unknown) =>
    JSON.parse(
      simulator.handle(body === undefined ? get(path, { token_id: tokenId }) : withJson('POST', path, body)).body,
    );
  const list = [{ token_id: tokenId }];
  expect(read('/prices', [{ token_id: tokenId, side: 'BUY' }])).toEqual({ [tokenId]: { BUY: '0.52' } });
  expect(read('/midpoints', list)).toEqual({ [tokenId]: '0.5' });
  expect(read('/last-trades-prices', list)).toMatchObject([{ token_id: tokenId }]);
  expect(read('/fee-rate')).toMatchObject({ base_fee: expect.any(Number) });

  const maker = WALLETS.deposit;
  const parties = { maker, signer: maker, signatureType: 3, domain } as const;
  const place = (cents: number) => {
    const { json, id } = bot.body({ tokenId, cents, shares: 20, ...parties });
    const { deferExec: _, ...body } = json;
    const order = { ...json.order, salt: String(json.order.salt), conditionId };
    return { id, response: bot.post('/order', { ...body, order }) };
  };
  const [first, second] = [place(30), place(31)];
  for (const { id, response } of [first, second])
    expect(JSON.parse(response.body)).toMatchObject({ success: true, orderID: id, status: 'live' });
  const open = bot.get('/data/orders', { market: conditionId });
  expect(open).toMatchObject({
    count: 2,
    data: [{ id: first.id, maker_address: expect.stringMatching(new RegExp(maker, 'i')) }, {}],
  });

  expect(JSON.parse(bot.delete('/order', { orderId: first.id }).body)).toEqual({
    canceled: [first.id],
    not_canceled: {},
  });
  expect(bot.delete('/order', { orderId: first.id }).status).toBe(409);
  expect(bot.delete('/order', { orderId: `0x${'0'.repeat(64)}` }).status).toBe(404);
  const rest = bot.delete('/cancel-market-orders', { market: conditionId, assetId: tokenId });
  expect(JSON.parse(rest.body)).toEqual({ canceled: [second.id], not_canceled: {} });
  expect(simulator.bugs).toEqual([]);
});

it('an order for the exchange of Polymarket has another domain, and is refused', () => {
  const simulator = createSimulator({ profile: 'kuest', limits: 'off' });
  const bot = createBot(simulator, '11', 'KUEST_');
  bot.create();
  const maker = WALLETS.deposit;
  const tokenId = simulator.named.markets['market']?.yes ?? '';
  const response = bot.place({ tokenId, signatureType: 3, maker, signer: maker });
  expect([response.status, JSON.parse(response.body).error]).toEqual([
    400,
    expect.stringMatching(/^invalid signature/),
  ]);
});
