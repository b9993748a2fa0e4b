/** reports/comparison/sentences: the sentences and numbers of a comparison that every format shows. */
import { counted } from '../../base/counted.ts';
import { Finding } from '../../conformance/report.ts';
import { routeName } from '../../spec/clauses/clause.ts';
import { ROUTES } from '../../spec/routes.ts';
import { percent } from '../summary.ts';
import type { CheckChange, ComparedCause, ComparedRun, Comparison, LoneCheck } from './comparison.ts';

/** The worst first. */
export const SEVERITIES = Finding.shape.severity.options;

/** The classes of findings in the order of all formats. */
export const CLASSES = [
  { key: 'new', title: 'New', meaning: 'Findings that only the newer report has' },
  {
    key: 'changed',
    title: 'Changed',
    meaning: 'Findings of both reports with another severity, expected or actual value',
  },
  {
    key: 'fixed',
    title: 'Fixed',
    meaning: 'Findings of the older report whose check judged again and did not find them',
  },
  { key: 'still', title: 'Still found', meaning: 'Findings of both reports' },
] as const;

/** The lists of checks that are not compared, in the order of all formats. */
export const LONE_CHECKS = [
  { key: 'onlyOld', title: 'Only in the older report' },
  { key: 'onlyNew', title: 'Only in the newer report' },
] as const;

/** The lists of checks, in the order of all formats. */
export const RUN_CHANGES = [
  { key: 'noLongerRun', title: 'No longer run', meaning: 'Checks that judged in the older run alone' },
  { key: 'newlyRun', title: 'Newly run', meaning: 'Checks that judged in the newer run alone' },
] as const;

/** The lists of causes, in the order of all formats. */
export const CAUSE_CHANGES = [
  { key: 'new', title: 'New causes' },
  { key: 'solved', title: 'Solved causes' },
  { key: 'still', title: 'Causes still found' },
] as const;

export function causeLine({ title, route, severity, gain }: ComparedCause): string {
  const known = ROUTES.find(({ id }) => id === route);
  const place = known === undefined ? '' : `${routeName(known)}: `;
  return `${place}${title} (${severity === 'warn' ? 'a warning' : counted(gain, 'clause')})`;
}

export function classCounts({
  findings,
}: Comparison): readonly ((typeof CLASSES)[number] & { readonly counts: readonly number[] })[] {
  return CLASSES.map((each) => ({
    ...each,
    counts: SEVERITIES.map((wanted) => findings[each.key].filter(({ severity }) => severity === wanted).length),
  }));
}

export function sideLine({ target, verdict, coverage, result }: ComparedRun): string {
  const covered = share(coverage.verified, coverage.must);
  return `${target}: ${verdict}, coverage ${covered}, result ${share(result.passed, result.verified)}`;
}

function share(part: number, whole: number) {
  return `${part} of ${whole} (${percent(part, whole)})`;
}

/** Why some checks are not compared; undefined if both suites are the same. */
export function suitesLine({ suites: { common, onlyOld, onlyNew }, old, new: newer }: Comparison): string | undefined {
  if (onlyOld.length === 0 && onlyNew.length === 0 && old.touchstone === newer.touchstone) return undefined;
  return (
    `The suites differ: the ${common} checks of both are compared, ` +
    `${onlyOld.length + onlyNew.length} others are not.`
  );
}

export function settingLine({ name, old, new: newer }: Comparison['settings'][number]): string {
  return `${name}: ${old}, now ${newer}`;
}

export function runChangeLine({ check, old, new: now, reason }: CheckChange): string {
  return `${check}: was ${old}, now ${now}${reason === undefined ? '' : ` (${reason})`}`;
}

export function outcomeLine({ regressions }: Comparison): string {
  return regressions === 0 ? 'No regressions' : counted(regressions, 'regression');
}

export function loneLine({ check, verdict }: LoneCheck): string {
  return `${check}: ${verdict}`;
}
