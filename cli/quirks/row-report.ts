/** cli/quirks/row-report: the outcome of `touchstone quirks` as a report, with a row for each quirk. A complaint is a failure. */

import type { Report } from '../../conformance/report.ts';
import { layerOf } from '../../proof/judge/variant.ts';
import { type Row, type RowFailure, rowReport } from '../../reports/row-report.ts';
import { againLine, isIdle, type QuirkRow, type QuirksOutcome, seenIn } from './report.ts';

export function quirksReport({ rows, from, isComplete }: QuirksOutcome, touchstone: string): Report {
  return rowReport({
    command: 'quirks',
    touchstone,
    target: 'built-in simulator',
    seed: String(from),
    rows: rows.map((row) => rowOf(row, String(from))),
    stopped: isComplete ? undefined : 'interrupted',
  });
}

function rowOf(row: QuirkRow, from: string): Row {
  const { id, title, alternative } = row.quirk;
  const common = { id, title, kind: layerOf(row.quirk) };
  if (row.trials.length === 0) return { ...common, verdict: 'not-run', reason: 'the campaign was interrupted' };
  const idle = {
    expected: 'a changed request or response',
    actual: 'nothing was changed',
    again: againLine(id, from),
  };
  return {
    ...common,
    ...(alternative === undefined ? {} : { reason: `an alternative of D/${alternative.decision}` }),
    failures: [...(isIdle(row.trials) ? [idle] : []), ...complaintsOf(row)],
  };
}

function complaintsOf(row: QuirkRow): readonly RowFailure[] {
  return seenIn(row).map(({ check, clause, severity, text, seed }) => ({
    ...(clause === '' ? {} : { clause }),
    expected: `no complaint by ${check}`,
    actual: `${severity}: ${text}`,
    again: againLine(row.quirk.id, seed),
  }));
}
