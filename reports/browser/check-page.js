/** reports/browser/check-page: the script of the page of a check run, whose views follow the hash of the address. */
import { hashOf, viewOf } from './address.js';
import { keepChartsCurrent } from './charts.js';
import { createCheckList } from './check-list.js';
import { checkView } from './check-view.js';
import { fillClauseTree } from './clause-tree.js';
import { make } from './dom.js';
import { createExchangeList } from './exchange-list.js';
import { exchangeView } from './exchange-view.js';
import { showLatencies } from './latency-chart.js';
import { pageData, withRepeats } from './page-data.js';
import { makeTablesSortable } from './tables.js';

/** @import { CheckPageData } from '../check-page/page-data.ts' */
/** @import { View } from './address.js' */

const run = /** @type {CheckPageData} */ (withRepeats(pageData('data')));
const title = document.title;
const parts = {
  overview: /** @type {HTMLElement} */ (document.getElementById('overview')),
  detail: /** @type {HTMLElement} */ (document.getElementById('detail')),
  list: /** @type {HTMLElement} */ (document.getElementById('check-list')),
};

/** @type {{ view: View, top: number }} */
const last = { view: viewOf(location.hash), top: 0 };

const checkList = createCheckList(parts.list, run, (filter) => retype({ ...last.view, filter }));
const exchangeList = createExchangeList(run, (traffic) => retype({ ...last.view, traffic }));

/**
 * A typed filter replaces the entry of the history, so that the back button does not take it apart letter by letter.
 * @param {View} view
 */
function retype(view) {
  last.view = view;
  history.replaceState(null, '', hashOf(view));
  checkList.show(view.filter ?? '');
  exchangeList.show(view.traffic ?? '');
}

/**
 * @param {View} view
 * @returns {readonly HTMLElement[] | undefined} Undefined for the overview.
 */
function detailOf({ filter, traffic, check, finding, exchange }) {
  const back = hashOf({ filter, traffic });
  if (exchange !== undefined) {
    const found = run.exchanges.find(({ number }) => String(number) === exchange);
    return found === undefined ? notFound(`exchange ${exchange}`, back) : exchangeView(found, back);
  }
  if (check === undefined && finding === undefined) return undefined;
  // An address is well-formed text, which the ids of a hostile report may not be.
  const found = run.report.checks.find(
    ({ id, findings }) => id.toWellFormed() === check || findings.some((one) => one.id.toWellFormed() === finding),
  );
  if (found === undefined) return notFound(check === undefined ? `finding ${finding}` : `check ${check}`, back);
  return checkView(found, run, { back, selected: checkList.selected() });
}

/**
 * @param {string} name
 * @param {string} back
 */
function notFound(name, back) {
  return [
    make('nav', { class: 'neighbours' }, make('a', { href: back, class: 'back' }, '← Report')),
    make('h1', { tabindex: '-1' }, 'Not in this report'),
    make('p', {}, `This report has no ${name}.`),
  ];
}

/**
 * The view that the address names. A detail keeps the filters of the overview that it was opened from.
 * @param {View} previous
 * @returns {View}
 */
function viewNow(previous) {
  const wanted = viewOf(location.hash);
  if ((wanted.check ?? wanted.finding ?? wanted.exchange) === undefined) return wanted;
  const view = { filter: previous.filter, traffic: previous.traffic, ...wanted };
  history.replaceState(null, '', hashOf(view));
  return view;
}

/** @param {boolean} isFirst */
function show(isFirst) {
  const previous = last.view;
  last.view = viewNow(previous);
  if (!parts.overview.hidden) last.top = scrollY;
  checkList.show(last.view.filter ?? '');
  exchangeList.show(last.view.traffic ?? '');
  const detail = detailOf(last.view);
  const wasDetail = !parts.detail.hidden;
  parts.detail.hidden = detail === undefined;
  parts.overview.hidden = detail !== undefined;
  parts.detail.replaceChildren(...(detail ?? []));
  const heading = parts.detail.querySelector('h1');
  document.title = detail === undefined ? title : `${heading?.textContent} – ${title}`;
  if (detail !== undefined) showDetail(heading, last.view.finding, isFirst);
  else showOverview(previous, wasDetail);
}

/**
 * @param {HTMLElement | null} heading
 * @param {string | undefined} finding
 * @param {boolean} isFirst
 */
function showDetail(heading, finding, isFirst) {
  const part = finding === undefined ? null : parts.detail.querySelector(`[data-finding="${CSS.escape(finding)}"]`);
  if (part === null) scrollTo(0, 0);
  else part.scrollIntoView();
  const target = part?.querySelector('h2') ?? heading;
  if (!isFirst || part !== null) target?.focus({ preventScroll: true });
}

/**
 * To the list whose filter changed, otherwise to the row of the detail that was left.
 * @param {View} previous
 * @param {boolean} wasDetail
 */
function showOverview({ filter, traffic, check, exchange }, wasDetail) {
  const { view } = last;
  if (view.traffic !== undefined && view.traffic !== traffic) document.getElementById('traffic')?.scrollIntoView();
  else if (view.filter !== filter) document.getElementById('checks')?.scrollIntoView();
  else if (wasDetail) {
    scrollTo(0, last.top);
    const left = hashOf({ check, exchange });
    const link = [...parts.overview.querySelectorAll('.rows a')].find((one) => one.getAttribute('href') === left);
    if (link instanceof HTMLElement) link.focus({ preventScroll: true });
  }
}

addEventListener('hashchange', () => show(false));
document.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape' && !parts.detail.hidden)
    location.hash = hashOf({ filter: last.view.filter, traffic: last.view.traffic });
});
// An anchor in the hash would take the place of the filter.
for (const link of document.querySelectorAll('.contents a')) {
  link.addEventListener('click', (event) => {
    event.preventDefault();
    document.querySelector(link.getAttribute('href') ?? '')?.scrollIntoView();
  });
}
fillClauseTree(run.clauses);
makeTablesSortable();
keepChartsCurrent();
show(true);
showLatencies(run);
