/** reports/backtest/figures: metrics as short text: `+12.34`, `1.2%`, or the reason why there is no value. */
import type { Metric, ReportView } from '../../backtest/report-schema.ts';

export type Figures = {
  /** Undefined when the report has no such metric. */
  metric(id: string): Metric | undefined;
  /** With this many decimals; `none` without a value. */
  number(id: string, decimals?: number): string;
  /** As `number`, with a sign. */
  signed(id: string, decimals?: number): string;
  percent(id: string): string;
  /** A moment as ISO 8601. */
  time(id: string): string;
  /** ` (1.20 to 3.40)`, or nothing. */
  interval(id: string, decimals?: number): string;
};

export function figuresOf({ metrics }: ReportView): Figures {
  const byId = new Map(metrics.map((metric) => [metric.id, metric]));
  const text = (id: string, format: (value: number) => string) => {
    const value = byId.get(id)?.value ?? undefined;
    return value === undefined ? 'none' : format(value);
  };
  return {
    metric: (id) => byId.get(id),
    number: (id, decimals = 2) => text(id, (value) => fixed(value, decimals)),
    signed: (id, decimals = 2) => text(id, (value) => `${value > 0 ? '+' : ''}${fixed(value, decimals)}`),
    percent: (id) => text(id, (value) => `${fixed(value * 100, 2)}%`),
    time: (id) => text(id, isoMicros),
    interval: (id, decimals = 2) => {
      const interval = byId.get(id)?.interval;
      return interval === undefined ? '' : ` (${fixed(interval.low, decimals)} to ${fixed(interval.high, decimals)})`;
    },
  };
}

/** `-1.20 to +3.40 dollars`, over the run and its bounds; undefined when the recording decides the P&L. */
export function profitRange({ metrics, withoutInferred, everyInferred }: Ranged): string | undefined {
  const profits = [
    metrics.find(({ id }) => id === 'pnl'),
    { value: withoutInferred?.profit },
    { value: everyInferred?.profit },
  ];
  const known = profits.flatMap((metric) => metric?.value ?? []);
  if (everyInferred === undefined || known.length === 0) return undefined;
  const [low, high] = [Math.min(...known), Math.max(...known)].map(
    (value) => `${value > 0 ? '+' : ''}${fixed(value, 2)}`,
  );
  return `${low} to ${high} dollars`;
}

type Ranged = Pick<ReportView, 'metrics' | 'withoutInferred' | 'everyInferred'>;

/** Never `-0.00`. */
function fixed(value: number, decimals: number): string {
  const text = value.toFixed(decimals);
  return /^-0\.?0*$/.test(text) ? text.slice(1) : text;
}

/** `2026-01-05T00:00:00.000011Z`; fractions only as far as they go. */
export function isoMicros(at: number): string {
  const seconds = Math.floor(at / 1_000_000);
  const micros = at - seconds * 1_000_000;
  const whole = new Date(seconds * 1_000).toISOString().slice(0, 19);
  return micros === 0 ? `${whole}Z` : `${whole}.${String(micros).padStart(6, '0').replace(/0+$/, '')}Z`;
}
