/** conformance/verdict/conclude: the report of a finished run. */
import type { Register } from '../../spec/clauses/register.ts';
import type { RouteId } from '../../spec/route.ts';
import { unrelatedRemarks } from '../against/unrelated.ts';
import type { Check } from '../check.ts';
import type { Stop } from '../client/stop.ts';
import type { Preflight } from '../discovery/preflight.ts';
import { createEvidence, type Evidence, mergeEvidence } from '../evidence/evidence.ts';
import type { Capabilities } from '../execution/capabilities.ts';
import type { CheckRun } from '../execution/context.ts';
import { FAILED_ONCE } from '../execution/execute.ts';
import { applyExpectations } from '../input/expectations.ts';
import { REPORT_FORMAT, type Report, type ShardRecord } from '../report.ts';
import type { RunOptions } from '../run-options.ts';
import {
  type Coverage,
  countVerdicts,
  coverageOf,
  fingerprintOf,
  type JudgedCheck,
  resultOf,
  type Whole,
} from './assemble.ts';
import { causesOf } from './causes.ts';
import { excessRemarks, shownElsewhere, unservedRoutes, withOneExcess, withoutUnserved } from './unserved.ts';
import { type Rules, runVerdict } from './verdict.ts';

/** One line that says how many clauses are not judged, and why; none for a profile of the interface alone. */
function replacedRemarks({ replaced }: Register, profile: string | undefined): readonly string[] {
  if (replaced === undefined || profile === undefined) return [];
  const { ofRoutes, listed } = replaced;
  return [
    `the profile ${profile} replaces ${ofRoutes.length + listed.length} clauses of the interface: ` +
      `${ofRoutes.length} about the form of routes that it serves otherwise, ` +
      `and ${listed.length} that it contradicts; its own are P/...`,
  ];
}

export type Material = Readonly<{
  runs: ReadonlyMap<string, CheckRun>;
  discovery: Evidence;
  discoveryRequests: number;
  capabilities: Capabilities;
  flight: Preflight;
  gone: string | undefined;
  /** Ended the run early, if it did. */
  stop: Pick<Stop, 'why' | 'sentence'>;
  /** Routes that never responded while others did, with the reason. */
  silent: ReadonlyMap<RouteId, string>;
  /** Routes whose responses exceeded a bound repeatedly, with the bound. */
  excessive: ReadonlyMap<RouteId, string>;
  seenInResponses: ReadonlySet<string>;
  /** Orders that could not be cancelled. */
  leftovers: readonly string[];
}>;

/** How much of the suite was judged: all that were not filtered, or one shard of them. */
export type Part = { readonly isFiltered: boolean; readonly shard: ShardRecord | undefined };

export type ReportOptions = Part &
  Pick<RunOptions, 'register' | 'version' | 'seed' | 'runId' | 'profile' | 'strict' | 'expectations' | 'today'> & {
    readonly checks: readonly JudgedCheck[];
    readonly target: Pick<RunOptions['target'], 'label'>;
  };

/** Properties, and the passive checks of all responses. */
const OF_EXPLORATIONS: readonly Check['kind'][] = ['property', 'shape', 'error'];

/** The register; for an exploration, the clauses that its properties judge. */
function demandedOf(checks: readonly JudgedCheck[], register: Register): Register {
  const properties = checks.filter(({ kind }) => kind === 'property');
  if (properties.length === 0 || checks.some(({ kind }) => !OF_EXPLORATIONS.includes(kind))) return register;
  const judged = new Set<string>(properties.flatMap(({ clauses }) => clauses));
  return { ...register, clauses: register.clauses.filter(({ id }) => judged.has(id)) };
}

/** The report of a finished run, secrets still in it. */
export function reportOf(options: ReportOptions, material: Material): Report {
  const { checks, register, profile, isFiltered, shard } = options;
  const rules: Rules = { profile, isStrict: options.strict === true };
  const unserved = unservedRoutes(material);
  const served = withoutUnserved(checks, material.runs, unserved);
  const merged = mergeAll(checks, { ...material, runs: served }, (shown) => shownElsewhere(shown, register, unserved));
  const { runs, whole } = withOneExcess({ runs: served, whole: merged }, material.excessive);
  const judged = checks.flatMap((check) => {
    const run = runs.get(check.id);
    return run === undefined ? [] : [resultOf(check, run, whole, register, rules)];
  });
  const {
    checks: results,
    stale,
    expired,
  } = applyExpectations(judged, options.expectations ?? [], options.today ?? '');
  const coverage = coverageOf(whole, results, demandedOf(checks, register), rules, material.capabilities);
  const leftOut = leftOutBy(material);
  const stopped = whyStopped(material, leftOut);
  const gone = material.flight.unfit ?? material.gone;
  return {
    format: REPORT_FORMAT,
    command: 'check',
    touchstone: options.version ?? 'unknown',
    target: options.target.label,
    ...(profile === undefined ? {} : { profile }),
    seed: options.seed ?? '1',
    ...(options.runId === undefined ? {} : { runId: options.runId }),
    capabilities: { ...material.capabilities },
    verdict: verdictOf(results, coverage, stopped === undefined, isFiltered),
    complete: stopped === undefined,
    ...(stopped === undefined ? {} : { stopped }),
    filtered: isFiltered,
    ...(shard === undefined ? {} : { shard }),
    ...coverage,
    counts: countVerdicts(results),
    requests: results.reduce(
      (sum, { requests }) => sum + requests,
      material.discoveryRequests + material.flight.requests,
    ),
    fingerprint: fingerprintOf(whole.merged.facts),
    causes: causesOf({ checks: results, unverified: coverage.unverified }),
    stale: [...stale],
    remarks: [
      ...(stopped === 'max-time' ? [timeLine(material, leftOut, options.checks)] : gone === undefined ? [] : [gone]),
      ...material.silent.values(),
      ...excessRemarks(material.excessive),
      ...replacedRemarks(register, profile),
      ...material.flight.remarks,
      ...onceRemarks(whole.merged.facts),
      ...unrelatedRemarks(results),
      ...material.leftovers,
      ...expired.map((entry) => `expectation ${entry}`),
    ],
    checks: results,
  };
}

function onceRemarks(facts: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] {
  return [...facts].flatMap(([subject, clauses]) => {
    if (!subject.startsWith(FAILED_ONCE)) return [];
    const check = subject.slice(FAILED_ONCE.length);
    return (
      `${check} failed once (${[...clauses].join(', ')}) and not when it was repeated: ` +
      `others use these wallets, or the fault is intermittent; --only ${check} tries it alone`
    );
  });
}

function mergeAll(
  checks: readonly JudgedCheck[],
  { discovery, runs, seenInResponses }: Material,
  counted: (shown: ReadonlySet<string>) => Set<string>,
): Whole {
  const merged = createEvidence();
  mergeEvidence(merged, discovery);
  for (const { id } of checks) {
    const run = runs.get(id);
    if (run !== undefined) mergeEvidence(merged, run.evidence);
  }
  return { merged: { ...merged, verified: counted(merged.verified) }, seenInResponses: counted(seenInResponses) };
}

function whyStopped({ flight, gone, stop }: Material, leftOut: readonly string[]): Report['stopped'] {
  if (stop.why() === 'interrupted') return 'interrupted';
  if (gone !== undefined) return 'unreachable';
  // A limit that was reached after the last check has cut nothing short.
  if (stop.why() === 'max-time' && leftOut.length > 0) return 'max-time';
  return flight.unfit === undefined ? undefined : 'unreachable';
}

function leftOutBy({ runs, stop }: Material): readonly string[] {
  if (stop.why() === undefined) return [];
  return [...runs].flatMap(([id, { ending }]) =>
    ending.kind === 'not-run' && ending.reason.includes(stop.sentence()) ? [id] : [],
  );
}

function timeLine({ stop }: Material, leftOut: readonly string[], checks: readonly JudgedCheck[]): string {
  const first = checks.find(({ id }) => leftOut.includes(id))?.id ?? '';
  const others = leftOut.length === 1 ? '' : ` and ${leftOut.length - 1} more`;
  return `${stop.sentence()}; ${leftOut.length} of ${checks.length} checks did not run to their end: ${first}${others}`;
}

function verdictOf(
  results: Report['checks'],
  { coverage }: Coverage,
  isComplete: boolean,
  isFiltered: boolean,
): Report['verdict'] {
  return runVerdict({ counts: countVerdicts(results), ...coverage, isComplete, isFiltered });
}
