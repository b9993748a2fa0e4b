/** sim/clob/account tests: API keys from private keys, funded wallets, and their place in log, journal and reset. */
import { ApiKeyCredsSchema, ApiKeysResponseSchema, BalanceAllowanceResponseSchema } from '@polymarket/bindings/clob';
import { describe, expect, it } from 'vitest';
import { ADDRESS, WALLETS } from '../../../spec/clob/fixtures/vectors.ts';
import { testFolder } from '../../../spec/fixtures/test-folder.ts';
import { bare } from '../../../wire/message.ts';
import { createBot } from '../../fixtures/bot.ts';
import { createSimulator } from '../../simulator.ts';
import type { SimulatorOptions } from '../../simulator-options.ts';

const { newFolder } = testFolder('account');

const serve = (options: SimulatorOptions = {}) => createSimulator({ profile: 'polymarket', limits: 'off', ...options });
const INVALID = { error: 'Invalid L1 Request headers' };

describe('an API key', () => {
  it('follows from seed, address and nonce, and is created once', () => {
    const [first, second] = [createBot(serve()), createBot(serve())];
    const created = first.create();
    expect(ApiKeyCredsSchema.parse(JSON.parse(created.body))).toBeDefined();
    expect(second.create().body).toBe(created.body);
    expect(createBot(serve({ seed: 2 })).create().body).not.toBe(created.body);
    expect(createBot(serve(), '22').create().body).not.toBe(created.body);
    expect(first.create().status).toBe(400);
    expect(first.derive().body).toBe(created.body);
    expect(first.derive('7').status).toBe(400);
  });

  it('signs next to those of other nonces until it is deleted', () => {
    const bot = createBot(serve());
    const old = JSON.parse(bot.create().body);
    const young = JSON.parse(bot.create('1').body);
    const both = ApiKeysResponseSchema.parse(bot.get('/auth/api-keys'));
    expect(both).toMatchObject({ apiKeys: [old.apiKey, young.apiKey] });
    expect(bot.delete('/auth/api-key').body).toBe('"OK"');
    expect(bot.send(bare('GET', '/auth/api-keys')).status).toBe(401);
    expect(JSON.parse(bot.send(bare('GET', '/auth/api-keys'), old).body)).toEqual({ apiKeys: [old.apiKey] });
    expect([bot.derive('1').status, bot.create('1').status]).toEqual([400, 400]);
  });

  it.each<[string, Record<string, string>]>([
    ['of another address', { poly_address: `0x${'12'.repeat(20)}` }],
    ['of another moment', { poly_timestamp: '1700000001' }],
    ['of another nonce', { poly_nonce: '1' }],
    ['of a nonce with a leading zero', { poly_nonce: '00' }],
    ['of a nonce that is no number', { poly_nonce: 'first' }],
    ['without a signature', { poly_signature: '' }],
    ['cut off', { poly_signature: '0x1234' }],
    ['of no address', { poly_address: 'me' }],
  ])('is not given for a signature %s', (_name, over) => {
    const simulator = serve();
    const before = simulator.hash();
    const response = createBot(simulator).create('0', over);
    expect([response.status, JSON.parse(response.body), simulator.hash()]).toEqual([401, INVALID, before]);
  });

  it('wants a fresh timestamp on the clock of the machine alone', () => {
    const real = serve({ clock: Date.now });
    const late = { now: () => Date.now() - 70_000, handle: real.handle };
    expect(createBot(late).create().status).toBe(401);
    expect(createBot(real).create().status).toBe(200);
    expect(createBot({ now: () => 1_000, handle: serve().handle }).create().status).toBe(200);
  });
});

describe('a new account', () => {
  it('has five wallets with cash, and shares if the options say so', () => {
    const simulator = serve({ fund: { dollars: 250.5, shares: 3 } });
    const bot = createBot(simulator);
    bot.create();
    const { yes } = simulator.named.markets['market'] ?? { yes: '' };
    for (const signature_type of ['0', '1', '2', '3']) {
      const cash = bot.get('/balance-allowance', { asset_type: 'COLLATERAL', signature_type });
      const shares = bot.get('/balance-allowance', { asset_type: 'CONDITIONAL', token_id: yes, signature_type });
      expect(BalanceAllowanceResponseSchema.parse(cash)).toBeDefined();
      expect([cash, shares]).toMatchObject([{ balance: '250500000' }, { balance: '3000000' }]);
    }
    const addresses = simulator.log.flatMap((event) => (event.kind === 'noted' ? [JSON.parse(event.text)] : []));
    const wallets = addresses.flatMap(({ addition, address }) => (addition === 'owned-wallet' ? [address] : []));
    expect(wallets.map((each: string) => each.toLowerCase())).toEqual(
      [ADDRESS, WALLETS.proxy, WALLETS.safe, WALLETS.legacyDeposit, WALLETS.deposit].map((each) => each.toLowerCase()),
    );
  });

  it('is worth nothing without funds', () => {
    const bot = createBot(serve({ fund: { dollars: 0 } }));
    bot.create();
    expect(bot.get('/balance-allowance', { asset_type: 'COLLATERAL' })).toMatchObject({ balance: '0' });
  });

  it('is in the hash, in the journal and in no life after a reset', () => {
    const directory = newFolder();
    const first = serve({ journal: { directory } });
    const empty = first.hash();
    const bot = createBot(first);
    const { body } = bot.create();
    const { yes: tokenId = '' } = first.named.markets['market'] ?? {};
    const id = JSON.parse(bot.place({ tokenId, cents: 30 }).body).orderID;
    const hash = first.hash();
    first.close();
    const second = serve({ journal: { directory } });
    const again = createBot(second);
    expect([again.derive().body, second.hash()]).toEqual([body, hash]);
    again.create('1');
    expect(again.get('/data/orders')).toMatchObject({ count: 1, data: [{ id, price: '0.3' }] });
    second.reset();
    expect([again.derive().status, second.hash()]).toEqual([400, empty]);
    second.close();
  });
});
