/** reports/code-scanning: the report as SARIF 2.1.0 and for GitLab Code Quality. */

import { cut } from '../conformance/evidence/excerpt.ts';
import type { CheckResult, Report } from '../conformance/report.ts';
import type { Clause } from '../spec/clauses/clause.ts';
import { loadRegister } from '../spec/clauses/register.ts';
import { evidenceOf, type Gravity, outcomeOf, type Problem, problemsOf, reasonOf } from './outcome.ts';
import { jsonFile, markdown, visible } from './untrusted.ts';

/** Results need a file: that of the clauses, unless the user names one, as deployments have no known sources. */
const CLAUSES_FILE = 'spec/clauses.yaml';

function sourceFileOf({ codeScanning }: Report) {
  return visible(codeScanning?.source ?? CLAUSES_FILE);
}

/** GitHub refuses more than 25,000 results, longer descriptions and more tags, and shows 5,000 results. */
const MOST_RESULTS = 5_000;
/** With the words that replace the rest, 1,024. */
const LONGEST_DESCRIPTION = 980;
const LONGEST_MESSAGE = 20_000;

export function sarifReport(report: Report): string {
  const all = problemsOf(report).filter(({ check }) => check.verdict !== 'error');
  const problems = all.slice(0, MOST_RESULTS);
  const rules = [...new Set(problems.map(({ check }) => check))];
  const ruleIndex = new Map(rules.map(({ id }, index) => [id, index]));
  const run = {
    tool: { driver: { name: 'touchstone', semanticVersion: report.touchstone, rules: rules.map(ruleOf) } },
    automationDetails: {
      id: `touchstone/${report.command}/${visible(report.codeScanning?.category ?? report.target)}/`,
    },
    columnKind: 'utf16CodeUnits',
    invocations: [invocationOf(report)],
    results: problems.map((problem) => resultOf(problem, ruleIndex, sourceFileOf(report))),
    properties: {
      verdict: report.verdict,
      coverage: report.coverage,
      target: visible(report.target),
      labels: report.labels,
      resultsLeftOut: all.length - problems.length || undefined,
    },
  };
  const log = { $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] };
  return jsonFile(log);
}

function ruleOf(check: CheckResult) {
  const clauses = check.clauses.flatMap((id) => loadRegister().get(id) ?? []);
  const title = visible(check.title);
  const text = clauses.map(clauseText).join('\n\n');
  return {
    id: visible(check.id),
    shortDescription: { text: cut(title, LONGEST_DESCRIPTION) },
    fullDescription: { text: cut(clauses.map((clause) => clause.text).join(' ') || title, LONGEST_DESCRIPTION) },
    help: { text: text === '' ? title : text, markdown: clauses.map(clauseMarkdown).join('\n\n') || markdown(title) },
    properties: { tags: [check.kind, check.capability, check.level].map(visible) },
  };
}

function clauseText({ id, level, text, looks, fix }: Clause) {
  return `${id} (${level}): ${text}\nA failure: ${looks}\nHow to fix it: ${fix}`;
}

function clauseMarkdown({ id, level, text, looks, fix }: Clause) {
  const advice = `- A failure: ${markdown(looks)}\n- How to fix it: ${markdown(fix)}`;
  return `**${id}** (${level}): ${markdown(text)}\n\n${advice}`;
}

function resultOf({ check, finding, gravity, text }: Problem, ruleIndex: ReadonlyMap<string, number>, uri: string) {
  const fingerprint = finding?.id ?? check.id;
  const lines = finding === undefined ? [] : evidenceOf(finding);
  return {
    ruleId: visible(check.id),
    ruleIndex: ruleIndex.get(check.id),
    level: gravity,
    message: { text: cut([text, ...lines].map(messageText).join('\n'), LONGEST_MESSAGE) },
    locations: [{ physicalLocation: { artifactLocation: { uri }, region: { startLine: 1 } } }],
    // GitHub follows an alert by this name alone.
    partialFingerprints: { primaryLocationLineHash: fingerprint },
    ...(finding?.isNew !== undefined && { baselineState: finding.isNew ? 'new' : 'unchanged' }),
    ...(outcomeOf(check) === 'expected' &&
      gravity === 'error' && {
        suppressions: [{ kind: 'external', justification: 'an entry of the expectations file' }],
      }),
  };
}

/** Text of a target cannot become a link: SARIF reads `[text](address)` as one. */
function messageText(text: string) {
  return visible(text).replaceAll('](', ']\\(');
}

function invocationOf({ checks, complete, stale }: Report) {
  const errors = checks.filter((check) => outcomeOf(check) === 'errored');
  const note = (text: string) => ({ level: 'error', message: { text: messageText(text) } });
  return {
    executionSuccessful: complete && errors.length === 0,
    toolExecutionNotifications: errors.map((check) => note(`${check.id}: ${reasonOf(check)}`)),
    toolConfigurationNotifications: stale.map((entry) => note(`stale expectation: ${entry}`)),
  };
}

const SEVERITIES: Readonly<Record<Gravity, string>> = { error: 'critical', warning: 'minor', note: 'info' };

export function gitlabReport(report: Report): string {
  const path = sourceFileOf(report);
  const found = problemsOf(report).map(({ check, finding, gravity, text }) => {
    const isExpected = outcomeOf(check) === 'expected';
    return {
      check: check.id,
      description: isExpected ? `expected: ${text}` : text,
      fingerprint: finding?.id ?? check.id,
      severity: isExpected ? 'info' : SEVERITIES[gravity],
    };
  });
  const stale = report.stale.map((entry) => ({
    check: 'expectations',
    description: `stale: ${entry}`,
    fingerprint: `stale ${entry}`,
    severity: 'critical',
  }));
  const issues = [...found, ...stale].map(({ check, description, fingerprint, severity }) => ({
    description: visible(description),
    check_name: visible(check),
    fingerprint: visible(fingerprint),
    severity,
    location: { path, lines: { begin: 1 } },
  }));
  return jsonFile(issues);
}
