/** reports/browser/finding-view: one finding: clause, request, response, and how to repeat and to fix it. */
import { hashOf } from './address.js';
import { copyable } from './copyable.js';
import { beginning, codeBlock, make } from './dom.js';
import { findingTrace } from './finding-trace.js';
import { requestLines, responseParts } from './message-parts.js';

/** @import { Finding } from '../../conformance/report.ts' */
/** @import { PageClause, PageExchange } from '../check-page/page-data.ts' */
/**
 * @typedef {{ replayFlags: string | undefined, capability: string, clause: PageClause | undefined,
 *   exchange: PageExchange | undefined }} FindingContext
 */

/**
 * @param {Finding} finding
 * @param {FindingContext} context
 */
export function findingView(finding, { replayFlags, capability, clause, exchange }) {
  const { id, severity, level, isNew, more } = finding;
  const heading = make('h2', { tabindex: '-1' }, make('span', { class: 'code' }, beginning(finding.clause)));
  const badges = make(
    'p',
    { class: 'row-badges' },
    make('span', { class: `verdict ${severity}` }, severity),
    make('span', { class: 'verdict quiet' }, level),
    isNew === true && make('span', { class: 'verdict fresh' }, 'new'),
    isNew === false && make('span', { class: 'verdict quiet' }, 'known'),
    make('a', { href: hashOf({ finding: id }), class: 'note' }, `finding ${id}`),
  );
  return make(
    'section',
    { class: 'finding', 'data-finding': id },
    heading,
    badges,
    clause?.text !== undefined && make('p', { class: 'statement' }, clause.text),
    differenceList(finding),
    more !== undefined && make('p', { class: 'note' }, `${more} further findings of this clause are not shown.`),
    sides(finding, exchange),
    findingTrace(finding, replayFlags === undefined ? undefined : capability),
    repeatBlocks(finding, replayFlags),
    advice(clause),
  );
}

/** @param {Finding} finding */
function differenceList({ pointer, expected, actual, object, difference }) {
  const rows = [
    make('div', { class: 'fact' }, make('dt', {}, 'Expected'), make('dd', {}, expected)),
    make('div', { class: 'fact' }, make('dt', {}, 'Actual'), make('dd', {}, make('mark', {}, actual))),
    make(
      'div',
      { class: 'fact' },
      make('dt', {}, 'Place'),
      make('dd', { class: 'code' }, pointer === '' ? 'the response as a whole' : pointer),
    ),
    object !== undefined && make('div', { class: 'fact' }, make('dt', {}, 'In'), make('dd', { class: 'code' }, object)),
  ];
  const data = difference === undefined ? [] : [expectationPart(difference.expected)];
  return make('div', {}, make('dl', { class: 'facts difference' }, ...rows), ...data);
}

/** @param {unknown} expected */
function expectationPart(expected) {
  const text = typeof expected === 'string' ? expected : JSON.stringify(expected, null, 2);
  return make('details', {}, make('summary', {}, 'Expectation as data'), codeBlock('Expectation as data', text));
}

/**
 * @param {Finding} finding
 * @param {PageExchange | undefined} exchange
 */
function sides({ request, response, pointer, actual }, exchange) {
  const link =
    exchange !== undefined &&
    make(
      'a',
      { href: hashOf({ exchange: String(exchange.number) }), class: 'note' },
      `whole exchange ${exchange.number}`,
    );
  return make(
    'div',
    { class: 'sides' },
    make('div', {}, make('h3', {}, 'Request'), codeBlock('Request', requestLines(request)), link),
    make('div', {}, make('h3', {}, 'Response'), codeBlock('Response', responseParts(response, pointer, actual))),
  );
}

/**
 * Findings of other commands than `check` have a command line of touchstone in place of that of curl.
 * @param {Finding} finding
 * @param {string | undefined} replayFlags
 */
function repeatBlocks({ id, curl }, replayFlags) {
  const isCurl = curl.startsWith('curl ');
  return make(
    'div',
    { class: 'repeat' },
    isCurl
      ? copyable('Repeat with curl', curl, 'Set TARGET to the address of the deployment first.')
      : copyable('Repeat with Touchstone', curl),
    replayFlags !== undefined &&
      copyable(
        'Repeat with Touchstone',
        `touchstone replay ${id} ${replayFlags}`,
        'FILE is this report, written with --report json=FILE.',
      ),
  );
}

/** @param {PageClause | undefined} clause */
function advice(clause) {
  if (clause?.fix === undefined) return false;
  return make(
    'div',
    { class: 'notice' },
    make('h3', {}, 'How to fix it'),
    make('p', {}, clause.fix),
    clause.looks !== undefined && make('p', { class: 'note' }, `A failure looks like this: ${clause.looks}`),
    clause.basis !== undefined && make('p', { class: 'note' }, `Basis: ${clause.basis}`),
  );
}
