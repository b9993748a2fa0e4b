/** conformance/execution/execute: runs the selected checks of a suite; records why each other one did not run. */
import { matchRoute } from '../../wire/route-match.ts';
import { type Bindings, type Check, provokesThrottling } from '../check.ts';
import { SendStopped } from '../client/exchange.ts';
import { createQueue, inParallel } from '../client/in-parallel.ts';
import { addFact, createEvidence, type Evidence } from '../evidence/evidence.ts';
import { unboundRole } from '../roles.ts';
import type { Capabilities } from './capabilities.ts';
import { type CheckRun, type Ending, runCheck, STILL_THERE, type Surroundings } from './context.ts';
import type { Deviated, Progress } from './progress.ts';
import { matcherOf, planOf, sectionOf } from './schedule.ts';

export type Execution = {
  readonly bindings: Bindings;
  readonly surroundings: Surroundings;
  readonly capabilities: Capabilities;
  /** Why signed requests cannot be judged. */
  readonly whyBlocked?: string | undefined;
  /** Why discovery did not reach its end. */
  readonly whyCut?: string | undefined;
  readonly maxRequests: number | undefined;
  /** How often a check that an error of a gateway ended is run again. */
  readonly retries: number;
  onProgress(progress: Progress): void;
};

/** Ids of the checks that `only` names (all if it is empty) and `skip` does not. */
export function selectChecks(
  checks: readonly Check[],
  only: readonly string[],
  skip: readonly string[],
): ReadonlySet<string> {
  const isNamed = (patterns: readonly string[]): ((check: Check) => boolean) => {
    const matches = matcherOf(patterns);
    return ({ id, clauses }) => matches(id) || clauses.some((clause) => patterns.includes(clause));
  };
  const [isChosen, isSkipped] = [isNamed(only), isNamed(skip)];
  const chosen = checks.filter((check) => (only.length === 0 || isChosen(check)) && !isSkipped(check));
  return new Set(chosen.map(({ id }) => id));
}

/** After this time all requests have left their windows. */
const LONGEST_WINDOW_MS = 600_001;
const SHORT_WINDOW_MS = 10_001;

/** Runs the selected checks. The result has an entry for every check of the suite. */
export async function executeChecks(
  checks: readonly Check[],
  selected: ReadonlySet<string>,
  execution: Execution,
): Promise<ReadonlyMap<string, CheckRun>> {
  const runs = new Map<string, CheckRun>();
  const ready = checks.filter((check) => {
    const ending = selected.has(check.id) ? whyIdle(check, execution) : leftOut;
    if (ending !== undefined) runs.set(check.id, { ending, evidence: createEvidence(), requests: 0 });
    return ending === undefined;
  });
  const plan = planOf(ready);
  const affordable = withinBudget(
    plan.flatMap(({ checks }) => checks),
    execution,
  );
  let done = 0;
  const perform = async (check: Check) => {
    execution.onProgress({ kind: 'start', id: check.id, section: sectionOf(check), total: ready.length });
    const start = performance.now();
    const run = affordable.has(check.id) ? await guarded(check, execution) : unaffordable(execution);
    runs.set(check.id, run);
    done += 1;
    const throttledMs = execution.surroundings.client.throttledMs(check.id);
    const findings = run.evidence.findings.get(check.id)?.size ?? 0;
    execution.onProgress({
      kind: 'check',
      id: check.id,
      ending: run.ending.kind,
      findings,
      deviated: deviatedIn(run.evidence),
      done,
      total: ready.length,
      milliseconds: performance.now() - start - throttledMs,
      throttledMs,
    });
  };
  const oneAtATime = createQueue();
  const begin = (check: Check) =>
    execution.surroundings.client.isHeavy() ? oneAtATime(() => perform(check)) : perform(check);
  for (const { checks, isSideBySide } of plan) {
    // A long check that begins last would end its section alone.
    const ordered = isSideBySide ? checks.toSorted((left, right) => costOf(right) - costOf(left)) : checks;
    await inParallel(ordered, isSideBySide ? execution.surroundings.client.lanes : () => 1, begin);
  }
  return runs;
}

function deviatedIn({ findings }: Evidence): readonly Deviated[] {
  return [...findings].flatMap(([check, byClause]) =>
    [...byClause].flatMap(
      ([
        clause,
        {
          first: [sighting],
        },
      ]) => (sighting === undefined ? [] : [{ check, clause, expected: sighting.expected, actual: sighting.actual }]),
    ),
  );
}

const NOT_ALLOWLISTED = 'this address is not on the allowlist of the deployment';
const SEE_REMARKS = 'see the remarks of the report';

const leftOut: Ending = { kind: 'not-run', reason: 'left out by --only or --skip' };

function whyIdle(
  check: Check,
  { capabilities, whyBlocked, whyCut, bindings, surroundings }: Execution,
): Ending | undefined {
  for (const capability of [check.capability, ...(check.alsoNeeds ?? [])]) {
    const state = capabilities[capability];
    if (state === 'not-claimed') return { kind: 'not-applicable', reason: `the target does not claim ${capability}` };
    if (state === 'blocked')
      return {
        kind: 'blocked',
        reason: `${capability} is blocked: ${capability === 'wallet' ? NOT_ALLOWLISTED : (whyBlocked ?? SEE_REMARKS)}`,
      };
  }
  const unbound = unboundRole(check.needs, bindings, surroundings.wallets);
  if (unbound === undefined) return undefined;
  if (whyCut !== undefined) return { kind: 'not-run', reason: `discovery did not reach its end: ${whyCut}` };
  return { kind: 'not-testable', reason: `discovery found no binding: ${unbound.what}`, remedy: unbound.remedy };
}

/** Checks whose stated cost fits the rest of `--max-requests`, in the order of the plan: the same for any `--jobs`. */
function withinBudget(checks: readonly Check[], { maxRequests, surroundings }: Execution): ReadonlySet<string> {
  let left = maxRequests === undefined ? Number.POSITIVE_INFINITY : maxRequests - surroundings.client.transmitted();
  const affordable = new Set<string>();
  for (const check of checks) {
    if (costOf(check) > left) continue;
    left -= costOf(check);
    affordable.add(check.id);
  }
  return affordable;
}

function costOf({ cost }: Check) {
  return Object.values(cost).reduce((sum, count) => sum + count, 0);
}

function unaffordable({ maxRequests }: Execution): CheckRun {
  const reason = `its requests do not fit the budget of ${maxRequests}: raise --max-requests`;
  return { ending: { kind: 'not-run', reason }, evidence: createEvidence(), requests: 0 };
}

/** Runs one check. Before and after it the target is reset: switches off, windows empty, room for its requests. */
async function guarded(check: Check, { bindings, surroundings, retries }: Execution): Promise<CheckRun> {
  const { clock, client } = surroundings;
  const isLimits = provokesThrottling(check);
  const emptyWindows = () =>
    client.wait(clock.control === undefined && check.capability === 'limits' ? SHORT_WINDOW_MS : LONGEST_WINDOW_MS);
  const { runId } = surroundings;
  let turn = 0;
  // Other salts than those of orders that were placed.
  const once = async (): Promise<CheckRun> => {
    turn += 1;
    // A gateway that loses every nth request must not lose the same one again.
    if (turn > 1)
      await whyStopped(
        async () =>
          void (await client.send(STILL_THERE, { route: matchRoute(STILL_THERE), as: undefined, isPatient: false })),
      );
    return await runCheck(check, bindings, {
      ...surroundings,
      runId: turn === 1 ? runId : `${runId ?? ''} turn ${turn}`,
    });
  };
  const prepared = async (): Promise<CheckRun> => {
    const prevented = await whyStopped(async () => {
      if (isLimits) await emptyWindows();
      else if (check.safety !== 'read') await client.reserve(check.cost, check.id);
    });
    if (prevented !== undefined) return { ending: prevented, evidence: createEvidence(), requests: 0 };
    return await runAgain(once, retries);
  };
  const first = await prepared();
  const run = runId === undefined ? first : await confirmed(first, check, prepared);
  // If the reset fails here, the next check repeats it and is blocked.
  await whyStopped(async () => {
    if (isLimits) await emptyWindows();
    if (check.capability === 'faults' || check.capability === 'allowlist') await clock.control?.faults('none');
  });
  return run;
}

async function runAgain(run: () => Promise<CheckRun>, retries: number): Promise<CheckRun> {
  let latest = await run();
  for (let turn = 0; turn < retries && isOfGateway(latest.ending); turn += 1) latest = await run();
  return latest;
}

/** Other users of a sandbox disturb checks: findings count if a second run repeats them; remarks name the others. */
async function confirmed(first: CheckRun, check: Check, again: () => Promise<CheckRun>): Promise<CheckRun> {
  const { id } = check;
  const found = first.evidence.findings.get(id);
  if (found === undefined && (check.safety === 'read' || first.ending.kind !== 'not-testable')) return first;
  const second = await again();
  if (second.ending.kind !== 'done') return first;
  if (found === undefined) return await confirmed(second, check, again);
  const repeated = second.evidence.findings.get(id);
  for (const clause of [...found.keys()]) {
    if (repeated?.has(clause) === true) continue;
    found.delete(clause);
    addFact(first.evidence, `${FAILED_ONCE}${id}`, clause);
  }
  if (found.size === 0) first.evidence.findings.delete(id);
  return { ...first, ending: found.size === 0 ? second.ending : first.ending, requests: second.requests };
}

/** The fact of a finding that a second run of its check did not repeat: the rest is the id of the check. */
export const FAILED_ONCE = 'failed-once.';

const isOfGateway = (ending: Ending) => ending.kind === 'blocked' && ending.reason.startsWith('gateway: ');

async function whyStopped(work: () => Promise<void>): Promise<Ending | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof SendStopped) return { kind: error.why, reason: error.message };
    throw error;
  }
}
