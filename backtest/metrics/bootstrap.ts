/** backtest/metrics/bootstrap: 95% intervals from drawing whole events again: their markets share an outcome. */
import { createRng, type Rng } from '../../base/rng.ts';
import type { Metric } from '../report-schema.ts';
import { rounded } from './metric.ts';
import { quantile } from './statistics.ts';

const DRAWS = 1_000;
/** Fewer events say nothing about events that did not occur. */
const EVENTS_MIN = 5;
/** Draws without a value (no deviation, no forecast) may be left out, up to this share. */
const UNDEFINED_MAX = 0.1;

/** How often each event was drawn. */
export type Counts = Uint32Array;

/** The interval of a statistic over `events` events, which takes the count of each and a stream of chance. */
export function bootstrap(
  seed: string,
  name: string,
  events: number,
  statistic: (counts: Counts, rng: Rng) => number | undefined,
): Pick<Metric, 'interval' | 'intervalReason'> {
  if (events < EVENTS_MIN) {
    return { intervalReason: `an interval needs at least ${EVENTS_MIN} events or markets, there are ${events}` };
  }
  const rng = createRng(seed).fork('bootstrap').fork(name);
  const values: number[] = [];
  const counts: Counts = new Uint32Array(events);
  for (let draw = 0; draw < DRAWS; draw += 1) {
    counts.fill(0);
    for (let drawn = 0; drawn < events; drawn += 1) {
      const event = rng.int(events);
      counts[event] = (counts[event] as number) + 1;
    }
    const value = statistic(counts, rng);
    if (value !== undefined && Number.isFinite(value)) values.push(value);
  }
  const [low, high] = [quantile(values, 0.025), quantile(values, 0.975)];
  if (low === undefined || high === undefined || values.length < DRAWS * (1 - UNDEFINED_MAX)) {
    return { intervalReason: 'too many draws of events have no value' };
  }
  return { interval: { low: rounded(low), high: rounded(high) } };
}
