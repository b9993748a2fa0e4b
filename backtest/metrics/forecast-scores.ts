/** backtest/metrics/forecast-scores: Brier score, log loss, and skill against the market. Each market counts once. */
import { ln } from '../exact-math.ts';
import type { Metric, ReportTable } from '../report-schema.ts';
import { type Analysis, clusterOf } from './analysis.ts';
import { type ForecastPair, type PairsByMarket, pairsAtForecast, pairsBefore } from './forecast-pairs.ts';
import { cell, column, mean, metric, sum, type Value } from './metric.ts';
import { bootstrap } from './profit.ts';

const HOUR = 3_600_000_000;
/** Certainty that proves wrong costs ln(1e6), about 13.8, instead of an infinite loss. */
const CLIP = 1e-6;

type Horizon = Readonly<{ id: string; title: string; when: string; before?: number }>;

const ALL: Horizon = { id: 'at-forecast', title: 'at the forecast', when: 'over all forecasts of a market' };

const HORIZONS: readonly Horizon[] = [
  ALL,
  ...(
    [
      ['7d', '7 days', 168 * HOUR],
      ['1d', '1 day', 24 * HOUR],
      ['1h', '1 hour', HOUR],
    ] as const
  ).map(([id, time, before]) => {
    return { id, title: `${time} before`, when: `of the forecast that stood ${time} before the settlement`, before };
  }),
];

/** Means over the forecasts of one market. `versus`: of the market and the forecasts at the same moments. */
type MarketScore = Readonly<{
  cluster: string;
  forecasts: number;
  brier: number;
  logLoss: number;
  versus: { readonly own: number; readonly market: number } | undefined;
}>;

export function forecastMetrics(analysis: Analysis): readonly Metric[] {
  return HORIZONS.flatMap((horizon) => metricsAt(analysis, horizon));
}

function metricsAt(analysis: Analysis, horizon: Horizon): readonly Metric[] {
  const scores = scoresAt(analysis, horizon);
  const { markets } = scores;
  const suffix = horizon.before === undefined ? '' : `-${horizon.id}`;
  const words = { suffix, horizon: horizon.title, when: horizon.when };
  const score = (id: string, value: Value, statistic: (drawn: readonly MarketScore[]) => Value): Metric => {
    const interval = intervalOf(analysis, `${id}${suffix}`, markets, statistic);
    return metric(id, value, { samples: markets.length, ...interval }, words);
  };
  return [
    score('brier', scores.brier, brierOf),
    metric('log-loss', scores.logLoss, { samples: markets.length }, words),
    score('skill', scores.skill, skillOf),
  ];
}

/** The Brier score over all forecasts, or the reason why it cannot be computed. */
export function brierScore(analysis: Analysis): Value {
  return scoresAt(analysis, ALL).brier;
}

export function horizonTable(analysis: Analysis): ReportTable {
  return {
    id: 'forecast-horizons',
    title: 'Forecasts by time before the settlement',
    definition:
      'Scores of the forecasts that stood at fixed times before the settlement of their market; ' +
      'each market counts once.',
    columns: [
      column('horizon', 'When', 'text', 'Which forecasts are scored.'),
      column('markets', 'Markets', 'count', 'Settled markets with such a forecast.'),
      column('forecasts', 'Forecasts', 'count', 'Forecasts that are scored.'),
      column('brier', 'Brier score', 'ratio', 'The mean square of forecast minus outcome.'),
      column(
        'marketBrier',
        'Brier score of the market',
        'ratio',
        'The same for the middle of the book at those moments.',
      ),
      column('skill', 'Skill', 'ratio', '1 minus the Brier score divided by that of the market, on the same moments.'),
      column('logLoss', 'Log loss', 'ratio', 'Minus the logarithm of the probability of the outcome.'),
    ],
    rows: HORIZONS.map((horizon) => {
      const { markets, brier, marketBrier, skill, logLoss } = scoresAt(analysis, horizon);
      return {
        horizon: horizon.title,
        markets: markets.length,
        forecasts: sum(markets.map(({ forecasts }) => forecasts)),
        brier: cell(brier),
        marketBrier: cell(marketBrier),
        skill: cell(skill),
        logLoss: cell(logLoss),
      };
    }),
  };
}

function scoresAt(analysis: Analysis, { before }: Horizon) {
  const pairs = before === undefined ? pairsAtForecast(analysis) : pairsBefore(analysis, before);
  const markets = marketScores(analysis, pairs);
  const none = { reason: whyNone(analysis, before) };
  if (markets.length === 0) return { markets, brier: none, logLoss: none, marketBrier: none, skill: none };
  const logLoss = mean(markets.map((score) => score.logLoss)) ?? none;
  return { markets, brier: brierOf(markets), logLoss, marketBrier: marketBrierOf(markets), skill: skillOf(markets) };
}

export function whyNone({ result }: Analysis, before?: number): string {
  if (result.forecasts.length === 0) return 'the strategy made no forecasts';
  if (before === undefined) return 'no market with a forecast was settled to one outcome';
  return 'no market that was settled to one outcome had a forecast by then';
}

function marketScores(analysis: Analysis, pairs: PairsByMarket): readonly MarketScore[] {
  return [...pairs].map(([market, list]) => {
    const compared = list.filter(({ mid }) => mid !== undefined);
    const own = mean(compared.map(({ probability, outcome }) => squared(probability - outcome)));
    const other = mean(compared.map(({ mid = 0, outcome }) => squared(mid - outcome)));
    return {
      cluster: clusterOf(analysis, market),
      forecasts: list.length,
      brier: mean(list.map(({ probability, outcome }) => squared(probability - outcome))) ?? 0,
      logLoss: mean(list.map(lossOf)) ?? 0,
      versus: own === undefined || other === undefined ? undefined : { own, market: other },
    };
  });
}

function squared(x: number) {
  return x * x;
}

function lossOf({ probability, outcome }: ForecastPair) {
  return -ln(Math.max(CLIP, outcome === 1 ? probability : 1 - probability));
}

function brierOf(markets: readonly MarketScore[]): Value {
  return mean(markets.map(({ brier }) => brier)) ?? { reason: 'no forecast was scored' };
}

function marketBrierOf(markets: readonly MarketScore[]): Value {
  const scores = markets.flatMap(({ versus }) => (versus === undefined ? [] : [versus.market]));
  return mean(scores) ?? { reason: 'the middle of the book was unknown at every forecast' };
}

function skillOf(markets: readonly MarketScore[]): Value {
  const market = marketBrierOf(markets);
  const own = mean(markets.flatMap(({ versus }) => (versus === undefined ? [] : [versus.own])));
  if (typeof market !== 'number' || own === undefined) return market;
  return market === 0 ? { reason: 'the market was never wrong' } : 1 - own / market;
}

function intervalOf(
  { result }: Analysis,
  name: string,
  markets: readonly MarketScore[],
  statistic: (drawn: readonly MarketScore[]) => Value,
): Pick<Metric, 'interval' | 'intervalReason'> {
  if (markets.length === 0) return {};
  const clusters = [...new Set(markets.map(({ cluster }) => cluster))];
  const members = clusters.map((name) => markets.filter(({ cluster }) => cluster === name));
  return bootstrap(result.seed, name, clusters.length, (counts) => {
    const drawn = members.flatMap((list, index) => Array.from({ length: counts[index] ?? 0 }, () => list).flat());
    const value = statistic(drawn);
    return typeof value === 'number' ? value : undefined;
  });
}
