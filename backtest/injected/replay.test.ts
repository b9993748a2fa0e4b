/** backtest/injected/replay.test: a recording as a service: routes, clock, journal, and the book of the rows. */
import { describe, expect, it } from 'vitest';
import { testFolder } from '../../spec/fixtures/test-folder.ts';
import { get, withJson } from '../../wire/message.ts';
import { captureFolder } from '../data/fixtures/captures.ts';
import { openRecording } from '../data/open-recording.ts';
import type { Recording } from '../data/recording.ts';
import { BEGIN_MS, CONDITION, catalogOf, NO, recordingOf, wholeBook, YES } from './fixtures/recorded.ts';
import { buy, expectResumption } from './fixtures/strategy-order.ts';
import { openReplay } from './replay.ts';

const captures = captureFolder();
const { newFolder } = testFolder('injected');

async function generatedRecording(): Promise<Recording> {
  const capture = await captures.generate('three.csv', { seed: 5, events: 6_000, markets: 3 });
  const { file } = await captures.convert('three.arrow', { files: [capture] });
  return openRecording(file);
}

describe('a replayed recording', () => {
  it('is served under its own identifiers', async () => {
    const rows = [...wholeBook(0), ['trade', 20, YES, 'buy', 0.52, 10] as const];
    const { simulator } = openReplay(await recordingOf(captures, rows, catalogOf(['0', '1'])));
    const bodyOf = (path: string, query = {}) => JSON.parse(simulator.handle(get(path, query)).body);
    expect(simulator.now()).toBe(BEGIN_MS);
    expect(bodyOf(`/clob-markets/${CONDITION}`).t.map(({ t }: { t: string }) => t)).toEqual([YES, NO]);
    const [market] = bodyOf('/markets');
    expect(market).toMatchObject({ slug: 'rain', question: 'Will it rain?', conditionId: CONDITION, closed: false });
    expect(bodyOf('/markets/slug/rain').outcomes).toBe('["Rain","Sun"]');
    const books = () => JSON.parse(simulator.handle(withJson('POST', '/books', [{ token_id: YES }])).body);
    expect(books()[0].asks.at(-1)).toEqual({ price: '0.52', size: '100' });
    simulator.advance(20);
    expect(bodyOf(`/markets/${CONDITION}`).closed).toBe(true);
  });

  it('trades with the strategy wallet', async () => {
    const rows = [...wholeBook(0), ['trade', 5_000, YES, 'sell', 0.51, 40] as const];
    const { simulator } = openReplay(await recordingOf(captures, rows, catalogOf()));
    expect(JSON.parse(buy(simulator, 0.52, 30, '1').body).status).toBe('matched');
    expect(JSON.parse(buy(simulator, 0.51, 20, '2').body).status).toBe('live');
    simulator.advance(5_000);
    const fills = simulator.log.filter((event) => event.kind === 'trade');
    expect(fills.map(({ size, cash }) => [size / 1e6, cash / 1e6])).toEqual([
      [30, 15.6],
      [20, 9.8],
    ]);
    expect(simulator.bugs).toEqual([]);
  });

  it('derives identifiers if the recorded names are not of that form', async () => {
    const line = (token: string, price: number) =>
      `snapshot,${BEGIN_MS}000,${token},buy,${price},10,Rain on Monday!,m1`;
    const text = `kind,time_us,token,side,price,size,market,message\n${line('up', 0.4)}\n${line('down', 0.5)}\n`;
    const { file } = await captures.convert('names.arrow', { files: [captures.write('names.csv', text)] });
    const { simulator } = openReplay(await openRecording(file));
    const [market] = Object.values(simulator.named.markets);
    expect(market).toMatchObject({ slug: 'rain-on-monday', conditionId: expect.stringMatching(/^0x[0-9a-f]{64}$/) });
    expect([market?.yes, market?.no]).toEqual([expect.stringMatching(/^\d+$/), expect.stringMatching(/^\d+$/)]);
    expect(market?.yes).not.toBe(market?.no);
  });

  it('has the recorded book of every market at the end, and no drift', async () => {
    const recording = await generatedRecording();
    const { simulator, tape, survey, begin } = openReplay(recording);
    simulator.advance(survey.lastMs - survey.firstMs);
    const rows = await captures.rows(recording.file);
    const { venue: engine } = begin();
    expect(engine.eventCount).toBe(simulator.log.findIndex(({ at }) => at >= survey.firstMs));
    for (const { name, tokens } of survey.markets) {
      const books = new Map<string, number>();
      for (const { kind, token, side, tick, size, flags } of rows.filter(({ market }) => market === name)) {
        if (token !== tokens[0] || kind === 'trade') continue;
        if (kind === 'snapshot' && (flags & 2) !== 0) books.clear();
        books.set(`${side} ${tick}`, size);
      }
      const { yes } = simulator.named.markets[name] ?? {};
      const { body } = simulator.handle(withJson('POST', '/books', [{ token_id: yes }]));
      const [{ bids, asks }] = JSON.parse(body);
      const shown = [
        ['buy', bids],
        ['sell', asks],
      ].flatMap(([side, levels]) =>
        levels.map(({ price, size }: Record<string, string>) => [
          `${side} ${Math.round(Number(price) * 1e4)}`,
          Math.round(Number(size) * 1e6),
        ]),
      );
      expect(Object.fromEntries(shown)).toEqual(Object.fromEntries([...books].filter(([, size]) => size > 0)));
    }
    for (const drift of tape.drifts())
      expect(drift).toMatchObject({ differing: 0, missedSize: 0, unrecordedLevels: 0 });
    expect([tape.refused(), simulator.bugs]).toEqual([{}, []]);
  });

  it('is the same for any steps of the clock', async () => {
    const recording = await generatedRecording();
    const [one, other] = [openReplay(recording).simulator, openReplay(recording).simulator];
    for (let step = 0; step < 20; step += 1) {
      one.advance(1_000);
      for (let part = 0; part < 10; part += 1) other.advance(100);
      for (const simulator of [one, other]) buy(simulator, 0.01 * (1 + (step % 60)), 5, String(step));
    }
    expect(other.hash()).toBe(one.hash());
    one.reset();
    expect(one.hash()).toBe(openReplay(recording).simulator.hash());
  });

  it.each([0, 4])('goes on from its journal, with a snapshot every %i records', async (snapshotEvery) => {
    const recording = await generatedRecording();
    const journal = { directory: newFolder(), sync: 'never', snapshotEvery } as const;
    expectResumption((options) => openReplay(recording, { limits: 'off', ...options }).simulator, journal, 450, 1);
    const foreign = await recordingOf(captures, wholeBook(0), catalogOf());
    expect(() => openReplay(foreign, { journal })).toThrow(/is the journal of another run: its world/);
  });
});
