/** conformance/against/unrelated: a reference with other data than the target, on which a comparison shows nothing. */
import { ROUTES } from '../../spec/routes.ts';
import type { CheckResult } from '../report.ts';

const NAMING = ROUTES.filter(({ path }) => path.includes('{'));

/** Why nothing of a route was compared. */
export const UNKNOWN_TO_REFERENCE = 'the reference knows none of the entities that were read';

/** A remark if the reference knew no entity on any of these routes. */
export function unrelatedRemarks(checks: readonly CheckResult[]): readonly string[] {
  const rows = checks.filter(({ kind, route }) => kind === 'differential' && NAMING.some(({ id }) => id === route));
  const isUnknown = ({ reason }: CheckResult): boolean => reason === UNKNOWN_TO_REFERENCE;
  const isCompared = ({ verdict }: CheckResult): boolean =>
    verdict === 'pass' || verdict === 'warn' || verdict === 'fail';
  if (!rows.some(isUnknown) || rows.some(isCompared)) return [];
  return [
    'the reference knows none of the entities of this deployment, so that --against shows little: ' +
      'compare deployments that serve the same data',
  ];
}
