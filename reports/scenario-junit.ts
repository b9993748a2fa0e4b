/** reports/scenario-junit: results of scenarios as JUnit XML: a suite for each file, a test case for each case. */
import { headline } from '../scenarios/running/failure-text.ts';
import type { ScenarioResult, StepFailure } from '../scenarios/running/result.ts';
import { xml } from './untrusted.ts';

const BODY_LENGTH = 2_000;

type Row = Pick<ScenarioResult, 'file' | 'scenario' | 'case' | 'verdict' | 'missing' | 'failures'>;

/** `cut`: why the run was cut short, which is an error of its own, because a report without failures is green. */
export function scenarioJunit(played: readonly ScenarioResult[], cut?: string): string {
  const results: readonly Row[] = cut === undefined ? played : [...played, cutShort(cut)];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="touchstone" ${totals(results)}>`,
    ...[...Map.groupBy(results, ({ file }) => file)].map(([file, own]) => suite(file, own)),
    '</testsuites>',
    '',
  ].join('\n');
}

function cutShort(title: string): Row {
  const failures = [{ at: '', title, differences: [] }];
  return { file: 'run', scenario: 'run.complete', verdict: 'error', missing: [], failures };
}

function suite(file: string, results: readonly Row[]): string {
  const skipped = countOf(results, 'not-testable');
  return [
    `  <testsuite name="${xml(file)}" ${totals(results)} skipped="${skipped}">`,
    ...results.map(testCase),
    '  </testsuite>',
  ].join('\n');
}

function totals(results: readonly Row[]) {
  return `tests="${results.length}" failures="${countOf(results, 'fail')}" errors="${countOf(results, 'error')}"`;
}

function countOf(results: readonly Row[], verdict: ScenarioResult['verdict']) {
  return results.filter((result) => result.verdict === verdict).length;
}

function testCase(result: Row): string {
  const name = result.case === undefined ? result.scenario : `${result.scenario} [${result.case}]`;
  const open = `    <testcase classname="${xml(result.file)}" name="${xml(name)}"`;
  const content = contentOf(result);
  return content === '' ? `${open}/>` : [`${open}>`, `      ${content}`, '    </testcase>'].join('\n');
}

function contentOf({ verdict, missing, failures }: Row): string {
  const message = xml(failures[0] === undefined ? '' : headline(failures[0]));
  switch (verdict) {
    case 'pass':
      return '';
    case 'not-testable':
      return `<skipped message="${xml(`not testable: ${missing.join('; ')}`)}"/>`;
    case 'fail':
      return `<failure message="${message}">${failures.map(detail).join('&#10;')}</failure>`;
    case 'error':
      return `<error message="${message}"/>`;
  }
}

function detail(failure: StepFailure): string {
  const { differences, exchange } = failure;
  const lines = differences.map(({ pointer, expected, actual }) => {
    const place = pointer === '' ? '' : `${pointer}: `;
    return `${place}expected ${expected}, came ${actual}`;
  });
  if (exchange !== undefined) {
    const { method, target, as, body = '' } = exchange.request;
    lines.push(`request: ${method} ${target}${as === undefined ? '' : ` as ${as}`} ${body.slice(0, BODY_LENGTH)}`);
    const { answer } = exchange;
    if (answer !== undefined) lines.push(`answer: ${answer.status} ${answer.body.slice(0, BODY_LENGTH)}`);
  }
  return [headline(failure), ...lines.map((line) => `  ${line}`)].map(xml).join('&#10;');
}
