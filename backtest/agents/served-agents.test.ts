/** backtest/agents/served-agents.test: traders behind the routes: the market, clock, journal and end. */
import { describe, expect, it } from 'vitest';
import { testFolder } from '../../spec/fixtures/test-folder.ts';
import { get, withJson } from '../../wire/message.ts';
import { captureFolder } from '../data/fixtures/captures.ts';
import { catalogOf, type Row, recordingOf, wholeBook } from '../injected/fixtures/recorded.ts';
import { buy, expectResumption } from '../injected/fixtures/strategy-order.ts';
import { planOf, playedVenue } from './fixtures/simulated.ts';
import { serveRecordedMarkets, serveSimulatedMarkets } from './served-agents.ts';

const captures = captureFolder();
const { newFolder } = testFolder('agents');
const PLAN = planOf({ markets: 2, hours: 0.1 });

type Service = ReturnType<typeof serveSimulatedMarkets>['simulator'];

function tradesIn(log: Service['log']): readonly string[] {
  return log.flatMap((event) =>
    event.kind === 'trade' ? [[event.at, event.market, event.size, event.cash].join()] : [],
  );
}

/** The middle of the first market's book; undefined without two sides. */
function midOf({ handle, named }: Service): number | undefined {
  const [market] = Object.values(named.markets);
  const [book] = JSON.parse(handle(withJson('POST', '/books', [{ token_id: market?.yes }])).body);
  const [bid, ask] = [book.bids.at(-1)?.price, book.asks.at(-1)?.price];
  return bid === undefined || ask === undefined ? undefined : (Number(bid) + Number(ask)) / 2;
}

describe('served simulated markets', () => {
  it('have the trades that the same plan and seed have in process, until they close with their outcome', () => {
    const { simulator } = serveSimulatedMarkets(PLAN, { seed: 4 });
    simulator.advance(400_000);
    const { engine } = playedVenue(PLAN, '4');
    expect(tradesIn(simulator.log).length).toBeGreaterThan(50);
    expect(tradesIn(simulator.log)).toEqual(tradesIn(engine.log));
    const markets = Object.values(simulator.named.markets).map(({ conditionId }) =>
      JSON.parse(simulator.handle(get(`/markets/${conditionId}`)).body),
    );
    expect(markets.map(({ closed }) => closed)).toEqual([true, true]);
    expect([simulator.nextDue(), simulator.bugs]).toEqual([undefined, []]);
  });

  it('trade with the strategy', () => {
    const { simulator } = serveSimulatedMarkets(PLAN);
    simulator.advance(30_000);
    expect(JSON.parse(buy(simulator, 0.99, 20, '1').body).status).toBe('matched');
    expect(JSON.parse(buy(simulator, 0.01, 20, '2').body).status).toBe('live');
    expect(simulator.bugs).toEqual([]);
  });

  it('are the same for any steps of the clock, and begin again with a reset', () => {
    const [one, other] = [serveSimulatedMarkets(PLAN).simulator, serveSimulatedMarkets(PLAN).simulator];
    const begin = one.hash();
    for (let step = 0; step < 12; step += 1) {
      one.advance(30_000);
      for (let part = 0; part < 10; part += 1) other.advance(3_000);
      for (const simulator of [one, other]) buy(simulator, 0.4, 5, String(step));
    }
    expect(other.hash()).toBe(one.hash());
    one.reset();
    expect(one.hash()).toBe(begin);
  });

  it.each([0, 3])('go on from their journal, with a snapshot every %i records', (snapshotEvery) => {
    const journal = { directory: newFolder(), sync: 'never', snapshotEvery } as const;
    expectResumption(
      (options) => serveSimulatedMarkets(PLAN, { limits: 'off', ...options }).simulator,
      journal,
      15_000,
      20,
    );
    const other = { ...PLAN, noise: { ...PLAN.noise, count: 1 } };
    expect(() => serveSimulatedMarkets(other, { journal, limits: 'off' })).toThrow(/is the journal of another run/);
  });
});

describe('a recording with simulated traders', () => {
  it('has prices around the recorded ones', async () => {
    const mids = [0.31, 0.35, 0.42, 0.38, 0.55, 0.62, 0.6, 0.71, 0.68, 0.69];
    const rows = mids.flatMap((mid, index): Row[] => [
      ['snapshot', index * 30_000, '7132', 'buy', (mid - 0.01).toFixed(2), 100],
      ['snapshot', index * 30_000, '7132', 'sell', (mid + 0.01).toFixed(2), 100],
    ]);
    const { simulator } = serveRecordedMarkets(await recordingOf(captures, rows), PLAN);
    const misses = mids.slice(0, -1).map((mid) => {
      simulator.advance(30_000);
      return Math.abs((midOf(simulator) ?? 0) - mid);
    });
    expect(misses.reduce((sum, miss) => sum + miss, 0) / misses.length).toBeLessThan(0.02);
  });

  it('has its identifiers, and resolves as the catalog says', async () => {
    const rows = [...wholeBook(0), ['trade', 60_000, '7132', 'buy', 0.52, 10] as const];
    const { simulator } = serveRecordedMarkets(await recordingOf(captures, rows, catalogOf(['0', '1'])), PLAN);
    expect(Object.keys(simulator.named.markets)).toEqual(['rain']);
    simulator.advance(59_000);
    expect(midOf(simulator)).toBeCloseTo(0.51, 1);
    simulator.advance(1_000);
    const resolved = simulator.log.filter(({ kind }) => kind === 'market-resolved');
    expect(resolved).toEqual([expect.objectContaining({ market: 0, payout: [0, 1_000_000] })]);
  });

  it('is refused when it would have too many traders', async () => {
    const recording = await recordingOf(captures, wholeBook(0));
    const many = { ...PLAN, noise: { ...PLAN.noise, count: 20_000 } };
    expect(() => serveRecordedMarkets(recording, many)).toThrow(
      /its 1 markets would have 20008 simulated traders, and a service has at most 20000/,
    );
  });
});
