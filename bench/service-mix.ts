/**
 * bench/service-mix: the service as one function: the mix of the goal (40% GET /markets?limit=20, 20% GET
 * /positions?limit=20, 20% POST /books of 5, 20% POST /order, signed), its orders alone, each read alone, and the
 * creation of worlds.
 */
import { fileURLToPath } from 'node:url';
import { createSimulator, type Simulator } from '../sim/simulator.ts';
import type { Wallet } from '../wire/credentials.ts';
import { get, type Request, withJson } from '../wire/message.ts';
import { orderBody } from '../wire/order-body.ts';
import { signed } from '../wire/signer.ts';
import { inRounds, print, timed, timeOf, withSpread } from './machine.ts';
import type { WorldFacts } from './world-facts.ts';

const WORLD_FACTS = fileURLToPath(new URL('./world-facts.ts', import.meta.url));
const ROUNDS = 5;
const REQUESTS = 60_000;
/** Reads in turn: enough that each page and wallet is among them. */
const READS = 1_000;
/** Far from the salts in the history of the world. */
const FIRST_SALT = 1_000_000_000;

type Market = { readonly conditionId: string; readonly tokens: readonly string[] };

function marketsOf(simulator: Simulator): readonly Market[] {
  return (simulator.credentials.markets ?? []).map((conditionId) => {
    const market = JSON.parse(simulator.handle(get(`/markets/${conditionId}`)).body) as { assets_ids: string[] };
    return { conditionId, tokens: market.assets_ids };
  });
}

/** An order at the lowest tick: it never trades, so the book grows. */
function orderRequest(wallet: Wallet, market: Market, salt: number, seconds: number): Request {
  const [yes = '', no = ''] = market.tokens;
  const terms = { outcome: 'yes', side: 'BUY', type: 'GTC', price: 0.01, size: 5, salt: String(salt) } as const;
  const own = { market: { ...market, yes, no }, wallet, now: seconds * 1_000 };
  return signed(wallet, withJson('POST', '/order', orderBody({ ...own, ...terms })), seconds);
}

type Part = 'markets' | 'positions' | 'books' | 'order';
const MIX: readonly Part[] = ['markets', 'positions', 'books', 'markets', 'order'];

function pick<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
}

function requestsOf(simulator: Simulator, parts: readonly Part[], count: number): readonly Request[] {
  const markets = marketsOf(simulator);
  const wallets = simulator.credentials.wallets;
  const seconds = Math.floor(simulator.now() / 1_000);
  const pages = ['0', '20', '40', '60', '80'].map((offset) => get('/markets', { limit: '20', offset }));
  const positions = wallets.map(({ address }) => get('/positions', { user: address, limit: '20' }));
  const tokens = markets.flatMap((market) => market.tokens).map((token_id) => ({ token_id }));
  const books = markets.map((_, index) => withJson('POST', '/books', [...tokens, ...tokens].slice(index, index + 5)));
  const requestOf = (index: number): Request => {
    switch (pick(parts, index)) {
      case 'markets':
        return pick(pages, index);
      case 'positions':
        return pick(positions, index);
      case 'books':
        return pick(books, index);
      case 'order':
        return orderRequest(pick(wallets, index), pick(markets, index), FIRST_SALT + index, seconds);
    }
  };
  return Array.from({ length: count }, (_, index) => requestOf(index));
}

/** Requests a second over one round. Throws if a response is not 200. */
function round(simulator: Simulator, requests: readonly Request[]): number {
  const start = performance.now();
  for (const request of requests) {
    const response = simulator.handle(request);
    if (response.status !== 200) throw new Error(`status ${response.status}: ${response.body.slice(0, 200)}`);
  }
  return requests.length / ((performance.now() - start) / 1_000);
}

async function measure(parts: readonly Part[], count: number): Promise<string> {
  const rateOfRound = () => {
    const simulator = createSimulator({ world: 'medium', limits: 'off' });
    return round(simulator, requestsOf(simulator, parts, count));
  };
  return withSpread(await inRounds(ROUNDS, rateOfRound, 1), 'requests/s', 0);
}

function readTime(part: Part): Promise<string> {
  const simulator = createSimulator({ world: 'medium', limits: 'off' });
  const requests = requestsOf(simulator, [part], READS);
  let turn = 0;
  return timeOf(() => simulator.handle(pick(requests, turn++)), 'us', 2);
}

/** Prints the mix and its parts: orders change the books, so they are measured in rounds of new worlds. */
export async function benchHandling(): Promise<void> {
  print('handle: the mix, in process, signed', await measure(MIX, REQUESTS), 'floor 40,000; goal 150,000');
  print('  order alone', await measure(['order'], REQUESTS / 3), '');
  for (const part of ['markets', 'positions', 'books'] as const) print(`  ${part} alone`, await readTime(part), '');
}

/** Prints the time to build worlds: small ones one after the other, each large one in a separate process. */
export async function benchWorlds(): Promise<void> {
  let seed = 0;
  const timeToCreate = (world: 'small' | 'medium') =>
    timeOf(() => createSimulator({ seed: String(seed++), world }), 'ms');
  print('small world created', await timeToCreate('small'), 'goal: under 50 ms');
  print('medium world created', await timeToCreate('medium'), '');
  const build = async (round: number) =>
    JSON.parse((await timed([WORLD_FACTS, 'large', String(round + 1)])).out) as WorldFacts;
  const large = await inRounds(3, build);
  const [{ markets, fills } = { markets: 0, fills: 0 }] = large;
  const made = large.map(({ milliseconds }) => milliseconds / 1_000);
  const peaks = large.map(({ peakBytes }) => peakBytes / 1024 ** 3);
  print(`large world created (${markets} markets, ${fills} fills)`, withSpread(made, 's'), 'goal: under 60 s');
  print('  peak memory of the process', withSpread(peaks, 'GiB', 2), 'goal: under 2 GiB');
}
