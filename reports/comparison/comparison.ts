/** reports/comparison/comparison: the schema of the JSON of `touchstone compare`: what changed between two reports. */
import { z } from 'zod';
import { Cause, CheckVerdict, Finding, Report } from '../../conformance/report.ts';
import { RunFacts } from '../run-facts.ts';

export const COMPARISON_FORMAT = 1;

/** One of the two reports, without its checks. `name` is that of its file. */
const ComparedRun = RunFacts.extend({ name: z.string(), checks: z.int() });
export type ComparedRun = z.infer<typeof ComparedRun>;

/** The part of a finding that makes it a changed one if it differs. */
const Observation = Finding.pick({ severity: true, pointer: true, expected: true, actual: true, difference: true });
export type Observation = z.infer<typeof Observation>;

const ComparedFinding = Observation.extend({
  ...Finding.pick({ id: true, clause: true, level: true, request: true }).shape,
  check: z.string(),
  title: z.string(),
  /** An expectation of the newer run names the failure of this check. */
  expectedFailure: z.literal(true).optional(),
  regression: z.boolean(),
});
export type ComparedFinding = z.infer<typeof ComparedFinding>;

const ChangedFinding = ComparedFinding.extend({ old: Observation });
export type ChangedFinding = z.infer<typeof ChangedFinding>;

/** A check that judged in one of the two runs. */
const CheckChange = z.strictObject({
  check: z.string(),
  title: z.string(),
  old: CheckVerdict,
  new: CheckVerdict,
  /** Why the check judged nothing in the run in which it did not. */
  reason: z.string().optional(),
  regression: z.boolean(),
});
export type CheckChange = z.infer<typeof CheckChange>;

/** A check that only one of the two suites has. */
const LoneCheck = z.strictObject({ check: z.string(), verdict: CheckVerdict });
export type LoneCheck = z.infer<typeof LoneCheck>;

/** A cause as both reports have it. */
const ComparedCause = Cause.pick({ id: true, title: true, route: true, severity: true, gain: true });
export type ComparedCause = z.infer<typeof ComparedCause>;

export const Comparison = z.strictObject({
  format: z.literal(COMPARISON_FORMAT),
  command: Report.shape.command,
  old: ComparedRun,
  new: ComparedRun,
  /** Settings of the two runs that differ, as text. */
  settings: z.array(z.strictObject({ name: z.string(), old: z.string(), new: z.string() })),
  /** The checks of both suites are compared; those of one alone are listed with their verdicts. */
  suites: z.strictObject({ common: z.int(), onlyOld: z.array(LoneCheck), onlyNew: z.array(LoneCheck) }),
  /** New failures, and passing checks that no longer run. */
  regressions: z.int(),
  findings: z.strictObject({
    new: z.array(ComparedFinding),
    /** Absent from the newer report, although the check ran and judged. */
    fixed: z.array(ComparedFinding),
    /** The same id, but another severity, expected or actual value. */
    changed: z.array(ChangedFinding),
    still: z.array(ComparedFinding),
  }),
  /** By id: those that only the newer report has, those that only the older one has, and those of both. */
  causes: z.strictObject({
    new: z.array(ComparedCause),
    solved: z.array(ComparedCause),
    still: z.array(ComparedCause),
  }),
  checks: z.strictObject({ noLongerRun: z.array(CheckChange), newlyRun: z.array(CheckChange) }),
});
export type Comparison = z.infer<typeof Comparison>;
