/** reports/browser/check-row: a check in the list: verdict, title, and the first deviation or the reason. */
import { hashOf } from './address.js';
import { beginning, make } from './dom.js';

/** @import { CheckResult } from '../../conformance/report.ts' */
/** @import { CheckPageData } from '../check-page/page-data.ts' */

/**
 * @param {CheckResult} check
 * @param {CheckPageData} data
 */
export function checkRow(check, { routes }) {
  const { id, title, route, kind } = check;
  const place = route === undefined ? 'several routes' : (routes[route]?.name ?? route);
  return make(
    'li',
    { class: `row ${check.verdict}` },
    verdictBadge(check),
    make(
      'div',
      { class: 'row-main' },
      make('a', { href: hashOf({ check: id }), class: 'code' }, beginning(id)),
      make('span', { class: 'row-title' }, beginning(title)),
      ...reasonLines(check),
    ),
    make('div', { class: 'row-side' }, make('span', {}, beginning(place, 60)), make('span', {}, beginning(kind, 40))),
  );
}

/** @param {CheckResult} check */
export function verdictBadge({ verdict, expected, findings }) {
  const isNew = findings.some((finding) => finding.isNew === true);
  return make(
    'span',
    { class: 'row-badges' },
    make('span', { class: `verdict ${verdict}` }, verdict),
    expected === true && make('span', { class: 'verdict quiet' }, 'expected'),
    isNew && make('span', { class: 'verdict fresh' }, 'new'),
  );
}

/** @param {CheckResult} check */
function reasonLines({ findings, reason, verdict }) {
  const [first] = findings;
  if (first === undefined)
    return verdict === 'pass' || reason === undefined ? [] : [make('span', { class: 'row-why' }, beginning(reason))];
  const place = first.pointer === '' ? '' : ` at ${first.pointer}`;
  const more = findings.length > 1 ? `, and ${findings.length - 1} more` : '';
  return [
    make(
      'span',
      { class: 'row-why' },
      `expected ${beginning(first.expected, 110)}, was `,
      make('b', {}, beginning(first.actual, 90)),
      `${beginning(place, 120)}${more}`,
    ),
  ];
}
