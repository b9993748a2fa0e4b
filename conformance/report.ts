/** conformance/report: verdicts and the report as schemas; virtual time gives equal bytes, as no field has a clock. */
import { z } from 'zod';
import { ClauseLevel } from '../spec/clauses/clause.ts';
import { ROUTES } from '../spec/routes.ts';
import type { Counterexample } from './counterexample.ts';

export const CheckVerdict = z.enum([
  'pass',
  'fail',
  'warn',
  'note',
  'not-testable',
  'not-applicable',
  'blocked',
  'not-run',
  'error',
]);
export type CheckVerdict = z.infer<typeof CheckVerdict>;

export const RunVerdict = z.enum(['conformant', 'conformant-with-notes', 'partial', 'non-conformant', 'inconclusive']);
export type RunVerdict = z.infer<typeof RunVerdict>;

/** Verdict of a report. The last three are not of `check`; `incomplete`: cut short, or tested nothing. */
const ReportVerdict = z.enum([...RunVerdict.options, 'passed', 'failed', 'incomplete']);

/** Version of the format of reports. A reader refuses a newer one. */
export const REPORT_FORMAT = 1;

/** Characters of a scenario that a report has as text. */
export const SCENARIO_TEXT_MAX = 10_000;

/** The shortest requests to a finding, as a scenario of `check --save-scenarios`; or why it has no scenario. */
const SavedScenario = z.union([
  z.strictObject({
    /** The name of the file in the folder. It needs no quotes in a shell. */
    file: z.string().regex(/^[\w.-]{1,200}$/, 'expected the name of a file'),
    /** Absent if it is longer than that. */
    text: z.string().max(SCENARIO_TEXT_MAX).optional(),
  }),
  z.strictObject({ reason: z.string() }),
]);
export type SavedScenario = z.infer<typeof SavedScenario>;

const Drawn: z.ZodType<Counterexample> = z.strictObject({
  seed: z.int(),
  path: z.string(),
  runs: z.int(),
  shrinks: z.int(),
  repeated: z.int(),
  repetitions: z.int(),
  repeatedInTurn: z.int().optional(),
  sizes: z.tuple([z.int(), z.int()]),
});

/** One deviation. `request`, `response` and `curl` name the target `$TARGET` and hold no secret. */
export const Finding = z.strictObject({
  /** Equal for the same deviation in every run: follows from check, clause, request and the shape of the pointer. */
  id: z.string(),
  clause: z.string(),
  level: ClauseLevel,
  severity: z.enum(['fail', 'warn', 'note']),
  pointer: z.string(),
  expected: z.string(),
  actual: z.string(),
  /** The innermost object of the response at `pointer`, cut; the differing member stands between `>>>` and `<<<`. */
  object: z.string().optional(),
  request: z.string(),
  response: z.string(),
  curl: z.string(),
  /** `expected` is a pattern for `actual`, the value at `pointer`. Absent without a pattern, or if it is too long. */
  difference: z.strictObject({ pointer: z.string(), expected: z.json(), actual: z.json().optional() }).optional(),
  /** Writes of the check before this request with their responses, oldest first; absent if there are none. */
  before: z.array(z.string()).optional(),
  /** The drawn case of a property; absent in findings of other checks. */
  counterexample: Drawn.optional(),
  /** Absent if it was not searched for: `--save-scenarios` does so for one failure of each check and clause. */
  scenario: SavedScenario.optional(),
  /** False for a finding that the baseline has as well; absent without a baseline. */
  isNew: z.boolean().optional(),
  /** Further findings of the same clause that are not shown; absent if there are none. */
  more: z.int().optional(),
});
export type Finding = z.infer<typeof Finding>;

export const CheckResult = z.strictObject({
  id: z.string(),
  title: z.string(),
  clauses: z.array(z.string()),
  route: z.string().optional(),
  kind: z.string(),
  level: ClauseLevel,
  capability: z.string(),
  verdict: CheckVerdict,
  /** An expectation names this failure. */
  expected: z.boolean().optional(),
  reason: z.string().optional(),
  remedy: z.string().optional(),
  requests: z.int(),
  findings: z.array(Finding),
});
export type CheckResult = z.infer<typeof CheckResult>;

/** Failures, or warnings, that one change of the service repairs. */
export const Cause = z.strictObject({
  /** The same for the same cause in every run. */
  id: z.string(),
  title: z.string(),
  /** Absent if it shows on several routes. */
  route: z.string().optional(),
  level: ClauseLevel,
  severity: z.enum(['fail', 'warn']),
  /** The broken clauses, and the checks that found them or could not judge. */
  clauses: z.array(z.string()),
  checks: z.array(z.string()),
  /** How many findings it has, those included that the report does not show. */
  findings: z.int(),
  /** The demanded clauses that failed or were not verified because of it. */
  gain: z.int(),
});
export type Cause = z.infer<typeof Cause>;

/** A finding before its severity is known. */
const Sighting = Finding.omit({ clause: true, level: true, severity: true, scenario: true, isNew: true, more: true });

/** The findings of one clause by one check: `first` in full, each with its shape, and the number of others. */
const ShardFindings = z.strictObject({
  check: z.string(),
  clause: z.string(),
  first: z.array(Sighting),
  shapes: z.array(z.string()),
  more: z.int(),
});

const RouteName = z.enum(ROUTES.map(({ id }) => id));

/** The evidence of one source: a check, or discovery. */
const ShardEvidence = z.strictObject({
  verified: z.array(z.string()),
  facts: z.record(z.string(), z.array(z.string())),
  asked: z.array(RouteName),
  findings: z.array(ShardFindings),
});
export type ShardEvidence = z.infer<typeof ShardEvidence>;

const ShardEnding = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('done') }),
  z.strictObject({ kind: z.literal('not-testable'), reason: z.string(), remedy: z.string() }),
  z.strictObject({
    kind: z.enum(['blocked', 'unserved', 'not-run', 'not-applicable', 'error']),
    reason: z.string(),
  }),
]);

/** A shard of a run with its evidence: `touchstone merge` computes the report of the whole run from them. */
export const ShardRecord = z.strictObject({
  index: z.int().min(1),
  count: z.int().min(1),
  /** Checks were left out by --only or --skip. */
  filtered: z.boolean(),
  strict: z.boolean(),
  preflight: z.strictObject({
    unfit: z.string().optional(),
    isWalletBlocked: z.boolean(),
    isTradingBlocked: z.boolean(),
    remarks: z.array(z.string()),
    requests: z.int(),
  }),
  discovery: ShardEvidence.extend({ requests: z.int() }),
  /** The checks of the shard. */
  runs: z.array(ShardEvidence.extend({ id: z.string(), requests: z.int(), ending: ShardEnding })),
  /** Clauses that responses showed. */
  seen: z.array(z.string()),
  /** Routes that were given up, with the reason. */
  silent: z.partialRecord(RouteName, z.string()),
  excessive: z.partialRecord(RouteName, z.string()),
  leftovers: z.array(z.string()),
  gone: z.string().optional(),
  stop: z.strictObject({ why: z.enum(['interrupted', 'max-time']), sentence: z.string() }).optional(),
});
export type ShardRecord = z.infer<typeof ShardRecord>;

/** Commands with reports. `check` judges clauses; others have a row for each scenario, mutant, quirk, seed or audit. */
const ReportCommand = z.enum(['check', 'run', 'mutants', 'quirks', 'soak', 'backtest']);

export const Report = z.strictObject({
  format: z.literal(REPORT_FORMAT),
  command: ReportCommand,
  touchstone: z.string(),
  target: z.string(),
  profile: z.string().optional(),
  seed: z.string(),
  /** Part of the salts of the run's orders; absent if they follow from the seed alone. */
  runId: z.string().optional(),
  /** Labels that the user gives the run, such as commit and branch. */
  labels: z.record(z.string(), z.string()).optional(),
  /** For code scanning: the category of the alerts, and their file in the user's repository. */
  codeScanning: z.strictObject({ category: z.string().optional(), source: z.string().optional() }).optional(),
  capabilities: z.record(z.string(), z.enum(['claimed', 'not-claimed', 'blocked'])),
  verdict: ReportVerdict,
  /** False if the run was interrupted, lost its target or ran out of time. */
  complete: z.boolean(),
  /** The reason why it is not complete. */
  stopped: z.enum(['interrupted', 'unreachable', 'max-time']).optional(),
  /** Some checks were left out on request; such a run is partial at best. */
  filtered: z.boolean(),
  /** Present in the report of `check --shard`. */
  shard: ShardRecord.optional(),
  coverage: z.strictObject({ verified: z.int(), must: z.int() }),
  result: z.strictObject({ passed: z.int(), verified: z.int() }),
  counts: z.record(CheckVerdict, z.int()),
  /** Requests of preflight, discovery and checks, without retries. */
  requests: z.int(),
  /** MUST clauses of claimed capabilities for which no value occurred. */
  unverified: z.array(z.string()),
  /** Valid choices of this deployment in gaps of the interface. */
  fingerprint: z.record(z.string(), z.string()),
  /** Causes to fix, in the order of work. Absent from reports of other commands than `check`. */
  causes: z.array(Cause).optional(),
  /** Expectations that no longer fail, or match no check. */
  stale: z.array(z.string()),
  /** Plain statements about the run as a whole: a proxy that drops headers, an address that is not allowlisted. */
  remarks: z.array(z.string()),
  checks: z.array(CheckResult),
});
export type Report = z.infer<typeof Report>;
