/** sim/clob/trading/place.test: the first mistakes of a bot get the documented status and sentence. */
import { beforeEach, describe, expect, it } from 'vitest';
import { CLOB_CONTRACTS, type ExchangeDomain } from '../../../spec/clob/order.ts';
import { bare, get, type Request, type Response, withJson } from '../../../wire/message.ts';
import { type Bot, createBot } from '../../fixtures/bot.ts';
import { createSimulator, type Simulator } from '../../simulator.ts';

const OTHER = `0x${'ab'.repeat(20)}`;
const NO_ORDER = `0x${'0'.repeat(64)}`;
const ON_CHAIN_1 = { ...CLOB_CONTRACTS.polymarket.standard[0], chainId: 1 } as ExchangeDomain;

let simulator: Simulator;
let bot: Bot;
let rain: string;
beforeEach(() => {
  const world = { markets: { rain: {} }, wallets: { ada: {} } };
  simulator = createSimulator({ profile: 'polymarket', world, limits: 'off', fund: { dollars: 1_000, shares: 0 } });
  rain = simulator.named.markets['rain']?.yes ?? '';
  bot = createBot(simulator);
  bot.create();
});

const said = ({ status, body }: Response): string => `${status} ${JSON.parse(body).error}`;
const signedWith = (over: Readonly<Record<string, string>>): Request => {
  const request = bot.signed(get('/data/orders'));
  return { ...request, headers: { ...request.headers, ...over } };
};

describe('a request that is not signed by its key gets an error that says so', () => {
  it.each([
    ['no headers', () => get('/data/orders')],
    ['no passphrase', () => signedWith({ poly_passphrase: '' })],
    ['a secret of another key', () => signedWith({ poly_signature: `${'A'.repeat(43)}=` })],
    ['a signature in another form', () => signedWith({ poly_signature: 'AAAA' })],
    ['an unknown key', () => signedWith({ poly_api_key: '0b6f1c2e-90ab-4d3c-8e5f-a1b2c3d4e5f6' })],
    ['the address of the funder', () => signedWith({ poly_address: OTHER })],
    ['an old timestamp', () => signedWith({ poly_timestamp: '1700000000' })],
  ])('%s', (_name, request) => {
    expect(said(simulator.handle(request()))).toMatch(/^401 Unauthorized\/Invalid api key: /);
  });

  it('and a digest in another form is not requested in hexadecimal digits', () => {
    expect(said(simulator.handle(signedWith({ poly_signature: 'AAAA' })))).toContain('base64url');
  });

  it('in words of its own for the signature of the private key', () => {
    expect(said(simulator.handle(bare('POST', '/auth/api-key')))).toBe('401 Invalid L1 Request headers');
    expect(said(bot.create())).toMatch(/^400 Could not create api key/);
    expect(said(createBot(simulator, '22').derive())).toMatch(/^400 Could not derive api key!/);
  });
});

describe('an order', () => {
  it.each<[string, Partial<Parameters<Bot['body']>[0]>, string]>([
    ['of another signer', { signer: OTHER }, 'the order signer address has to be the address of the API KEY'],
    ['of another funder', { maker: OTHER }, 'invalid signature: '],
    ['for another chain', { domain: ON_CHAIN_1 }, 'invalid signature: '],
    ['for an unknown token', { tokenId: '77' }, 'Invalid token id'],
    ['below the minimum', { shares: 4 }, 'order ID is invalid. Size (4) lower than the minimum: 5'],
    [
      'off the tick',
      { makerAmount: '4050000' },
      'order ID is invalid. Price (0.405) breaks minimum tick size rule: 0.01',
    ],
    ['of too much', { shares: 9_000 }, 'not enough balance / allowance: '],
    ['that has expired', { orderType: 'GTD', expiration: '1700000000' }, 'invalid expiration'],
    [
      'that must not trade and must not rest',
      { orderType: 'FOK', postOnly: true },
      'invalid post-only order: only GTC and GTD order types are allowed',
    ],
    ['of another type', { orderType: 'IOC' }, 'Invalid order payload: orderType must be one of'],
    ['of too exact a size', { takerAmount: '10001000' }, 'Invalid order payload: order.takerAmount must be shares'],
  ])('%s is refused', (_name, draft, sentence) => {
    const { json, id } = bot.body({ tokenId: rain, ...draft });
    expect(said(bot.post('/order', json))).toContain(`400 ${sentence.replace('ID', id)}`);
  });

  it('without a field, or that is none', () => {
    const { json } = bot.body({ tokenId: rain });
    const bodies = [
      { ...json, order: { ...json.order, maker: undefined } },
      { ...json, owner: undefined },
      [],
      'order',
    ];
    for (const body of bodies) expect(said(bot.post('/order', body))).toMatch(/^400 Invalid order payload/);
  });

  it('more in one request than a request may have', () => {
    const bodies = Array.from({ length: 16 }, () => bot.body({ tokenId: rain }).json);
    expect(said(bot.post('/orders', bodies))).toBe('400 Too many orders in payload: 16, max allowed: 15');
    expect(JSON.parse(bot.post('/orders', bodies.slice(1)).body)).toHaveLength(15);
  });
});

describe('an id', () => {
  it.each<[string, () => Response, string]>([
    ['of no form to read', () => bot.send(get('/data/order/x')), '400 Invalid orderID'],
    ['of no form to cancel', () => bot.delete('/order', { orderID: 'x' }), '400 Invalid orderID'],
    ['of no form in a list', () => bot.delete('/orders', [NO_ORDER, 'x']), '400 Invalid orderID'],
    ['that is missing', () => bot.delete('/order', { id: NO_ORDER }), '400 Invalid order payload'],
    ['list that is none', () => bot.delete('/orders', { orderIDs: [] }), '400 Invalid order payload'],
    ['of no market', () => bot.delete('/cancel-market-orders', {}), '400 Invalid order payload'],
    ['of no market or condition', () => simulator.handle(get('/markets/x')), '400 Invalid market'],
    ['of an unknown condition', () => simulator.handle(get(`/markets/${NO_ORDER}`)), '404 market not found'],
  ])('%s is refused', (_name, send, sentence) => {
    expect(said(send())).toContain(sentence);
  });

  it('that is empty does not limit a cancellation, as clients in Python send both', () => {
    const { id } = bot.body({ tokenId: rain });
    const { json } = bot.body({ tokenId: rain, salt: '1' });
    expect(JSON.parse(bot.post('/order', json).body).success).toBe(true);
    const { canceled } = JSON.parse(bot.delete('/cancel-market-orders', { market: '', asset_id: rain }).body);
    expect(canceled).toEqual([id]);
  });
});

it('a side may be in lower case, as in the first steps of docs.polymarket.com', () => {
  expect(said(simulator.handle(get('/price', { token_id: rain, side: 'both' })))).toBe('400 Invalid side');
  bot.place({ tokenId: rain, cents: 30 });
  const { body } = simulator.handle(get('/price', { token_id: rain, side: 'buy' }));
  expect(JSON.parse(body)).toEqual({ price: '0.3' });
  const prices = simulator.handle(withJson('POST', '/prices', [{ token_id: rain, side: 'buy' }]));
  expect(JSON.parse(prices.body)).toEqual({ [rain]: { BUY: '0.3' } });
});
