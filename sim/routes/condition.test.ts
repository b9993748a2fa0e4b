/** sim/routes/condition tests: a condition id has no letter case, on every route that takes one. */
import { describe, expect, it } from 'vitest';
import { invariant } from '../../base/result.ts';
import { get, type Request, withJson } from '../../wire/message.ts';
import { signed } from '../../wire/signer.ts';
import { createSimulator } from '../simulator.ts';

const simulator = createSimulator();
const [wallet] = simulator.credentials.wallets;
const conditionId = simulator.credentials.markets?.find((id) => /[a-f]/.test(id));
invariant(wallet !== undefined && conditionId !== undefined, 'the small world has a wallet and a market for writes');
const spellings = [conditionId, `0x${conditionId.slice(2).toUpperCase()}`];

const bodyOf = (request: Request): unknown => JSON.parse(simulator.handle(request).body);
const signedNow = (request: Request): Request => signed(wallet, request, Math.floor(simulator.now() / 1_000));

/** Buys ten shares for at most this many dollars: at 0.10 the order rests, at 9.90 it trades. */
function order(condition: string, tokenId: string, dollars: number): Request {
  const { address } = wallet ?? { address: '' };
  const side = { side: 'BUY', makerAmount: String(dollars * 1_000_000), takerAmount: '10000000' };
  const rest = { metadata: '', salt: condition, signatureType: 3, signature: '0xab', timestamp: '1', builder: '' };
  const order = { tokenId, conditionId: condition, maker: address, signer: address, ...side, ...rest };
  return signedNow(withJson('POST', '/order', { order, orderType: 'GTC', owner: wallet?.apiKey }));
}

describe('D/condition-form.case', () => {
  const tokens = (bodyOf(get(`/markets/${conditionId}`)) as { assets_ids: string[] }).assets_ids;

  it('an order names its market in either case', () => {
    const [lower = '', upper = ''] = spellings;
    expect(simulator.handle(order(lower, tokens[0] ?? '', 0.1)).status).toBe(200);
    expect(simulator.handle(order(upper, tokens[0] ?? '', 9.9)).status).toBe(200);
  });

  it.each<readonly [string, (id: string) => Request]>([
    ['GET /markets/{condition_id}', (id) => get(`/markets/${id}`)],
    ['GET /clob-markets/{condition_id}', (id) => get(`/clob-markets/${id}`)],
    ['GET /markets', (id) => get('/markets', { conditionId: id })],
    ['GET /positions', (market) => get('/positions', { user: wallet.address, market })],
    ['GET /holders', (market) => get('/holders', { market, minBalance: '0' })],
    ['GET /data/orders', (market) => signedNow(get('/data/orders', { market }))],
    ['GET /builder/trades', (market) => get('/builder/trades', { market })],
  ])('%s returns the same', (_route, request) => {
    const [lower, upper] = spellings.map((spelling) => bodyOf(request(spelling)));
    expect(upper).toEqual(lower);
    expect(JSON.stringify(lower)).toContain(conditionId.slice(2, -1));
  });

  it('GET /closed-positions takes either', () => {
    const closedAt = (market?: string) =>
      bodyOf(get('/closed-positions', { user: closer, ...(market !== undefined && { market }) })) as {
        conditionId: string;
      }[];
    const closer = closingWallet();
    const id = closedAt()[0]?.conditionId ?? '';
    const found = closedAt(`0x${id.slice(2).toUpperCase()}`);
    expect(found.length).toBeGreaterThan(0);
    expect(found).toEqual(closedAt(id));
  });

  it('a market that is requested in both cases has its groups once', () => {
    expect(bodyOf(get('/holders', { market: spellings.join(',') }))).toHaveLength(2);
  });
});

function closingWallet(): string {
  const trades = bodyOf(get('/builder/trades')) as { maker_address: string }[];
  const found = trades.find(
    ({ maker_address: user }) => (bodyOf(get('/closed-positions', { user })) as unknown[]).length > 0,
  );
  invariant(found !== undefined, 'a wallet of the small world closed a position');
  return found.maker_address;
}
