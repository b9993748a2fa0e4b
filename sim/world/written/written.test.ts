/** sim/world/written/written.test: a world follows its description and serves every route, if it is valid. */
import { describe, expect, it } from 'vitest';
import { MICRO } from '../../../base/units.ts';
import { judge } from '../../../conformance/judge.ts';
import { DOCUMENT_RULES } from '../../../spec/venue/rules.ts';
import { get, withJson } from '../../../wire/message.ts';
import { serveWorld } from '../../fixtures/served-world.ts';
import { REGATTA, rest } from '../../fixtures/written-world.ts';
import { inProcessTarget } from '../../in-process-target.ts';
import { createSimulator } from '../../simulator.ts';
import { buildWorld } from '../build.ts';
import { START_MS, type World } from '../world.ts';
import { WorldError } from '../world-error.ts';
import type { WorldDescription } from './description.ts';
import { readDescription } from './description-file.ts';
import { writeWorld } from './written.ts';

const write = (description: WorldDescription, seed = '1'): World =>
  writeWorld(seed, readDescription(description), DOCUMENT_RULES);
const regatta = write(REGATTA);
const [ADA, BEN, CLEO, IDLE] = [0, 1, 2, 3] as const;
const [RAIN, WIND, TIE, NORTH, SOUTH, WEST] = [0, 1, 2, 3, 4, 5] as const;

const held = (wallet: number, market: number): number[] =>
  ([0, 1] as const).map((outcome) => {
    const { free, reserved } = regatta.venue.tokens(wallet, market, outcome);
    return (free + reserved) / MICRO;
  });
const cash = (wallet: number): number => {
  const { free, reserved } = regatta.venue.cash(wallet);
  return (free + reserved) / MICRO;
};

describe('a written world', () => {
  it('serves every route by the interface, reads and writes', async () => {
    const simulator = createSimulator({ world: REGATTA });
    const { credentials } = simulator;
    const report = await judge({ target: inProcessTarget(simulator), credentials, allowWrites: true });
    expect(report.checks.filter(({ verdict }) => verdict === 'fail' || verdict === 'error')).toEqual([]);
    expect(report.checks.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(800);
    expect(simulator.bugs).toEqual([]);
  });

  it('serves markets without wallets, also to a program with types, and to a check run', async () => {
    const description: WorldDescription = { markets: { rain: {} } };
    const simulator = createSimulator({ world: description });
    expect(simulator.hash()).toBe(createSimulator({ world: { ...description, wallets: {} } }).hash());
    expect(simulator.handle(get('/markets')).status).toBe(200);
    expect(simulator.named.wallets).toEqual({});
    const { credentials } = simulator;
    const report = await judge({ target: inProcessTarget(simulator), credentials, allowWrites: true });
    expect(report.checks.filter(({ verdict }) => verdict === 'fail' || verdict === 'error')).toEqual([]);
  });

  it('serves an empty description', () => {
    const served = serveWorld(write({ markets: {}, wallets: {} }));
    expect(served.read('markets')).toEqual([]);
    expect(served.read('simplified-markets')).toMatchObject({ data: [] });
  });

  it('gives wallets their balances and the effects of the history', () => {
    expect([cash(ADA), held(ADA, RAIN), held(ADA, TIE)]).toEqual([10_000 + 6 + 6, [90, 100], [0, 20]]);
    expect([cash(BEN), held(BEN, RAIN), held(BEN, WIND)]).toEqual([5_000 - 6 - 6 + 10 - 4, [10, 0], [4, 4]]);
    expect([cash(IDLE), regatta.accounts[IDLE]?.key === undefined]).toEqual([0, false]);
    expect(regatta.accounts.map(({ profile }) => profile?.name)).toEqual(['ada', 'ben', 'cleo', 'idle']);
  });

  it('has trades whose settlement is retried or fails', () => {
    const { handle } = createSimulator({
      world: {
        markets: { rain: {} },
        wallets: { ada: { tokens: { rain: 50 } }, ben: { cash: 50 } },
        history: [
          rest('ada', 'rain', 'SELL', 0.6, 30),
          ...[10, 10, 10].map((size) => rest('ben', 'rain', 'BUY', 0.6, size)),
          { settlement: { trade: 1, outcome: 'retry' } },
          { settlement: { trade: 2, outcome: 'fail' } },
        ],
      },
    });
    const trades = JSON.parse(handle(get('/builder/trades')).body) as { status: string }[];
    expect(trades.map(({ status }) => status)).toEqual(['MATCHED', 'FAILED', 'RETRYING']);
    const unknown = { settlement: { trade: 1, outcome: 'retry' } } as const;
    expect(() => write({ markets: {}, wallets: {}, history: [unknown] })).toThrow(
      new WorldError('history[0].settlement: unknown-trade'),
    );
  });

  it('makes a negative-risk group of markets with the same group name, in one event', () => {
    expect(regatta.venue.group(0)?.markets).toEqual([NORTH, SOUTH, WEST]);
    expect([cash(CLEO), held(CLEO, NORTH), held(CLEO, SOUTH), held(CLEO, WEST)]).toEqual([
      100.5 + 10,
      [30, 20],
      [30, 20],
      [10, 0],
    ]);
    expect(regatta.events.map(({ markets }) => markets.length)).toEqual([1, 1, 1, 3]);
    const ids = regatta.markets.map(({ negRiskMarketId }) => negRiskMarketId);
    expect(new Set(ids.slice(NORTH)).size).toBe(1);
    expect(ids.slice(0, NORTH)).toEqual(['', '', '']);
  });

  it('shows its terms on the wire as the venue has them', () => {
    const { handle, named } = createSimulator({ world: REGATTA });
    const { conditionId = '' } = named.markets['wind'] ?? {};
    const read = (path: string) => JSON.parse(handle(get(`${path}/${conditionId}`)).body);
    expect(read('/markets')).toMatchObject({
      question: 'wind',
      minimum_tick_size: 0.001,
      minimum_order_size: 2.5,
      seconds_delay: 3,
      taker_order_delay_ms: 250,
      itode: true,
      maker_base_fee: 0,
      taker_base_fee: 200,
      neg_risk: false,
    });
    expect(read('/clob-markets')).toMatchObject({ mts: 0.001, fd: { r: 0.02, e: 1, to: true }, mos: 2.5 });
    expect(regatta.venue.market(WIND)?.terms.delayMs).toBe(3_250);
  });

  it('shows a market that paid half for each outcome', () => {
    const served = serveWorld(regatta);
    const id = regatta.markets[TIE]?.catalog.conditionId;
    expect(served.read('trading-market', {}, id)).toMatchObject({
      is_50_50_outcome: true,
      closed: true,
      tokens: [
        { outcome: 'Home', price: 0.5, winner: false },
        { outcome: 'Away', price: 0.5, winner: false },
      ],
    });
  });

  it('shows a changed price step, and quotes on it', () => {
    const { handle, named } = createSimulator({ world: REGATTA });
    const rain = named.markets['rain'];
    expect(rain?.tick).toBe(0.001);
    const [book] = JSON.parse(handle(withJson('POST', '/books', [{ token_id: rain?.yes }])).body);
    expect([book.tick_size, book.bids.at(-1)?.price, book.asks.at(-1)?.price]).toEqual(['0.001', '0.411', '0.6']);
  });

  it('ends at the moment at which generated histories end, after its waits', () => {
    const { venue, startMs } = regatta;
    expect([startMs, venue.now]).toEqual([START_MS, START_MS]);
    const trades = venue.log.filter(({ kind }) => kind === 'trade');
    expect(trades.map(({ at }) => START_MS - at)).toEqual([3_660_500, 3_600_500]);
  });

  it('sets the markets that match orders at once aside for writes', () => {
    const open = [RAIN, NORTH, SOUTH].map((index) => regatta.markets[index]?.catalog.conditionId);
    expect(regatta.writeMarkets).toEqual(open);
  });

  it('leaves all salts that are numbers to clients', () => {
    const { venue } = write(REGATTA);
    const order = { kind: 'place', wallet: ADA, key: ADA, market: RAIN, outcome: 0, side: 'BUY', type: 'GTC' } as const;
    const placed = venue.step({ ...order, price: 10, size: 5 * MICRO, postOnly: false, salt: '0' }, START_MS);
    expect(placed.ok).toBe(true);
  });

  it('is the same for the same seed, and another for another', () => {
    const plain = ({ venue, markets, accounts, comments }: World) =>
      JSON.stringify([venue.hash(), markets.map(({ catalog }) => catalog), accounts, comments]);
    expect(plain(write(REGATTA))).toBe(plain(regatta));
    expect(write(REGATTA, '2').accounts[ADA]?.key).not.toEqual(regatta.accounts[ADA]?.key);
  });

  it('keeps the identifiers of a market when others are added', () => {
    const alone = write({ markets: { wind: {} }, wallets: {} });
    expect(alone.markets[0]?.catalog.conditionId).toBe(regatta.markets[WIND]?.catalog.conditionId);
  });
});

describe('an invalid description', () => {
  const wallets = { ada: { cash: 100 } };
  const markets = { rain: {}, wind: {} };
  const withHistory = (...history: unknown[]) => ({ markets, wallets, history });
  const many = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`w${index}`, { cash: 1e9 }]));

  it.each([
    [null, 'Invalid input: expected object, received null'],
    [{ markets: { Rain: {} }, wallets }, 'markets.Rain: a name:'],
    [{ markets, wallets: { ada: { money: 1 } } }, 'wallets.ada: Unrecognized key: "money"'],
    [{ markets, wallets: { ada: { cash: 1e-7 } } }, 'wallets.ada.cash: 1e-7 is not'],
    [{ markets, wallets: { ada: { cash: Infinity } } }, 'wallets.ada.cash: '],
    [{ markets, wallets: many }, 'wallets.w9.cash: the money of all wallets'],
    [{ markets, wallets: { ada: { tokens: { constructor: 1 } } } }, 'wallets.ada.tokens.constructor: no market'],
    [{ markets: { rain: { tick: 0.03 } }, wallets }, 'markets.rain.tick: a tick divides one dollar'],
    [{ markets: { rain: { tick: 0.00001 } }, wallets }, 'markets.rain.tick: 0.00001 is not'],
    [{ markets: { rain: { delay: 0.0001 } }, wallets }, 'markets.rain.delay: 0.0001 is not'],
    [{ markets: { rain: { delay: 3_600.001 } }, wallets }, 'markets.rain.delay: Too big: expected number to be <=3600'],
    [{ markets: { rain: { delay: 9e15 } }, wallets }, 'markets.rain.delay: Too big: expected number to be <=3600'],
    [{ markets: { rain: { group: 'cup' } }, wallets }, 'markets.rain.group: a group has at least two markets'],
    [withHistory({ jump: 1 }), 'history[0]: not one step: order, wait, '],
    [withHistory({ wait: 1, pause: 'rain' }), 'history[0]: not one step'],
    [withHistory({ wait: 1 }, { order: { wallet: 'ada' } }), 'history[1].order.market: '],
    [withHistory({ wait: 1e9 }, { wait: 1 }), 'history: its waits add up'],
    [withHistory({ close: 'snow' }), 'history[0].close: no market "snow": there are rain, wind'],
    [withHistory(rest('eve', 'rain', 'BUY', 0.5, 5)), 'history[0].order.wallet: no wallet "eve": there are ada'],
    [withHistory(rest('ada', 'rain', 'BUY', 0.5, 500)), 'history[0].order: insufficient-cash: needs 250, has 100'],
    [withHistory(rest('ada', 'rain', 'SELL', 0.5, 5)), 'history[0].order: insufficient-tokens: needs 5, has 0'],
    [withHistory(rest('ada', 'rain', 'BUY', 0.505, 5)), 'history[0].order: price-off-tick: steps of 0.01'],
    [withHistory(rest('ada', 'rain', 'BUY', 1, 5)), 'history[0].order: price-out-of-range: from 0.01 to 0.99'],
    [withHistory(rest('ada', 'rain', 'BUY', -0.5, 5)), 'history[0].order.price: -0.5 is not'],
    [withHistory(rest('ada', 'rain', 'BUY', 0.5, 1)), 'history[0].order: size-too-small: at least 5'],
    [
      withHistory({ pause: 'rain' }, rest('ada', 'rain', 'BUY', 0.5, 5)),
      'history[1].order: market-not-accepting: it is paused',
    ],
    [
      withHistory({ resolve: { market: 'rain', pays: [0.5, 0.6] } }),
      'history[0].resolve: the payouts of both outcomes',
    ],
    [withHistory({ tick: { market: 'rain', to: 0.3 } }), 'history[0].tick: a tick divides one dollar'],
    [withHistory({ redeem: { wallet: 'ada', market: 'rain' } }), 'history[0].redeem: not-resolved'],
    [
      withHistory({ convert: { wallet: 'ada', group: 'cup', markets: ['rain'], size: 1 } }),
      'history[0].convert.group: no group "cup": there is none',
    ],
  ])('is refused in one line with its place (%#)', (description, message) => {
    let said: unknown;
    try {
      buildWorld({ seed: '1', world: description as WorldDescription });
    } catch (error) {
      said = error;
    }
    expect(said).toBeInstanceOf(WorldError);
    const text = (said as WorldError).message;
    expect(text.startsWith(message), text).toBe(true);
    expect(text).not.toContain('\n');
  });

  it('is refused if a group would have two winners', () => {
    const race = { north: { group: 'cup' }, south: { group: 'cup' } };
    const wins = (market: string) => ({ resolve: { market, pays: [1, 0] as [number, number] } });
    expect(() => write({ markets: race, wallets, history: [wins('north'), wins('south')] })).toThrow(
      'history[1].resolve: group-payout',
    );
  });
});
