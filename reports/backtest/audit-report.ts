/** reports/backtest/audit-report: a backtest as a report of rows: the replay, and each audit. */
import type { ReportView } from '../../backtest/report-schema.ts';
import { assertNever } from '../../base/result.ts';
import type { Report } from '../../conformance/report.ts';
import { type Row, rowReport } from '../row-report.ts';

type Facts = Pick<ReportView, 'touchstone' | 'strategy' | 'seed' | 'end' | 'audit'>;

export function auditReport({ touchstone, strategy, seed, end, audit }: Facts): Report {
  const again = `touchstone backtest ${strategy} --seed ${seed} --audit`;
  const replay = { id: 'replay', title: 'the strategy ran to the end of the data', kind: 'replay' };
  const problem = problemOf(end);
  const failure = { expected: 'the end of the data', actual: problem ?? '', again };
  const rows: readonly Row[] = [
    { ...replay, failures: problem === undefined ? [] : [failure] },
    ...(audit?.audits ?? []).map(({ id, title, verdict, detail }) => ({
      id,
      title,
      kind: 'audit',
      verdict,
      ...(verdict === 'not-applicable' ? { reason: detail } : {}),
      failures: verdict === 'fail' ? [{ expected: title, actual: detail, again }] : [],
    })),
  ];
  return rowReport({
    command: 'backtest',
    touchstone,
    target: strategy,
    seed,
    rows,
    stopped: end.kind === 'interrupted' ? 'interrupted' : undefined,
  });
}

function problemOf(end: ReportView['end']): string | undefined {
  switch (end.kind) {
    case 'complete':
    case 'interrupted':
      return undefined;
    case 'strategy-failed':
      return `${end.callback} threw at row ${end.row ?? 'none'}: ${end.message}`;
    case 'strategy-hung':
      return `${end.callback} did not return within ${end.seconds} s at row ${end.row ?? 'none'}`;
    default:
      return assertNever(end);
  }
}
