/** bench/signatures: verified CLOB orders a second, of owners whose key is known, and whose key is recovered. */
import { verifyOrder } from '../sim/clob/signatures/order.ts';
import { createSignerKeys, type SignerKeys } from '../sim/clob/signatures/signer-keys.ts';
import { createBot } from '../sim/fixtures/bot.ts';
import { createSimulator } from '../sim/simulator.ts';
import { CLOB_CONTRACTS, type SignatureType, type SignedOrder, type UnsignedOrder } from '../spec/clob/order.ts';
import { addressOf, signOrder } from '../wire/clob-signer/signer.ts';
import { withJson } from '../wire/message.ts';
import { inRounds, print, withSpread } from './machine.ts';

const ROUNDS = 9;
const ORDERS = 400;
const PRIVATE_KEY = `0x${'11'.repeat(32)}`;
const OWNER = addressOf(PRIVATE_KEY);
const ZERO = `0x${'00'.repeat(32)}`;
const DOMAINS = CLOB_CONTRACTS.polymarket.standard.slice(0, 1);

/** The owner's own address stands in for its wallets: the price is the same. */
function ordersOf(signatureType: SignatureType): readonly SignedOrder[] {
  return Array.from({ length: ORDERS }, (_, salt) => {
    const order: UnsignedOrder = {
      salt: String(salt),
      maker: OWNER,
      signer: OWNER,
      tokenId: '54348014963081747250167589489348964880477138208234654900412876374553919896068',
      makerAmount: '4100000',
      takerAmount: '10000000',
      side: 'BUY',
      signatureType,
      timestamp: '1700000000000',
      metadata: ZERO,
      builder: ZERO,
    };
    const [domain] = DOMAINS;
    if (domain === undefined) throw new Error('no exchange to sign for');
    return { ...order, signature: signOrder(PRIVATE_KEY, order, domain) };
  });
}

/** Orders a second. The first round warms up, and creates the tables. */
async function rates(orders: readonly SignedOrder[], keysOf: () => SignerKeys): Promise<string> {
  const rateOfRound = () => {
    const start = performance.now();
    for (const order of orders) {
      const outcome = verifyOrder({ order, domains: DOMAINS, owner: OWNER }, keysOf());
      if (!outcome.ok) throw new Error(outcome.refusal);
    }
    return (orders.length * 1_000) / (performance.now() - start);
  };
  return withSpread(await inRounds(ROUNDS, rateOfRound, 1), 'orders/s', 0);
}

/** Whole requests in process: level-2 headers, signature of the order, the venue, the response. Each order rests. */
async function placedRates(): Promise<string> {
  const simulator = createSimulator({
    profile: 'polymarket',
    limits: 'off',
    exchangesMax: 0,
    fund: { dollars: 1_000_000 },
  });
  const tokenId = simulator.named.markets['market']?.yes ?? '';
  const bot = createBot(simulator);
  bot.create();
  const rateOfRound = () => {
    const requests = Array.from({ length: ORDERS }, (_, salt) =>
      bot.signed(withJson('POST', '/order', bot.body({ tokenId, cents: 1 + (salt % 40), shares: 5 }).json)),
    );
    const start = performance.now();
    for (const request of requests) {
      const { status, body } = simulator.handle(request);
      if (status !== 200) throw new Error(body);
    }
    const rate = (ORDERS * 1_000) / (performance.now() - start);
    bot.delete('/cancel-all');
    return rate;
  };
  return withSpread(await inRounds(ROUNDS, rateOfRound, 1), 'orders/s', 0);
}

export async function benchSignatures(): Promise<void> {
  print('POST /order in process, signature verified, key known', await placedRates(), 'goal 2,000');
  const keys = createSignerKeys();
  const [eoa, wallet] = [ordersOf(0), ordersOf(3)];
  print('signatures: orders of an EOA, key known', await rates(eoa, () => keys), 'goal 2,000');
  print('  orders of a deposit wallet, key known', await rates(wallet, () => keys), 'goal 2,000');
  print('  orders of an EOA, key recovered', await rates(eoa, createSignerKeys), 'goal 950');
}
