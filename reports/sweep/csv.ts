/** reports/sweep/csv: points, trials and windows of a sweep as CSV, with a column for each parameter. */
import type { SweepReport } from '../../backtest/sweep/report-schema.ts';
import { type ColumnValue, type CsvFile, csvOf } from '../backtest/tables.ts';

type Row = Readonly<Record<string, ColumnValue | undefined>>;

const SPREAD = ['mean', 'deviation', 'low', 'high'];
const POINT = ['point', 'trials', 'failed', ...SPREAD, 'pnl', 'fees', 'orders', 'fills', 'drawdown'];
const TRIAL = ['trial', 'phase', 'window', 'point', 'seed', 'market', 'end', 'message', 'value', 'pnl', 'fees'];
const MORE_OF_TRIAL = ['drawdown', 'orders', 'fills', 'sharpe', 'brier'];
const WINDOW = ['window', 'trainFrom', 'trainTo', 'testFrom', 'testTo', 'embargoed', 'chosen', 'trained'];
const MORE_OF_WINDOW = ['deflatedSharpe', 'tested', 'pnl'];

export function sweepCsv(report: SweepReport): readonly CsvFile[] {
  const params = [...Object.keys(report.params), ...report.parameters.map(({ name }) => name)].map(named);
  const paramsOf = new Map(report.points.map(({ point, params: own }) => [point, prefixed(own)]));
  const points = report.points.map(
    ({ params: own, value, ...point }): Row => ({ ...point, ...prefixed(own), ...value }),
  );
  const trials = report.trials.map((trial): Row => ({ ...trial, ...paramsOf.get(trial.point) }));
  const windows = report.windows.map(
    ({ window, train, test, embargoed, chosen, trained, deflatedSharpe, tested }): Row => ({
      window,
      trainFrom: train.from,
      trainTo: train.to,
      testFrom: test.from,
      testTo: test.to,
      embargoed,
      chosen,
      deflatedSharpe,
      trained: trained?.mean,
      tested: tested?.value?.mean,
      pnl: tested?.pnl,
      ...prefixed(tested?.params ?? {}),
    }),
  );
  const files = [
    csvFile('points', [...POINT, ...params], points),
    csvFile('trials', [...TRIAL, ...MORE_OF_TRIAL, ...params], trials),
  ];
  if (report.windows.length === 0) return files;
  return [...files, csvFile('windows', [...WINDOW, ...MORE_OF_WINDOW, ...params], windows)];
}

/** So that a parameter never hides a column of the same name. */
function named(param: string) {
  return `param.${param}`;
}

function prefixed(params: Readonly<Record<string, ColumnValue>>): Row {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [named(name), value]));
}

function csvFile(name: string, columns: readonly string[], rows: readonly Row[]): CsvFile {
  const values = rows.map((row) => columns.map((column) => row[column] ?? null));
  return { name: `${name}.csv`, pieces: csvOf({ columns: columns.map((column) => ({ name: column })), rows: values }) };
}
