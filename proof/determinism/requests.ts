/** proof/determinism/requests: a script of requests to every route, which depends on seed and responses. */
import { invariant } from '../../base/result.ts';
import { createRng, type Rng } from '../../base/rng.ts';
import { parameterExample } from '../../spec/openapi/examples.ts';
import { ROUTES } from '../../spec/routes.ts';
import type { Credentials, Wallet } from '../../wire/credentials.ts';
import { bare, get, type Request, type Response, type Target, withJson } from '../../wire/message.ts';
import { signed } from '../../wire/signer.ts';

export type ScriptEntry = { readonly request: Request; readonly response: Response; readonly hash: string };

type Client = {
  /** Sends it, signed if a wallet is named. */
  send(request: Request, wallet?: Wallet): Promise<Response>;
  wait(ms: number): Promise<void>;
  readonly rng: Rng;
  readonly credentials: Credentials;
};

const ROUNDS = 24;
const ORDERS_A_ROUND = 3;
/** Long enough for settlements, lost heartbeats and expiries. */
const WAITS_MS = [0, 1, 400, 2_500, 7_000, 11_000, 70_000];

/** Sends the script, one request after the other. Throws if a request gets no response. */
export async function runScript(
  target: Target,
  credentials: Credentials,
  seed: string,
): Promise<readonly ScriptEntry[]> {
  const { control } = target;
  invariant(control !== undefined, 'the target has control of its clock');
  const entries: ScriptEntry[] = [];
  const client: Client = {
    rng: createRng(seed).fork('requests'),
    credentials,
    async send(plain, wallet) {
      const seconds = Math.floor(((await control.now()) ?? 0) / 1_000);
      const request = wallet === undefined ? plain : signed(wallet, plain, seconds);
      const outcome = await target.send(request);
      invariant(
        outcome.kind === 'response',
        `${request.method} ${request.path} is answered: ${JSON.stringify(outcome)}`,
      );
      entries.push({ request, response: outcome.response, hash: (await control.hash()) ?? '' });
      return outcome.response;
    },
    async wait(ms) {
      await control.advance(ms);
    },
  };
  const tokens = await readCatalog(client);
  for (let round = 0; round < ROUNDS; round += 1) await trade(client, tokens, round);
  await readEverything(client, tokens);
  await sendInvalidRequests(client);
  return entries;
}

type Tokens = { readonly condition: string; readonly ids: readonly string[] };

function tokenList({ ids }: Tokens): unknown {
  return ids.map((id) => ({ token_id: id }));
}

/** Reads the catalog and the lists; returns the tokens of the markets for writes. */
async function readCatalog({ send, credentials }: Client): Promise<readonly Tokens[]> {
  const listed = await send(get('/markets', { limit: '100', order: 'question', ascending: 'true' }));
  for (const { slug, events } of firstOf<{ slug: string; events: { id: string; slug: string }[] }>(listed, 5)) {
    await send(get(`/markets/slug/${encodeURIComponent(slug)}`));
    for (const event of events) {
      await send(get(`/events/${event.id}`));
      await send(get(`/events/slug/${encodeURIComponent(event.slug)}`));
    }
  }
  for (const list of ['sampling-markets', 'sampling-simplified-markets', 'simplified-markets']) {
    await send(get(`/${list}`));
  }
  await send(get('/events/creators', { order: 'creatorName', ascending: 'true', limit: '50' }));
  for (const comment of ['1', '2', '3', '100001']) await send(get(`/comments/${comment}`));
  const tokens: Tokens[] = [];
  for (const condition of credentials.markets ?? []) {
    await send(get(`/clob-markets/${condition}`));
    const { body } = await send(get(`/markets/${condition}`));
    const market: { tokens: { token_id: string }[] } = JSON.parse(body);
    tokens.push({ condition, ids: market.tokens.map(({ token_id: id }) => id) });
  }
  return tokens;
}

function firstOf<Item>({ body }: Response, count: number): readonly Item[] {
  const items: Item[] = JSON.parse(body);
  return items.slice(0, count);
}

async function trade(client: Client, tokens: readonly Tokens[], round: number) {
  const { send, wait, rng, credentials } = client;
  const placed: string[] = [];
  for (let count = 0; count < ORDERS_A_ROUND; count += 1) {
    const wallet = rng.pick(credentials.wallets);
    const { body } = await send(
      withJson('POST', '/order', randomOrder(client, rng.pick(tokens), wallet, round)),
      wallet,
    );
    const reply: { orderID?: string } = JSON.parse(body);
    if (reply.orderID !== undefined) placed.push(reply.orderID);
    await send(withJson('POST', '/books', tokenList(rng.pick(tokens))));
  }
  const wallet = rng.pick(credentials.wallets);
  if (placed.length > 0) await send(withJson('DELETE', '/order', { orderId: rng.pick(placed) }), wallet);
  await send(get('/data/orders'), wallet);
  if (round % 4 === 0) await send(bare('POST', '/heartbeats'), wallet);
  if (round % 4 === 1) await keepHeartbeat(client, wallet);
  await wait(rng.pick(WAITS_MS));
}

/** Two heartbeats with a body: the second names the id from the first response. */
async function keepHeartbeat({ send }: Client, wallet: Wallet) {
  const first = await send(withJson('POST', '/v1/heartbeats', { heartbeat_id: '' }), wallet);
  const { heartbeat_id: id }: { heartbeat_id?: string } = JSON.parse(first.body);
  await send(withJson('POST', '/v1/heartbeats', { heartbeat_id: id ?? '' }), wallet);
}

/** An order near half a dollar: prices in whole cents, 1 to 40 shares, any side, token and type. */
function randomOrder({ rng }: Client, { condition, ids }: Tokens, wallet: Wallet, round: number): unknown {
  const shares = rng.between(1, 40) * 1_000_000;
  const dollars = rng.between(46, 54) * (shares / 100);
  const isBuy = rng.chance(0.5);
  const [maker, taker] = isBuy ? [dollars, shares] : [shares, dollars];
  return {
    order: {
      tokenId: rng.pick(ids),
      conditionId: condition,
      maker: wallet.address,
      signer: wallet.address,
      makerAmount: String(maker),
      takerAmount: String(taker),
      side: isBuy ? 'BUY' : 'SELL',
      metadata: `0x${'0'.repeat(64)}`,
      salt: rng.hex(12),
      signatureType: 3,
      signature: `0x${'ab'.repeat(65)}`,
      timestamp: String(round),
      builder: `0x${'0'.repeat(64)}`,
    },
    orderType: rng.pick(['GTC', 'GTC', 'GTC', 'FAK', 'FOK']),
    postOnly: rng.chance(0.1),
    owner: wallet.apiKey,
  };
}

/** Reads each public route by its example, and every list of wallets and trades, in several orders. */
async function readEverything({ send, credentials }: Client, tokens: readonly Tokens[]) {
  for (const route of ROUTES.filter(({ method, auth }) => method === 'GET' && auth === 'none')) {
    const { path, pathParam } = route;
    const name = pathParam === undefined ? '' : String(parameterExample(route, pathParam));
    await send(get(path.replace(/\{\w+\}/, encodeURIComponent(name))));
  }
  await send(get('/builder/trades'));
  for (const { address } of credentials.wallets) {
    await send(get(`/profiles/user_address/${address}`));
    for (const sortBy of ['CURRENT', 'TITLE', 'CASHPNL', 'PERCENTPNL']) {
      await send(get('/positions', { user: address, sortBy, limit: '500', sizeThreshold: '0' }));
    }
    for (const sortBy of ['REALIZEDPNL', 'TITLE']) await send(get('/closed-positions', { user: address, sortBy }));
    await send(get('/activity', { user: address, limit: '500' }));
  }
  for (const market of tokens) {
    await send(get('/holders', { market: market.condition, limit: '20' }));
    await send(withJson('POST', '/prices', tokenList(market)));
  }
}

async function sendInvalidRequests({ send, credentials }: Client) {
  const [wallet] = credentials.wallets;
  await send(get('/nowhere'));
  await send(bare('PUT', '/order'));
  await send(get('/markets', { limit: 'ten' }));
  await send(get('/events/none'));
  await send(get('/positions'));
  await send(get('/holders', { market: 'İstanbul', title: 'ß' }));
  await send(withJson('POST', '/books', { not: 'a list' }));
  await send(withJson('POST', '/order', {}), wallet);
  await send(get('/data/orders'));
  if (wallet !== undefined) await send(get('/data/orders'), { ...wallet, secret: 'c2VjcmV0' });
}
