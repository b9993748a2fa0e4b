/** reports/browser/check-list: the filter box and the list of checks that it selects. */
import { hashOf } from './address.js';
import { checkRow } from './check-row.js';
import { checkRows, selectChecks, VERDICTS } from './check-rows.js';
import { make } from './dom.js';
import { filterBox } from './filter-box.js';
import { moveByArrows, showLongList } from './long-list.js';

/** @import { CheckResult } from '../../conformance/report.ts' */
/** @import { CheckPageData } from '../check-page/page-data.ts' */

/**
 * @param {HTMLElement} host
 * @param {CheckPageData} data
 * @param {(filter: string) => void} onType
 * @returns {{ show: (filter: string) => void, selected: () => readonly CheckResult[] }}
 */
export function createCheckList(host, data, onType) {
  const all = checkRows(data);
  const form = filterBox('check-filter', 'Filter checks', HELP, onType);
  const choices = make('ul', { class: 'choices on-screen', 'aria-label': 'Checks by verdict' });
  const status = make('p', { class: 'note', role: 'status' });
  const list = make('div', {});
  const printed = make('p', { class: 'note in-print' }, 'At most 40 rows are printed.');
  host.replaceChildren(form.box, choices, status, printed, list);
  moveByArrows(host);
  let rows = all;
  /** @type {string | undefined} */
  let shown;
  return {
    selected: () => rows.map(({ check }) => check),
    show: (filter) => {
      form.setText(filter);
      if (filter === shown) return;
      shown = filter;
      rows = selectChecks(all, filter, data.routes);
      choices.replaceChildren(...choiceLinks(data, filter));
      status.textContent = statusText(rows.length, all.length);
      const makeRow = (/** @type {typeof rows[number]} */ { check }) => checkRow(check, data);
      showLongList(list, { rows, look: 'rows', makeRow, label: 'Checks' });
    },
  };
}

const HELP = [
  ...['status:fail', 'status:warn,note', '-status:pass', 'level:must', 'route:/positions', 'clause:4.8'],
  ...['kind:shape', 'capability:trading', 'is:new', 'is:known', 'is:expected', 'id:markets.', '"a phrase"'],
];

/**
 * @param {number} rows
 * @param {number} all
 */
function statusText(rows, all) {
  const total = `${all.toLocaleString('en-US')} ${all === 1 ? 'check' : 'checks'}`;
  if (rows === all) return `${total}, the most severe first`;
  return rows === 0 ? `None of ${total} matches the filter` : `${rows.toLocaleString('en-US')} of ${total}`;
}

/**
 * Links to the checks of each verdict.
 * @param {CheckPageData} data
 * @param {string} filter
 */
function choiceLinks({ report }, filter) {
  const fresh = report.checks.filter(({ findings }) => findings.some(({ isNew }) => isNew === true)).length;
  const foreseen = report.checks.filter(({ expected }) => expected === true).length;
  const counts = /** @type {Record<string, number>} */ (report.counts);
  /** @type {readonly (readonly [text: string, count: number, filter: string])[]} */
  const choices = [
    ['all', report.checks.length, ''],
    ['new', fresh, 'is:new'],
    ['expected', foreseen, 'is:expected'],
    ...VERDICTS.map((verdict) => /** @type {const} */ ([verdict, counts[verdict] ?? 0, `status:${verdict}`])),
  ];
  return choices
    .filter(([, count]) => count > 0)
    .map(([text, count, wanted]) => {
      const current = wanted === filter ? { 'aria-current': 'true' } : {};
      const link = make(
        'a',
        { href: hashOf({ filter: wanted }), ...current },
        `${text} `,
        make('b', {}, count.toLocaleString('en-US')),
      );
      return make('li', {}, link);
    });
}
