/** backtest/injected/parity.test: equal fills in a backtest, over HTTP, and with the documented Python program. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fetch } from 'undici';
import { afterAll, describe, expect, it } from 'vitest';
import type { Venue } from '../../sim/core/venue.ts';
import { type RunningServer, startServer } from '../../sim/http/server.ts';
import { withJson } from '../../wire/message.ts';
import { signed } from '../../wire/signer.ts';
import { captureFolder } from '../data/fixtures/captures.ts';
import { openRecording } from '../data/open-recording.ts';
import type { Recording } from '../data/recording.ts';
import { DEFAULT_ASSUMPTIONS, LATENCIES } from '../options.ts';
import { backtest } from '../run/backtest.ts';
import type { Context, Strategy } from '../strategy.ts';
import { openReplay, type Replay } from './replay.ts';
import { momentOf } from './survey.ts';

const captures = captureFolder();
const servers: RunningServer[] = [];
afterAll(() => Promise.all(servers.map((server) => server.close())));

const POLLS = 45;
const WAIT_MS = 2_000;
const MICRO_SHARES = 10_000_000;

const CENTS = 100;

function pollingStrategy(): Strategy {
  let resting: { readonly id: number; readonly cents: number } | undefined;
  const cents = (price: number | undefined): number | undefined => price && Math.round(price * CENTS);
  const poll = (context: Context): void => {
    const { bestBid, bestAsk } = context.book(0);
    const [bid, ask] = [cents(bestBid), cents(bestAsk)];
    const buy = (price: number, type: 'GTC' | 'FAK'): number =>
      context.place({ token: 0, side: 'BUY', price: price / CENTS, size: MICRO_SHARES / 1e6, type });
    if (resting !== undefined && bid !== resting.cents) {
      context.cancel(resting.id);
      resting = undefined;
    }
    if (bid !== undefined && ask === bid + 1) buy(ask, 'FAK');
    else if (resting === undefined && bid !== undefined) resting = { id: buy(bid, 'GTC'), cents: bid };
  };
  return {
    onStart(context) {
      const first = momentOf(context.now) * 1_000;
      for (let number = 0; number < POLLS; number += 1) context.timer('poll', first + number * WAIT_MS * 1_000);
    },
    onTimer: (_, context) => poll(context),
  };
}

/** The market as an HTTP client sees it. Prices are cents. */
type Market = {
  best(): Promise<readonly [number | undefined, number | undefined]>;
  buy(cents: number, type: 'GTC' | 'FAK', salt: string): Promise<string | undefined>;
  cancel(order: string): Promise<void>;
  wait(ms: number): Promise<void>;
};

async function trade(market: Market): Promise<void> {
  let salt = 0;
  let resting: string | undefined;
  let restingAt: number | undefined;
  for (let poll = 0; poll < POLLS; poll += 1) {
    const [bid, ask] = await market.best();
    if (resting !== undefined && bid !== restingAt) {
      await market.cancel(resting);
      resting = undefined;
      restingAt = undefined;
    }
    if (bid !== undefined && ask === bid + 1) await market.buy(ask, 'FAK', String(++salt));
    else if (resting === undefined && bid !== undefined) {
      resting = await market.buy(bid, 'GTC', String(++salt));
      restingAt = bid;
    }
    await market.wait(WAIT_MS);
  }
}

function overHttp(url: string, { simulator }: Replay): Market {
  const [wallet] = simulator.credentials.wallets;
  const [market] = Object.values(simulator.named.markets);
  if (wallet === undefined || market === undefined) throw new Error('a replay has a strategy and a market');
  let seconds = 0;
  const send = async (method: 'POST' | 'DELETE', path: string, body: unknown, isSigned = false) => {
    const plain = withJson(method, path, body);
    const { headers } = isSigned ? signed(wallet, plain, seconds) : plain;
    const response = await fetch(url + path, { method, headers, body: JSON.stringify(body) });
    seconds = Date.parse(response.headers.get('date') ?? '') / 1_000;
    return (await response.json()) as Record<string, string>;
  };
  return {
    async best() {
      const [book] = (await send('POST', '/books', [{ token_id: market.yes }])) as unknown as [
        Record<'bids' | 'asks', { price: string }[]> | undefined,
      ];
      const cents = (levels: { price: string }[] = []) => {
        const price = levels.at(-1)?.price;
        return price === undefined ? undefined : Math.round(Number(price) * 100);
      };
      return [cents(book?.bids), cents(book?.asks)];
    },
    async buy(cents, orderType, salt) {
      const order = {
        tokenId: market.yes,
        conditionId: market.conditionId,
        maker: wallet.address,
        signer: wallet.address,
        makerAmount: String(cents * 100_000),
        takerAmount: String(MICRO_SHARES),
        side: 'BUY',
        salt,
        metadata: `0x${'0'.repeat(64)}`,
        signatureType: 0,
        signature: `0x${'00'.repeat(65)}`,
        timestamp: '0',
        builder: `0x${'0'.repeat(64)}`,
      };
      return (await send('POST', '/order', { order, orderType, owner: wallet.apiKey }, true))['orderID'];
    },
    cancel: async (orderId) => void (await send('DELETE', '/order', { orderId }, true)),
    wait: async (ms) => void (await send('POST', '/_touchstone/advance', { ms })),
  };
}

type Log = { readonly log: Venue['log'] };

/** The fills of the strategy: moment, price in ten-thousandths, micro shares. */
const fillsOf = ({ log }: Log): readonly (readonly number[])[] =>
  log.flatMap((event) => {
    if (event.kind !== 'trade') return [];
    if (event.takerWallet === 0) return event.makers.map(({ takerPrice, size }) => [event.at, takerPrice, size]);
    return event.makers.flatMap(({ wallet, price, size }) => (wallet === 0 ? [[event.at, price, size]] : []));
  });

let generatedFile: Promise<string> | undefined;
/** One recording for all runs, opened for each. */
async function generated(): Promise<Recording> {
  generatedFile ??= captures
    .generate('poll.csv', { seed: 11, events: 20_000, markets: 1 })
    .then((capture) => captures.convert('poll.arrow', { files: [capture] }))
    .then(({ file }) => file);
  return await openRecording(await generatedFile);
}

async function served(replay: Replay): Promise<string> {
  const { simulator } = replay;
  const server = await startServer(simulator.handle, { control: simulator });
  servers.push(server);
  return server.url;
}

let traded: Promise<Replay> | undefined;
/** The replay in which the client has traded, once for all tests. */
function tradedOverHttp(): Promise<Replay> {
  traded ??= (async () => {
    const replay = openReplay(await generated());
    await trade(overHttp(await served(replay), replay));
    return replay;
  })();
  return traded;
}

describe('one strategy with one poll schedule', () => {
  it('gets the same fills in a backtest and as a client over HTTP', async () => {
    const run = backtest({
      recording: await generated(),
      strategy: pollingStrategy(),
      name: 'poll',
      params: {},
      seed: '1',
      assumptions: { ...DEFAULT_ASSUMPTIONS, fidelity: 'injected', latency: LATENCIES.none },
    });
    let step = run.next();
    while (step.done !== true) step = run.next();
    const fills = step.value.fills.map(({ at, price, size }) => [at / 1_000, price, size]);
    expect(fills.length).toBeGreaterThan(10);
    expect(fillsOf((await tradedOverHttp()).simulator)).toEqual(fills);
  });

  it('gets them in Python, with the program of the documents', async (context) => {
    const python = await promisify(execFile)('python3', ['--version']).catch(() => undefined);
    if (python === undefined) context.skip('python3 is not installed');
    const local = await tradedOverHttp();
    const remote = openReplay(await generated());
    const credentials = captures.path('credentials.json');
    writeFileSync(credentials, JSON.stringify(remote.simulator.credentials));
    const program = join(import.meta.dirname, '../../docs/replay-client.py');
    const times = ['--polls', String(POLLS), '--wait-ms', String(WAIT_MS)];
    const { stdout } = await promisify(execFile)('python3', [program, await served(remote), credentials, ...times]);
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, number | string>);
    expect(lines.at(-1)?.['hash']).toBe(local.simulator.hash());
    expect(lines.length - 1).toBe(lines.at(-1)?.['fills']);
    expect(lines.length).toBeGreaterThan(5);
  });
});
