/** reports/sweep/csv: points, trials and windows of a sweep as CSV, with a column for each parameter. An empty cell has no value. */
import type { SweepReport } from '../../backtest/sweep/report-schema.ts';
import { type CsvFile, csvOf } from '../backtest/csv.ts';
import type { ColumnValue } from '../backtest/tables.ts';

type Row = Readonly<Record<string, ColumnValue | undefined>>;

export function sweepCsv(report: SweepReport): readonly CsvFile[] {
  const paramsOf = new Map(report.points.map(({ point, params }) => [point, named(params)]));
  const points = report.points.map(
    ({ params, value, ...point }): Row => ({ ...point, ...named(params), ...spreadOf(value) }),
  );
  const trials = report.trials.map((trial): Row => ({ ...trial, ...paramsOf.get(trial.point) }));
  const windows = report.windows.map(
    ({ window, train, test, embargoed, chosen, trained, deflatedSharpe, tested }): Row => ({
      ...{ window, trainFrom: train.from, trainTo: train.to, testFrom: test.from, testTo: test.to },
      ...{ embargoed, chosen, deflatedSharpe, trained: trained?.mean, tested: tested?.value?.mean, pnl: tested?.pnl },
      ...named(tested?.params ?? {}),
    }),
  );
  const files = [csvFile('points', points), csvFile('trials', trials)];
  return report.windows.length === 0 ? files : [...files, csvFile('windows', windows)];
}

/** So that a parameter never hides a column of the same name. */
function named(params: Readonly<Record<string, ColumnValue>>): Row {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [`param.${name}`, value]));
}

function spreadOf(value: SweepReport['points'][number]['value']): Row {
  return { mean: value?.mean, deviation: value?.deviation, low: value?.low, high: value?.high };
}

function csvFile(name: string, rows: readonly Row[]): CsvFile {
  const columns = new Set(rows.flatMap((row) => Object.keys(row)));
  const values = [...columns].map((column) => ({ name: column, values: rows.map((row) => row[column] ?? null) }));
  return { name: `${name}.csv`, text: csvOf({ columns: values }) };
}
