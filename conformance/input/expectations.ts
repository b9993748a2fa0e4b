/** conformance/input/expectations: known failures with a reason, which do not fail the run until their day. */
import { z } from 'zod';
import type { CheckResult } from '../report.ts';
import { firstDefect, readInput } from './input-file.ts';

export const Expectation = z.strictObject({
  check: z.string().min(1),
  /** Without it, every failure of the check is expected. */
  clause: z.string().min(1).optional(),
  reason: z.string().min(1, 'say why this failure is accepted'),
  /** The check fails on some days: then it is expected, and on others the entry is not stale. */
  flaky: z.boolean().optional(),
  /** The last day on which the entry counts, `2026-12-31`. */
  expires: z.iso.date('a date such as 2026-12-31').optional(),
});
export type Expectation = z.infer<typeof Expectation>;

export const Expectations = z.array(Expectation);

/** Reads an expectations file; an empty file is valid. Throws `InputError`. */
export function readExpectations(file: string): readonly Expectation[] {
  return readInput(file, 'expectations file', Expectations.nullable()) ?? [];
}

/** Throws if the entries of a program are invalid, or if one expires and `today` is not a date. */
export function assertExpectations(entries: readonly Expectation[], today: string | undefined): void {
  const parsed = Expectations.safeParse(entries);
  if (!parsed.success) {
    throw new Error(`expectations: ${firstDefect(Expectations, entries, parsed.error.issues).message}`);
  }
  const dated = entries.find(({ expires }) => expires !== undefined);
  if (dated === undefined || z.iso.date().safeParse(today).success) return;
  throw new Error(
    `expectation ${nameOf(dated)} expires on ${dated.expires}: give \`today\`, the day of the run, such as 2026-12-31`,
  );
}

export type Expected = {
  readonly checks: CheckResult[];
  /** Texts of entries that no longer fail, match no check, or are past their day. */
  readonly stale: readonly string[];
  /** Texts of the other entries past their day. */
  readonly expired: readonly string[];
};

/** Marks the expected failures. `today` is a date such as `2026-12-31`. */
export function applyExpectations(
  checks: readonly CheckResult[],
  entries: readonly Expectation[],
  today: string,
): Expected {
  const isExpired = ({ expires }: Expectation) => expires !== undefined && expires < today;
  const current = entries.filter((entry) => !isExpired(entry));
  const marked = checks.map((check) => {
    if (check.verdict !== 'fail') return check;
    const failures = check.findings.filter(({ severity }) => severity === 'fail');
    const isForeseen = failures.every(({ clause }) =>
      current.some((entry) => entry.check === check.id && (entry.clause ?? clause) === clause),
    );
    return isForeseen ? { ...check, expected: true } : check;
  });
  const staleBy = new Map<Expectation, string>();
  for (const entry of entries) {
    const why = staleness(
      entry,
      checks.find(({ id }) => id === entry.check),
    );
    if (why !== undefined) staleBy.set(entry, why);
  }
  return {
    checks: marked,
    stale: [...staleBy.values()],
    expired: entries
      .filter((entry) => isExpired(entry) && !staleBy.has(entry))
      .map((entry) => `${nameOf(entry)}: expired on ${entry.expires}, remove or renew the entry`),
  };
}

/** The reason why an entry is stale. An entry whose check could not run is neither confirmed nor stale. */
function staleness(entry: Expectation, check: CheckResult | undefined): string | undefined {
  if (check === undefined) return `${nameOf(entry)}: no check has this id (the whole id, not a pattern)`;
  if (['not-run', 'blocked', 'not-testable', 'not-applicable', 'error'].includes(check.verdict)) return undefined;
  if (entry.clause !== undefined && !check.clauses.includes(entry.clause)) {
    return `${nameOf(entry)}: this check cites no such clause`;
  }
  const stillFails = check.findings.some(
    ({ clause, severity }) => severity === 'fail' && (entry.clause === undefined || entry.clause === clause),
  );
  return stillFails || entry.flaky === true ? undefined : `${nameOf(entry)}: no longer fails, remove the entry`;
}

function nameOf({ check, clause }: Expectation) {
  return clause === undefined ? check : `${check} ${clause}`;
}
