/** reports/row-report: the report of a command other than `check`, as a pure function of its rows. */
import { createHash } from 'node:crypto';
import { cut, pointerShape } from '../conformance/evidence/excerpt.ts';
import { type CheckResult, CheckVerdict, type Finding, REPORT_FORMAT, type Report } from '../conformance/report.ts';
import { strongestLevel } from '../conformance/verdict/verdict.ts';
import { loadRegister } from '../spec/clauses/register.ts';

/** One failure of a row. `again` is a line for a shell that repeats it. */
export type RowFailure = Pick<Finding, 'expected' | 'actual'> & {
  readonly again: string;
  readonly clause?: string | undefined;
} & Partial<Pick<Finding, 'pointer' | 'request' | 'response'>>;

/** A row without `verdict` fails if it has failures, and passes otherwise. */
export type Row = Pick<CheckResult, 'id' | 'title'> &
  Readonly<{
    clauses?: readonly string[];
    kind: string;
    verdict?: CheckVerdict;
    reason?: string;
    remedy?: string;
    requests?: number;
    failures?: readonly RowFailure[];
  }>;

type RowReport = Pick<Report, 'command' | 'touchstone' | 'target' | 'seed'> & {
  readonly rows: readonly Row[];
  readonly stopped?: Report['stopped'];
};

const ID_LENGTH = 12;
const TEXT_LENGTH = 1_000;

export function rowReport({ rows, stopped, ...parts }: RowReport): Report {
  const checks = rows.map(resultOf);
  const count = (verdict: CheckVerdict) => checks.filter((check) => check.verdict === verdict).length;
  const [passed, failed] = [count('pass'), count('fail') + count('error')];
  return {
    format: REPORT_FORMAT,
    ...parts,
    capabilities: {},
    verdict: failed > 0 ? 'failed' : stopped !== undefined || passed === 0 ? 'incomplete' : 'passed',
    complete: stopped === undefined,
    ...(stopped !== undefined && { stopped }),
    filtered: false,
    coverage: { verified: 0, must: 0 },
    result: { passed, verified: passed + failed },
    counts: Object.fromEntries(CheckVerdict.options.map((verdict) => [verdict, count(verdict)])) as Report['counts'],
    requests: checks.reduce((sum, { requests }) => sum + requests, 0),
    unverified: [],
    fingerprint: {},
    stale: [],
    remarks: [],
    checks,
  };
}

function resultOf({ id, title, kind, failures = [], ...row }: Row): CheckResult {
  const clauses = [...(row.clauses ?? [])];
  return {
    id,
    title,
    clauses,
    kind,
    level: levelOf(clauses),
    capability: kind,
    verdict: row.verdict ?? (failures.length > 0 ? 'fail' : 'pass'),
    ...(row.reason !== undefined && { reason: cut(row.reason, TEXT_LENGTH) }),
    ...(row.remedy !== undefined && { remedy: cut(row.remedy, TEXT_LENGTH) }),
    requests: row.requests ?? 0,
    findings: findingsOf(id, clauses[0] ?? id, failures),
  };
}

/** Failures of a row that differ in numbers alone have one id; the second one counts as `more`. */
function findingsOf(id: string, ownClause: string, failures: readonly RowFailure[]): Finding[] {
  const byId = Map.groupBy(failures, ({ clause = ownClause, expected, pointer = '' }) =>
    createHash('sha256')
      .update([id, clause, pointerShape(pointer), expected.replaceAll(/\d+/g, '0')].join('\n'))
      .digest('hex')
      .slice(0, ID_LENGTH),
  );
  return [...byId].flatMap(([findingId, [first, ...others]]) => {
    if (first === undefined) return [];
    const { clause = ownClause, expected, actual, again, pointer = '', request = '', response = '' } = first;
    const texts = { expected, actual, request, response };
    const shown = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, cut(text, TEXT_LENGTH)]));
    return {
      id: findingId,
      clause,
      level: levelOf([clause]),
      severity: 'fail' as const,
      pointer,
      ...(shown as typeof texts),
      curl: again,
      ...(others.length === 0 ? {} : { more: others.length }),
    };
  });
}

function levelOf(clauses: readonly string[]) {
  return strongestLevel(clauses.flatMap((id) => loadRegister().get(id) ?? []));
}
