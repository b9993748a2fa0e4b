/** reports/browser/check-rows: the checks of the page in order of severity, and which of them a filter selects. */
import { isClauseIn, matchesAll, parseFilter } from './filter.js';

/** @import { CheckResult } from '../../conformance/report.ts' */
/** @import { CheckPageData } from '../check-page/page-data.ts' */

/** Verdicts in the order of the list. */
export const VERDICTS = [
  'fail',
  'error',
  'warn',
  'note',
  'blocked',
  'not-testable',
  'not-run',
  'pass',
  'not-applicable',
];

const CHECK_KEYS = ['status', 'level', 'route', 'clause', 'kind', 'capability', 'is', 'id'];

/** @typedef {{ check: CheckResult, text: string | undefined }} CheckRow `text`: the text that a search reads. */

/**
 * Failures first, expected ones last among them.
 * @param {CheckPageData} data
 * @returns {readonly CheckRow[]}
 */
export function checkRows({ report }) {
  /** @param {CheckResult} check */
  const rank = ({ verdict, expected }) => VERDICTS.indexOf(verdict) + (expected === true ? 0.5 : 0);
  return [...report.checks].sort((a, b) => rank(a) - rank(b)).map((check) => ({ check, text: undefined }));
}

/**
 * @param {readonly CheckRow[]} rows
 * @param {string} filter
 * @param {CheckPageData['routes']} routes
 */
export function selectChecks(rows, filter, routes) {
  const terms = parseFilter(filter, CHECK_KEYS);
  return rows.filter((row) => matchesAll(terms, (key, value) => hasValue(row, key, value, routes)));
}

/**
 * @param {CheckRow} row
 * @param {string} key
 * @param {string} value
 * @param {CheckPageData['routes']} routes
 */
function hasValue(row, key, value, routes) {
  const { check } = row;
  switch (key) {
    case 'status':
      return check.verdict.startsWith(value);
    case 'level':
      return check.level.toLowerCase().startsWith(value);
    case 'route':
      return isRoute(check.route, value, routes);
    case 'clause':
      return clausesOf(check).some((clause) => isClauseIn(clause, value));
    case 'kind':
      return check.kind.toLowerCase().startsWith(value);
    case 'capability':
      return check.capability.toLowerCase().startsWith(value);
    case 'is':
      return isSuch(check, value);
    case 'id':
      return check.id.toLowerCase().startsWith(value);
    default:
      row.text ??= wordsOf(check, routes).toLowerCase();
      return row.text.includes(value);
  }
}

/** @param {CheckResult} check */
function clausesOf({ clauses, findings }) {
  return [...clauses, ...findings.map(({ clause }) => clause)];
}

/**
 * `several` is for the checks without a single route; a path matches all that begin with it.
 * @param {string | undefined} id
 * @param {string} value
 * @param {CheckPageData['routes']} routes
 */
function isRoute(id, value, routes) {
  if (id === undefined) return value === 'several';
  return (
    id.toLowerCase() === value || (value.startsWith('/') && (routes[id]?.path ?? '').toLowerCase().startsWith(value))
  );
}

/**
 * @param {CheckResult} check
 * @param {string} value
 */
function isSuch({ expected, findings }, value) {
  if (value === 'expected') return expected === true;
  if (value === 'new') return findings.some(({ isNew }) => isNew === true);
  return value === 'known' && findings.some(({ isNew }) => isNew === false);
}

/**
 * @param {CheckResult} check
 * @param {CheckPageData['routes']} routes
 */
function wordsOf(check, routes) {
  const { id, title, route, kind, reason, findings } = check;
  const found = findings.flatMap((one) => [one.id, one.clause, one.pointer, one.expected, one.actual, one.request]);
  return [id, title, kind, routes[route ?? '']?.name ?? route, reason, ...clausesOf(check), ...found].join('\n');
}
