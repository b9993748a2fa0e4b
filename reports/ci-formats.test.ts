/** reports/ci-formats tests: golden files, official schemas, and the limits of formats that CI systems read. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { validate as validateCtrf } from 'ctrf';
import { describe, expect, it } from 'vitest';
import { loadRegister } from '../spec/clauses/register.ts';
import type { CheckPageData } from './check-page/page-data.ts';
import { sampleHttpTrace } from './fixtures/http-trace.ts';
import { everyVerdict, finding, HOSTILE, hostileReport, report, result } from './fixtures/report.ts';
import { FORMATS } from './formats.ts';

/** A module of the page. It is JavaScript, so the test states its type. */
const { withRepeats }: { withRepeats: (packed: unknown) => CheckPageData } = createRequire(import.meta.url)(
  './browser/page-data.js',
);
const written = (format: string, of = everyVerdict): string => FORMATS[format]?.(of, { trace }) ?? '';
const trace = sampleHttpTrace();
const parsed = (format: string, of = everyVerdict) => JSON.parse(written(format, of));
const SARIF_SCHEMA = import.meta.resolve('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json');
// The schema names the fourth draft, of which it uses nothing that later ones lack.
const { $schema: _, id: __, ...schema } = JSON.parse(readFileSync(fileURLToPath(SARIF_SCHEMA), 'utf8'));
const ajv = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false });
const validateSarif = ajv.compile(schema);
const stale = report([result('a.pass', 'pass')], { stale: ['a.old: no longer fails'], complete: false });
const labelled = { ...everyVerdict, labels: { commit: '4f2a91c', note: HOSTILE } };
const failing = (count: number, text = 'x') =>
  report(
    Array.from({ length: count }, (_, index) =>
      result(`c${index}`, 'fail', { findings: [finding('fail', { id: `${index}`, response: text })] }),
    ),
  );

/**
 * The page with its data as lines, without its own code and without the parts that follow from the register and the
 * routes alone: they change with every clause.
 */
function pageFrame(page: string): string {
  const data = /(?<=<script type="application\/json" id="data">).*?(?=<\/script>)/s;
  return page
    .replaceAll(/<(style|script)>.*?<\/\1>/gs, (_, element) => `<${element}>...</${element}>`)
    .replaceAll(/'sha256-[^']*'/g, "'sha256-...'")
    .replace(/(?<=<section id="clauses">).*?(?=<\/section>)/s, '...')
    .replace(data, (packed) => {
      const { clauses, routes, ...rest } = withRepeats(JSON.parse(packed));
      const advised = clauses.filter(({ fix }) => fix !== undefined);
      const kept = { ...rest, clauses: advised, routes: { positions: routes['positions'] } };
      return `\n${JSON.stringify(kept, null, 2)}\n`;
    });
}

it.each(Object.keys(FORMATS))('%s: the golden file', async (format) => {
  const text = written(format);
  await expect(format === 'html' ? pageFrame(text) : text).toMatchFileSnapshot(`fixtures/golden/${format}.golden.txt`);
});

describe.each([
  ['every verdict', everyVerdict],
  ['hostile texts', hostileReport],
  ['stale expectations', stale],
  ['labels', labelled],
])('%s', (_, one) => {
  it('is valid SARIF', () => {
    expect(validateSarif(parsed('sarif', one)), ajv.errorsText(validateSarif.errors)).toBe(true);
  });

  it('is valid CTRF', () => {
    expect(validateCtrf(parsed('ctrf', one)).errors).toEqual([]);
  });
});

it('the schemas refuse a value of the wrong type', () => {
  expect(validateSarif({ ...parsed('sarif'), runs: [{ results: [] }] })).toBe(false);
  expect(validateCtrf({ ...parsed('ctrf'), results: {} }).errors).not.toEqual([]);
});

it('every format with a place for them has the labels', () => {
  const without = Object.keys(FORMATS).filter((format) => !/commit[\s\S]{0,40}4f2a91c/.test(written(format, labelled)));
  expect(without).toEqual(['github', 'gitlab', 'badge', 'shields']);
  expect(written('tap', labelled)).toMatch(/\n# label commit=4f2a91c\n# label note=a.*\n# verdict /);
});

describe('a target that is gone', () => {
  const passed = [result('a.pass', 'pass')];
  const dead = report(passed, {
    complete: false,
    stopped: 'unreachable',
    verdict: 'inconclusive',
    remarks: ['the target is gone: refused'],
  });

  it.each([
    ['junit', /<error message="the run was cut short \(unreachable\): the target is gone: refused"\/>/],
    ['github', /^::error title=run\.complete::the run was cut short/],
    ['tap', /^not ok 2 - run\.complete/m],
    ['gitlab', /"check_name": "run\.complete"[^}]*"severity": "critical"/],
    ['ctrf', /"failed": 1/],
    ['sarif', /"executionSuccessful": false[\s\S]*the target is gone/],
  ])('is not green in %s', (format, red) => {
    expect(written(format, dead)).toMatch(red);
    expect(written(format, report(passed))).not.toMatch(red);
  });
});

describe('SARIF', () => {
  const [run] = parsed('sarif').runs;

  it('has a rule for each check with the texts of its clauses, and suppresses expected failures', () => {
    const { text, fix } = loadRegister().get('4.8/limit.max') ?? { text: '', fix: '' };
    const [rule] = run.tool.driver.rules;
    expect(rule).toMatchObject({ id: 'a.fail', fullDescription: { text } });
    expect(rule.help.text).toContain(fix);
    const suppressed = run.results.filter((one: { suppressions?: unknown }) => one.suppressions !== undefined);
    expect(suppressed.map(({ ruleId }: { ruleId: string }) => ruleId)).toEqual(['a.expected']);
    expect(run.results.map(({ level }: { level: string }) => level)).toEqual([
      'error',
      'note',
      'error',
      'warning',
      'note',
    ]);
    expect(run.results[0].partialFingerprints).toEqual({ primaryLocationLineHash: '0123456789ab' });
  });

  it('reports errors of Touchstone and stale expectations as notifications', () => {
    expect(run.invocations[0]).toMatchObject({ executionSuccessful: false });
    expect(run.invocations[0].toolExecutionNotifications[0].message.text).toBe('a.error: a bug (run.ts:1)');
    expect(parsed('sarif', stale).runs[0].invocations[0].toolConfigurationNotifications).toHaveLength(1);
  });

  it('has a category for each target, and the file and category that the user names', () => {
    const named = { ...everyVerdict, codeScanning: { category: 'sandbox', source: 'src/server.ts' } };
    const idOf = (one = everyVerdict) => parsed('sarif', one).runs[0].automationDetails.id;
    expect([idOf(), idOf(named)]).toEqual([`touchstone/check/${everyVerdict.target}/`, 'touchstone/check/sandbox/']);
    const [first] = parsed('sarif', named).runs[0].results;
    expect(first.locations[0].physicalLocation.artifactLocation.uri).toBe('src/server.ts');
    expect(parsed('gitlab', named)[0].location.path).toBe('src/server.ts');
  });

  it('stays within the limits of GitHub', () => {
    const long = result('a', 'fail', {
      title: 'x'.repeat(5_000),
      findings: [finding('fail', { response: 'y'.repeat(90_000) })],
    });
    const [run] = parsed('sarif', report([long, ...failing(5_100).checks])).runs;
    expect(run.results).toHaveLength(5_000);
    expect(run.properties.resultsLeftOut).toBe(101);
    expect(run.tool.driver.rules[0].shortDescription.text.length).toBeLessThanOrEqual(1_024);
    expect(run.results[0].message.text.length).toBeLessThan(21_000);
  });

  it('has no links from a target', () => {
    const linked = report([
      result('a', 'fail', { findings: [finding('fail', { actual: '[here](https://evil.test)' })] }),
    ]);
    expect(parsed('sarif', linked).runs[0].results[0].message.text).not.toContain('](');
  });
});

describe('workflow commands', () => {
  it('are one line each, escaped, whatever a target answers', () => {
    const found = finding('fail', { actual: '100%\n::error::x', request: 'a\r\n::set-output name=x::y' });
    const lines = written('github', report([result('a,b:c', 'fail', { findings: [found] })])).split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^::error title=a%2Cb%3Ac::.*was 100%25\\u000a::error::x at \/0\/size%0Aa\\u000d/);
  });

  it('are ten of a kind, and a line counts the others', () => {
    const lines = written('github', failing(14)).split('\n');
    expect(lines.filter((line) => line.startsWith('::error'))).toHaveLength(10);
    expect(lines).toContain('touchstone: 4 more of the kind error in the report');
    expect(written('github', stale)).toMatch(/^::error title=stale expectation::a\.old/);
  });
});

it.each([
  [60, 1],
  [60, 30_000],
  [4, 900_000],
  [1, 1_200_000],
])('a job summary of %i failures with responses of %i bytes is shorter than a mebibyte', (count, bytes) => {
  const text = written('summary', failing(count, 'x'.repeat(bytes)));
  expect(Buffer.byteLength(text)).toBeLessThan(1024 * 1024);
  expect(text).toContain(`${count} fail`);
  expect(text.split('<details>')).toHaveLength(text.split('</details>').length);
});

describe('TAP', () => {
  it('has a point for each check and stale expectation, and bails out if the run was cut short', () => {
    expect(written('tap', stale).split('\n')).toEqual([
      'TAP version 14',
      '1..3',
      'ok 1 - a.pass',
      'not ok 2 - run.complete',
      '  ---',
      '  verdict: "error"',
      '  message: "the run was cut short (incomplete)"',
      '  ...',
      'not ok 3 - stale expectation: a.old: no longer fails',
      '# verdict non-conformant',
      'Bail out! The run was cut short: incomplete',
      '',
    ]);
  });

  it('has directives of its own alone', () => {
    const skipped = report([result('a # todo', 'fail'), result('b', 'blocked', { reason: 'x # todo y' })]);
    const points = written('tap', skipped)
      .split('\n')
      .filter((line) => /^(?:not )?ok/.test(line));
    expect(points).toEqual(['not ok 1 - a \\# todo', 'ok 2 - b # SKIP blocked: x \\# todo y']);
  });
});

it('GitLab: fingerprints are those of the findings, and expected failures are information', () => {
  const issues: { fingerprint: string; severity: string }[] = parsed('gitlab');
  expect(issues.map(({ severity }) => severity)).toEqual(['critical', 'info', 'info', 'minor', 'info', 'critical']);
  expect(issues[0]?.fingerprint).toBe('0123456789ab');
  expect(parsed('gitlab', stale).map(({ check_name: name }: { check_name: string }) => name)).toEqual([
    'run.complete',
    'expectations',
  ]);
});

it('badges state verdict and coverage, rounded down', () => {
  expect(parsed('shields')).toEqual({
    schemaVersion: 1,
    label: 'touchstone',
    message: 'non-conformant 66%',
    color: 'red',
  });
  const almost = report([], { verdict: 'conformant', coverage: { verified: 999, must: 1_000 } });
  expect(parsed('shields', almost)).toMatchObject({ message: 'conformant 99%', color: 'brightgreen' });
});
