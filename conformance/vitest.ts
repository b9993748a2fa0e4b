/** conformance/vitest: scenarios and checks as tests of vitest; a check that cannot judge is skipped, never passed. */
import '../wire/supported-node.ts';
import fs from 'node:fs';
import { beforeAll, describe, it } from 'vitest';
import { atPointer } from '../base/json-pointer.ts';
import { findScenarios } from '../scenarios/reading/find-scenarios.ts';
import type { Case } from '../scenarios/reading/read-scenario.ts';
import { isPattern, useRoot } from '../scenarios/reading/use-root.ts';
import { failureText } from '../scenarios/running/failure-text.ts';
import type { ScenarioResult } from '../scenarios/running/result.ts';
import { runScenario } from '../scenarios/running/run-scenario.ts';
import type { Stage } from '../scenarios/stage.ts';
import { deploymentStage } from '../scenarios/stages/deployment.ts';
import { inProcessStage } from '../scenarios/stages/in-process.ts';
import { Credentials } from '../wire/credentials.ts';
import type { Target } from '../wire/message.ts';
import { isEnough, shortfallText } from './coverage-floor.ts';
import { selectChecks } from './execution/execute.ts';
import { judge } from './judge.ts';
import type { JudgeOptions } from './judge-options.ts';
import { THOROUGH } from './properties/checks.ts';
import type { CheckResult, Finding, Report } from './report.ts';
import { unmatchedPattern } from './selection.ts';
import { allChecks, explorationChecks, withForm } from './suite.ts';

/** Why a check could not judge the target; undefined if it could. */
function whyIdle({ verdict, expected, reason, remedy }: CheckResult): string | undefined {
  switch (verdict) {
    case 'not-testable':
    case 'not-applicable':
    case 'blocked':
    case 'not-run':
      return [`${verdict}: ${reason ?? 'no reason given'}`, ...(remedy === undefined ? [] : [remedy])].join('; ');
    case 'fail':
    case 'warn':
      return expected === true ? 'fails as expected' : undefined;
    case 'pass':
    case 'note':
    case 'error':
      return undefined;
  }
}

/** Clause, place, expected and actual value, and the request as a curl line. */
function findingText({ clause, pointer, expected, actual, curl, response }: Finding) {
  return `${clause}${atPointer(pointer)}\n  expected ${expected}\n       got ${actual}\n  ${curl}\n  ${response}`;
}

type ScenarioSuiteOptions = Readonly<{
  /** Wallets and markets of a sandbox; without them nothing is written to a target. */
  credentials?: Credentials;
  /** Seed of all random values; default 1. */
  seed?: number;
  tags?: readonly string[];
  /** Maximum time of one scenario in milliseconds; default 60,000. */
  timeout?: number;
}>;

type ConformanceSuiteOptions = Omit<JudgeOptions, 'target'> & {
  /** Percentage of demanded clauses to verify, as `--min-coverage`. Default: all, or any with `only` or `skip`. */
  readonly minCoverage?: number;
  /** Maximum time of the whole suite in milliseconds; default 600,000. */
  readonly timeout?: number;
};

type PropertySuiteOptions = Omit<ConformanceSuiteOptions, 'checks' | 'minCoverage' | 'seed'> & {
  /** Cases of each property; default 20. */
  readonly runs?: number;
  /** Seed of all that the properties draw: a whole number, default 1. */
  readonly seed?: number;
};

const RUNS = 20;
const SCENARIO_MS = 60_000;
const SUITE_MS = 600_000;

/** The annotation type in vitest for a finding that fails no test. */
const ANNOTATION = { warn: 'warning', note: 'notice' } as const;

/**
 * Registers one test for each case of the scenarios of `paths`: files, folders or glob patterns. They are played in
 * process without a `target`. A file with problems is a test that fails, and so are tags that select nothing. Throws
 * without any scenario.
 */
export function scenarioSuite(
  paths: string | readonly string[],
  target?: Target,
  { credentials, seed = 1, tags = [], timeout = SCENARIO_MS }: ScenarioSuiteOptions = {},
): void {
  const { scenarios, problems } = findScenarios([paths].flat().flatMap(expanded), {
    root: useRoot([paths].flat(), process.cwd()),
  });
  if (scenarios.length + problems.length === 0) throw new Error(`no scenario is in ${[paths].flat().join(', ')}`);
  const chosen = scenarios.filter(
    ({ scenario }) => tags.length === 0 || scenario.tags.some((tag) => tags.includes(tag)),
  );
  const stage = target === undefined ? inProcessStage() : stageOver(target, credentials);
  for (const problem of problems) {
    it(`${problem.file}:${problem.line} is read`, () => {
      throw failureOf(
        `${problem.file}:${problem.line}:${problem.column}: ${problem.message}\n${problem.frame}`.trimEnd(),
      );
    });
  }
  if (chosen.length === 0 && problems.length === 0) {
    it(`scenarios are chosen by the tags ${tags.join(', ')}`, () => {
      const known = [...new Set(scenarios.flatMap(({ scenario }) => scenario.tags))].sort();
      throw failureOf(`no scenario has one of these tags; tags there are: ${known.join(', ') || 'none'}`);
    });
  }
  for (const loaded of chosen) {
    const name = `${loaded.file}: ${loaded.name}`;
    const register = (title: string, one: Case) =>
      it(title, { timeout }, async (context) => {
        const result = await runScenario(loaded, one, stage, { seed });
        if (result.verdict === 'not-testable') context.skip(result.missing.join('; '));
        assertPassed(result);
      });
    const [only, second] = loaded.cases;
    if (only !== undefined && only.name === undefined && second === undefined) register(name, only);
    else {
      describe(name, () => {
        for (const [index, one] of loaded.cases.entries()) register(one.name ?? `case ${index + 1}`, one);
      });
    }
  }
}

/**
 * Registers one test for each check selected by `only` and `skip`, and one for whether `target` could be judged. Throws
 * if one of these names no check. The expiry of expectations uses the day of the run if `today` is missing.
 */
export function conformanceSuite(
  target: Target,
  { timeout = SUITE_MS, minCoverage, ...options }: ConformanceSuiteOptions = {},
): void {
  const { checks = allChecks(), only = [], skip = [] } = options;
  const unmatched = unmatchedPattern(checks, [...only, ...skip]);
  if (unmatched !== undefined) throw new Error(unmatched);
  if (minCoverage !== undefined && !(minCoverage >= 0 && minCoverage <= 100)) {
    throw new Error(`minCoverage is a number from 0 to 100, not ${minCoverage}`);
  }
  const selected = selectChecks(checks, only, skip);
  describe(`conformance of ${target.label}`, () => {
    let report: Report;
    beforeAll(async () => {
      const today = options.today ?? new Date().toISOString().slice(0, 10);
      report = await judge({ ...options, target, today });
    }, timeout);
    it('could be judged', async (context) => {
      for (const remark of report.remarks) await context.annotate(remark);
      assertJudged(report, minCoverage);
    });
    for (const { id, title } of checks.filter((check) => selected.has(check.id))) {
      it(`${id}: ${title}`, async (context) => {
        const result = report.checks.find((one) => one.id === id);
        const idle = result === undefined ? 'it did not run' : whyIdle(result);
        if (idle !== undefined) context.skip(idle);
        if (result === undefined) return;
        for (const finding of result.findings) {
          if (finding.severity !== 'fail') await context.annotate(findingText(finding), ANNOTATION[finding.severity]);
        }
        assertHolds(result);
      });
    }
  });
}

/**
 * Registers one test for each property selected by `only` and `skip` (`property.lists.*`), and one for whether `target`
 * could be judged. A counterexample is shrunk; its message states the seed and the path that `touchstone explore`
 * repeats it with. Throws for `runs` below 1.
 */
export function propertySuite(
  target: Target,
  { runs = RUNS, seed = 1, only = [], ...options }: PropertySuiteOptions = {},
): void {
  if (!(Number.isSafeInteger(runs) && runs >= 1)) throw new Error(`runs is a whole number, 1 or more, not ${runs}`);
  if (!Number.isSafeInteger(seed)) throw new Error(`seed is a whole number, not ${seed}`);
  const checks = explorationChecks({ ...THOROUGH, runs, seed });
  conformanceSuite(target, { ...options, checks, only: withForm(only) });
}

function expanded(path: string): readonly string[] {
  return isPattern(path) ? fs.globSync(path).sort() : [path];
}

function stageOver(target: Target, given: Credentials | undefined): Stage {
  const credentials = given === undefined ? undefined : Credentials.safeParse(given);
  if (credentials?.success === false) {
    throw new Error('credentials are the object in a credentials file, as JSON.parse gives it: see docs/vitest.md');
  }
  const { wallets = [], markets = [] } = credentials?.data ?? {};
  return deploymentStage({
    target,
    wallets,
    markets,
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  });
}

function assertPassed(result: ScenarioResult) {
  if (result.verdict !== 'pass') throw failureOf(failureText(result));
}

/** Throws if the run verified too little. A caller who selects a few checks knows that the others did not run. */
function assertJudged(report: Report, minCoverage: number | undefined) {
  if (!report.complete || report.coverage.verified === 0) throw failureOf(report.remarks.join('\n') || report.verdict);
  if (report.stale.length > 0) throw failureOf(`stale expectations: ${report.stale.join(', ')}`);
  if (report.filtered && minCoverage === undefined) return;
  if (!isEnough(report, minCoverage)) throw failureOf(shortfallText(report, minCoverage));
}

function assertHolds({ verdict, reason, findings }: CheckResult) {
  if (verdict === 'error') throw failureOf(`the check itself failed: ${reason ?? 'no reason given'}`);
  if (verdict !== 'fail') return;
  const failing = findings.filter(({ severity }) => severity === 'fail');
  throw failureOf(failing.map(findingText).join('\n\n'));
}

/** An error about the target, without the stack of this file. */
function failureOf(message: string): Error {
  const error = new Error(message);
  error.stack = `${error.name}: ${message}`;
  return error;
}
