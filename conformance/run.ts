/**
 * conformance/run: judges one target: preflight, discovery, every check, report. The report depends on target, suite, seed and
 * options alone: neither the number of jobs nor the clock leaves a trace in it.
 */
import type { Register } from '../spec/clauses/register.ts';
import type { Credentials } from '../wire/credentials.ts';
import type { Target } from '../wire/target.ts';
import { type Coverage, countVerdicts, coverageOf, fingerprintOf, resultOf, type Whole } from './assemble.ts';
import { createBudget } from './budget.ts';
import { type Capabilities, capabilitiesOf } from './capabilities.ts';
import type { Check } from './check.ts';
import { createRunClock } from './clock.ts';
import { type CheckRun, createSender, type Surroundings } from './context.ts';
import { discover } from './discovery/discover.ts';
import { createReader } from './discovery/reader.ts';
import { createEvidence, type Evidence, mergeEvidence } from './evidence.ts';
import { executeChecks, selectChecks } from './execute.ts';
import { applyExpectations, type Expectation } from './expectations.ts';
import { type Preflight, preflight } from './preflight.ts';
import type { Progress } from './progress.ts';
import { createRedactor } from './redact.ts';
import type { Report } from './report.ts';
import { createSession, type Session } from './session.ts';
import { createAnswerJudge } from './shape/answers.ts';
import { SUITE_VERSION } from './suite.ts';
import type { TargetFile } from './target-file.ts';
import { type Rules, runVerdict } from './verdict.ts';

export type RunOptions = {
  readonly target: Target;
  readonly checks: readonly Check[];
  readonly register: Register;
  /** Version of Touchstone, for the report. */
  readonly version?: string;
  readonly seed?: string;
  /** The target claims this profile: its decisions are judged too. */
  readonly profile?: string | undefined;
  readonly credentials?: Credentials | undefined;
  /** Nothing is written without this, whatever the credentials say. */
  readonly allowWrites?: boolean;
  readonly targetFile?: TargetFile | undefined;
  /** Patterns of check ids (`*` for any text) or clause ids; empty: all. */
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  /** Reads that run side by side. */
  readonly jobs?: number;
  /** Part of each request window that may be used; the target file has the last word. */
  readonly share?: number;
  readonly maxRps?: number | undefined;
  readonly maxRequests?: number | undefined;
  /** Warnings count as failures. */
  readonly strict?: boolean;
  readonly expectations?: readonly Expectation[];
  /** The day on which expectations are held to their expiry, `2026-12-31`; without it none expires. */
  readonly today?: string;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
};

/** Judges `options.target` and never throws because of it. The report names no secret of the credentials. */
export async function runChecks(options: RunOptions): Promise<Report> {
  const { target, register, credentials, targetFile, signal } = options;
  const wallets = credentials?.wallets ?? [];
  const clock = createRunClock(target.control, signal);
  const budget = createBudget({
    share: targetFile?.limits?.share ?? options.share ?? 1,
    maxRps: options.maxRps ?? targetFile?.limits?.maxRps,
  });
  const redactor = createRedactor(wallets);
  const session = createSession({ target, clock, budget, redactor, maxRequests: options.maxRequests, signal });
  const answers = createAnswerJudge(register);
  const surroundings: Surroundings = {
    session,
    clock,
    answers,
    register,
    wallets,
    seed: options.seed ?? '1',
    suiteVersion: SUITE_VERSION,
  };
  const onProgress = options.onProgress ?? (() => undefined);

  onProgress({ kind: 'phase', phase: 'preflight' });
  const flight = await preflight(session, wallets);
  const capabilities = capabilitiesOf({
    hasControl: target.control !== undefined,
    hasCredentials: wallets.length > 0,
    mayWrite: options.allowWrites === true,
    ...flight,
    file: targetFile?.capabilities,
  });
  const judged = await judge(options, surroundings, capabilities, flight, onProgress);
  const seenInAnswers = new Set(answers.seen());
  return redactor.deep(reportOf(options, { capabilities, flight, session, seenInAnswers, ...judged }));
}

type Ran = { readonly runs: ReadonlyMap<string, CheckRun>; readonly discovery: Evidence };

async function judge(
  options: RunOptions,
  surroundings: Surroundings,
  capabilities: Capabilities,
  flight: Preflight,
  onProgress: (progress: Progress) => void,
): Promise<Ran> {
  const discovery = createEvidence();
  const selected = selectChecks(options.checks, options.only ?? [], options.skip ?? []);
  if (flight.unfit !== undefined) return { runs: notRun(options.checks, flight.unfit), discovery };
  onProgress({ kind: 'phase', phase: 'discovery' });
  const jobs = options.jobs ?? 8;
  const bindings = await discover(createReader(createSender(surroundings, discovery, true), jobs), {
    named: options.targetFile?.bindings ?? {},
    credentialed: capabilities.trading === 'claimed' ? surroundings.wallets : [],
    writeMarkets: options.credentials?.markets ?? [],
    isWalletOpen: capabilities.wallet === 'claimed',
    isWriting: capabilities.trading === 'claimed',
  });
  onProgress({ kind: 'phase', phase: 'checks' });
  const runs = await executeChecks(options.checks, selected, {
    bindings,
    surroundings,
    capabilities,
    jobs,
    maxRequests: options.maxRequests,
    onProgress,
  });
  return { runs, discovery };
}

function notRun(checks: readonly Check[], reason: string): ReadonlyMap<string, CheckRun> {
  const ending = { kind: 'not-run', reason } as const;
  return new Map(checks.map(({ id }) => [id, { ending, evidence: createEvidence(), requests: 0 }]));
}

type Material = Ran & {
  readonly capabilities: Capabilities;
  readonly flight: Preflight;
  readonly session: Session;
  readonly seenInAnswers: ReadonlySet<string>;
};

function reportOf(options: RunOptions, material: Material): Report {
  const { checks, register, profile } = options;
  const rules: Rules = { profile, isStrict: options.strict === true };
  const whole = mergeAll(checks, material);
  const judged = checks.flatMap((check) => {
    const run = material.runs.get(check.id);
    return run === undefined ? [] : [resultOf(check, run, whole, register, rules)];
  });
  const {
    checks: results,
    stale,
    expired,
  } = applyExpectations(judged, options.expectations ?? [], options.today ?? '');
  const coverage = coverageOf(whole, results, register, rules, material.capabilities);
  const isFiltered = (options.only ?? []).length > 0 || (options.skip ?? []).length > 0;
  const stopped = whyStopped(options, material);
  const gone = material.flight.unfit ?? material.session.gone();
  return {
    touchstone: options.version ?? 'unknown',
    target: options.target.label,
    ...(profile === undefined ? {} : { profile }),
    seed: options.seed ?? '1',
    capabilities: { ...material.capabilities },
    verdict: verdictOf(results, coverage, stopped === undefined, isFiltered),
    complete: stopped === undefined,
    ...(stopped === undefined ? {} : { stopped }),
    filtered: isFiltered,
    ...coverage,
    counts: countVerdicts(results),
    requests: results.reduce((sum, { requests }) => sum + requests, 0),
    fingerprint: fingerprintOf(whole.merged.facts),
    stale: [...stale],
    remarks: [
      ...(gone === undefined ? [] : [gone]),
      ...material.flight.remarks,
      ...expired.map((entry) => `expectation ${entry}`),
    ],
    checks: results,
  };
}

function mergeAll(checks: readonly Check[], { discovery, runs, seenInAnswers }: Material): Whole {
  const merged = createEvidence();
  mergeEvidence(merged, discovery);
  for (const { id } of checks) {
    const run = runs.get(id);
    if (run !== undefined) mergeEvidence(merged, run.evidence);
  }
  return { merged, seenInAnswers };
}

function whyStopped({ signal }: RunOptions, { flight, session }: Material): Report['stopped'] {
  if (signal?.aborted) return 'interrupted';
  return flight.unfit !== undefined || session.gone() !== undefined ? 'unreachable' : undefined;
}

function verdictOf(
  results: Report['checks'],
  { coverage }: Coverage,
  isComplete: boolean,
  isFiltered: boolean,
): Report['verdict'] {
  return runVerdict({ counts: countVerdicts(results), ...coverage, isComplete, isFiltered });
}
