/** reports/test-reports tests: the XML is valid for Jenkins, and has times only if the caller passes them. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import type { ScenarioResult } from '../scenarios/running/result.ts';
import { everyVerdict, HOSTILE, hostileReport, report, result } from './fixtures/report.ts';
import { scenarioJunit } from './scenario-junit.ts';
import { junitReport } from './test-reports.ts';

const XSD = readFileSync(new URL('./fixtures/jenkins-junit.xsd', import.meta.url), 'utf8');

async function problems(xml: string): Promise<readonly string[]> {
  const { errors } = await validateXML({ xml: { fileName: 'report.xml', contents: xml }, schema: XSD });
  return errors.map(({ message }) => message);
}

const timings = new Map(everyVerdict.checks.map(({ id }, index) => [id, index * 1_234.5]));
const stale = report([result('a.pass', 'pass')], { stale: ['a.old: no longer fails'] });
const played: ScenarioResult['verdict'][] = ['pass', 'fail', 'error', 'not-testable'];
const scenarios = played.map((verdict) => ({
  file: 'a.yaml',
  scenario: `a ${verdict}`,
  verdict,
  missing: ['trading'],
  failures: [],
})) as unknown as ScenarioResult[];

it.each([
  ['every verdict', junitReport(everyVerdict)],
  ['every verdict, with times', junitReport(everyVerdict, { timings })],
  ['hostile texts', junitReport(hostileReport)],
  ['stale expectations', junitReport(stale, { timings })],
  ['labels', junitReport({ ...everyVerdict, labels: { note: HOSTILE } })],
  ['scenarios', scenarioJunit(scenarios)],
])('%s: valid for Jenkins', async (_, xml) => {
  expect(await problems(xml)).toEqual([]);
});

it('the schema refuses an attribute that Jenkins refuses', async () => {
  const xml = junitReport(everyVerdict).replace('<testsuites ', '<testsuites skipped="1" ');
  expect((await problems(xml)).join()).toContain("The attribute 'skipped' is not allowed");
});

it('has times in seconds with timings, and none without', () => {
  const [first] = everyVerdict.checks;
  const xml = junitReport(report(everyVerdict.checks.slice(0, 1)), { timings: new Map([[first?.id ?? '', 1_234.5]]) });
  expect(xml.match(/ time="1\.234"| time="1\.235"/g)).toHaveLength(3);
  expect(junitReport(everyVerdict)).not.toContain(' time=');
});
