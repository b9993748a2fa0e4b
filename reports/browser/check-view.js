/** reports/browser/check-view: one check with its findings and clauses, in place of the overview. */
import { hashOf } from './address.js';
import { verdictBadge } from './check-row.js';
import { clauseList } from './clause-tree.js';
import { beginning, make } from './dom.js';
import { findingView } from './finding-view.js';

/** @import { CheckResult } from '../../conformance/report.ts' */
/** @import { CheckPageData } from '../check-page/page-data.ts' */

/**
 * @param {CheckResult} check
 * @param {CheckPageData} data
 * @param {{ back: string, selected: readonly CheckResult[] }} place The overview, and the checks of its filter.
 * @returns {readonly HTMLElement[]}
 */
export function checkView(check, data, { back, selected }) {
  const { clauses, exchanges } = data;
  const byId = new Map(clauses.map((clause) => [clause.id, clause]));
  const replayFlags = ['scenario', 'differential'].includes(check.kind) ? undefined : data.replayFlags;
  const findings = check.findings.map((finding) => {
    const same = exchanges.filter(({ request }) => `${request.method} $TARGET${request.target}` === finding.request);
    // Passive checks judge exchanges of other checks.
    const exchange = same.find((one) => one.check === check.id) ?? same[0];
    return findingView(finding, {
      replayFlags,
      capability: check.capability,
      clause: byId.get(finding.clause),
      exchange,
    });
  });
  const cited = check.clauses.map((id) => byId.get(id) ?? { id, section: '', state: undefined });
  return [
    neighbours(check, back, selected),
    head(check, data),
    ...findings,
    ...(cited.length === 0 ? [] : [make('h2', {}, `Clauses of this check: ${cited.length}`), clauseList(cited)]),
  ];
}

/**
 * @param {CheckResult} check
 * @param {string} back
 * @param {readonly CheckResult[]} selected
 */
function neighbours(check, back, selected) {
  const at = selected.indexOf(check);
  /**
   * @param {string} text
   * @param {CheckResult | undefined} other
   */
  const link = (text, other) => other !== undefined && make('a', { href: hashOf({ check: other.id }) }, text);
  return make(
    'nav',
    { class: 'neighbours on-screen', 'aria-label': 'Checks' },
    make('a', { href: back, class: 'back' }, '← Report'),
    at >= 0 && make('span', { class: 'note' }, `${at + 1} of ${selected.length}`),
    link('Previous', selected[at - 1]),
    at >= 0 && link('Next', selected[at + 1]),
  );
}

/**
 * @param {CheckResult} check
 * @param {CheckPageData} data
 */
function head(check, { routes, timings, exchanges }) {
  const { id, title, route, kind, level, capability, requests, reason, remedy } = check;
  const time = timings[id];
  const sent = exchanges.filter((exchange) => exchange.check === id).length;
  const facts = [
    route === undefined ? 'several routes' : (routes[route]?.name ?? route),
    kind,
    level,
    `capability ${capability}`,
    `${requests} ${requests === 1 ? 'request' : 'requests'}`,
    ...(time === undefined ? [] : [`${time} ms`]),
  ];
  return make(
    'header',
    {},
    make('p', { class: 'kicker code' }, beginning(id)),
    make('h1', { tabindex: '-1' }, beginning(title)),
    verdictBadge(check),
    make('p', { class: 'summary' }, facts.map((fact) => beginning(fact)).join(' · ')),
    reason !== undefined &&
      make(
        'div',
        { class: 'notice warn' },
        make('p', {}, reason),
        remedy !== undefined && make('p', {}, `What helps: ${remedy}`),
      ),
    sent > 0 &&
      make(
        'p',
        {},
        make(
          'a',
          { href: hashOf({ traffic: `check:"${id.replaceAll('"', '')}"` }) },
          `Traffic of this check: ${sent} exchanges`,
        ),
      ),
  );
}
