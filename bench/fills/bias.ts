/** bench/fills/bias: the advantage of a strategy in fills on incomplete recordings of a flow over the complete one. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withFolder } from '../../backtest/fixtures/folder.ts';
import { runOn, START, withCaptures } from '../../backtest/fixtures/recorded.ts';
import { analyse, finalEquity } from '../../backtest/metrics/analysis.ts';
import { gain } from '../../backtest/metrics/execution-metrics.ts';
import { deviation, mean, weightedMean } from '../../backtest/metrics/metric.ts';
import { DEFAULT_ASSUMPTIONS, LATENCIES } from '../../backtest/options.ts';
import type { BacktestResult } from '../../backtest/result.ts';
import type { Strategy } from '../../backtest/strategy.ts';
import { BOUNDS, inferredFills } from '../../backtest/without-inferred.ts';
import { MICRO, PRICE_ONE } from '../../base/units.ts';
import { flowOf, RECORDINGS, type RecordingKind, thinned } from './thinned.ts';

/** Shares filled as maker, price of takers, gain of all fills after 10 seconds (dollars a share), and P&L. */
type Figures = Readonly<{
  makerShares: number;
  takerPrice: number | undefined;
  markout: number | undefined;
  /** The lower end of the range that the report states. */
  pnl: number;
}>;

/** The figures on each recording of one flow. */
export type FlowFigures = ReadonlyMap<RecordingKind, Figures>;

type Advantage = Readonly<{
  figure: string;
  mean: number;
  low: number;
  high: number;
  count: number;
}>;

/** Rows of a flow: about 55 seconds. */
const EVENTS = 12_000;
const SECONDS = 50;
const SIZE = 20;

/** Each second it joins the best bid, each fifth it buys at the market. Orders are cancelled after three more. */
function joiner(): Strategy {
  let latest = 0;
  return {
    onStart(context) {
      for (let second = 2; second < SECONDS; second += 1) context.timer(String(second), START + second * MICRO);
    },
    onTimer(second, context) {
      const { bestBid, bestAsk } = context.book(0);
      for (const { id } of context.openOrders()) if (id + 3 <= latest) context.cancel(id);
      if (bestBid === undefined || bestAsk === undefined) return;
      if (Number(second) % 5 === 0) context.place({ token: 0, side: 'BUY', price: 0.99, size: SIZE, type: 'FAK' });
      else latest = context.place({ token: 0, side: 'BUY', price: bestBid, size: SIZE, postOnly: true });
    },
  };
}

export async function figuresOf(seed: number, kinds: readonly RecordingKind[] = RECORDINGS): Promise<FlowFigures> {
  return await withFolder(async (folder) => {
    const { head, rows } = await flowOf(seed, EVENTS);
    const figures = new Map<RecordingKind, Figures>();
    for (const kind of kinds) {
      const file = join(folder, `${kind.replaceAll(' ', '-')}.csv`);
      writeFileSync(file, [head, ...thinned(rows, kind).map((row) => row.join(',')), ''].join('\n'));
      const assumptions = { ...DEFAULT_ASSUMPTIONS, latency: LATENCIES.default };
      const [result, pnl] = await withCaptures([file], (recording) => {
        const first = runOn(recording, joiner(), assumptions);
        const bounds = kind === 'complete' ? [] : [BOUNDS.all, ...(inferredFills(first) === 0 ? [] : [BOUNDS.none])];
        const others = bounds.map((bound) => runOn(recording, joiner(), { ...assumptions, ...bound }));
        return [first, Math.min(...[first, ...others].map((run) => finalEquity(analyse(run)))) / MICRO] as const;
      });
      figures.set(kind, { ...summary(result), pnl });
    }
    return figures;
  });
}

function summary(result: BacktestResult): Omit<Figures, 'pnl'> {
  const makers = result.fills.filter(({ isMaker }) => isMaker);
  const takers = result.fills.filter(({ isMaker }) => !isMaker);
  const later = result.fills.flatMap((fill) => {
    const value = fill.mid10s < 0 ? undefined : gain(fill, fill.mid10s);
    return value === undefined ? [] : [{ value: value / PRICE_ONE, weight: fill.size }];
  });
  return {
    makerShares: makers.reduce((sum, { size }) => sum + size, 0) / MICRO,
    takerPrice: weightedMean(takers.map(({ price, size }) => ({ value: price / PRICE_ONE, weight: size }))),
    markout: weightedMean(later),
  };
}

/** The advantages of one kind of recording, with their 95% intervals over the seeds. */
export function advantagesOf(runs: readonly FlowFigures[], kind: RecordingKind): readonly Advantage[] {
  const of = (figure: string, better: (thin: Figures, whole: Figures) => number | undefined): Advantage => {
    const values = runs.flatMap((run) => {
      const [thin, whole] = [run.get(kind), run.get('complete')];
      const value = thin === undefined || whole === undefined ? undefined : better(thin, whole);
      return value === undefined ? [] : [value];
    });
    const middle = mean(values) ?? 0;
    const half = (1.96 * (deviation(values) ?? 0)) / Math.sqrt(Math.max(1, values.length));
    return { figure, mean: middle, low: middle - half, high: middle + half, count: values.length };
  };
  const gap = (one: number | undefined, other: number | undefined) =>
    one === undefined || other === undefined ? undefined : one - other;
  return [
    of('maker shares', (thin, whole) => thin.makerShares - whole.makerShares),
    of('taker price, dollars', (thin, whole) => gap(whole.takerPrice, thin.takerPrice)),
    of('10-second markout, dollars a share', (thin, whole) => gap(thin.markout, whole.markout)),
    of('lower end of the P&L, dollars', (thin, whole) => thin.pnl - whole.pnl),
  ];
}
