/** backtest/index: `touchstone/backtest`: the types of a strategy, a run in process, and its markets as a service. */
import '../wire/supported-node.ts';

export { type AgentsPlan, DEFAULT_AGENTS } from './agents/plan.ts';
export { serveRecordedMarkets, serveSimulatedMarkets } from './agents/served-agents.ts';
export { type SimulatedSource, simulatedMarkets } from './agents/simulated-source.ts';
export type { SimulatedTotals } from './agents/totals.ts';
export { DataError } from './data/data-error.ts';
export { openRecording } from './data/open-recording.ts';
export type { Recording } from './data/recording.ts';
export { openReplay, type Replay, type ReplayOptions, type Served, type ServedOptions } from './injected/replay.ts';
export {
  type Assumptions,
  DEFAULT_ASSUMPTIONS,
  type Fidelity,
  LATENCIES,
  type Latency,
  type QueueModel,
  rosierThanDefault,
} from './options.ts';
export type {
  BacktestResult,
  EquityPoint,
  FillReason,
  FillRecord,
  ForecastRecord,
  OrderRecord,
  PriceSeries,
  RunEnd,
  SetRecord,
  SettlementRecord,
} from './result.ts';
export { type BacktestOptions, type BacktestProgress, backtest } from './run/backtest.ts';
export {
  type Book,
  type Context,
  type Fill,
  type MarketFacts,
  type MarketTrade,
  type OrderRequest,
  type OrderType,
  type OwnOrder,
  type Params,
  type Position,
  type Resolution,
  type Rng,
  type Side,
  type Strategy,
  StrategyError,
  type StrategyFactory,
  type TokenFacts,
} from './strategy.ts';
