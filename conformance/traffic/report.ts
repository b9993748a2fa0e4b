/** conformance/traffic/report: judgements of recorded exchanges under their checks, and the report of them. */
import type { Check, CheckContext, Deviation, Exchange, Judge, JudgedId } from '../check.ts';
import { addFinding, createEvidence, type Evidence } from '../evidence/evidence.ts';
import { capabilitiesOf } from '../execution/capabilities.ts';
import type { CheckRun } from '../execution/context.ts';
import { selectChecks } from '../execution/execute.ts';
import type { Expectation } from '../input/expectations.ts';
import { createJudge } from '../judgement.ts';
import type { Report } from '../report.ts';
import type { RunOptions } from '../run-options.ts';
import { type Material, reportOf } from '../verdict/conclude.ts';

export type TrafficReportOptions = Pick<
  RunOptions,
  'checks' | 'register' | 'version' | 'profile' | 'only' | 'skip' | 'strict' | 'expectations' | 'today'
> & {
  /** The target in the report. */
  readonly label: string;
};

type JudgedTraffic = Pick<Material, 'runs' | 'seenInResponses'> &
  Readonly<{
    evidence: Evidence;
    /** Passive checks whose route has answered. */
    shown: ReadonlySet<string>;
    exchanges: number;
    /** Requests without a whole response, by the reason. */
    lost: ReadonlyMap<string, number>;
  }>;

/** A deployment in use claims all that clients can ask of it, and traffic does not provoke its limits and faults. */
const CAPABILITIES = capabilitiesOf({
  hasControl: false,
  hasCredentials: true,
  mayWrite: true,
  isWalletBlocked: false,
  isTradingBlocked: false,
  isThorough: false,
  file: undefined,
});
/** A run that sends nothing has no preflight, no stop and no orders, and gives up no route. */
const PREFLIGHT = { unfit: undefined, isWalletBlocked: false, isTradingBlocked: false, requests: 0 };
const NOTHING_SENT = {
  stop: { why: () => undefined, sentence: () => '' },
  silent: new Map(),
  excessive: new Map(),
  leftovers: [],
};

const NOT_SHOWN = 'recorded traffic only: nothing in it shows this';

/** The report, secrets still in it. `gone`: why the target counts as gone. */
export function reportOfTraffic(
  options: TrafficReportOptions,
  { evidence, shown, exchanges, lost, runs, seenInResponses }: JudgedTraffic,
  remarks: readonly string[],
  gone: string | undefined,
): Report {
  const { checks, only = [], skip = [] } = options;
  return reportOf(
    {
      ...options,
      isFiltered: only.length + skip.length > 0,
      shard: undefined,
      expectations: expectedIn(evidence, options),
      target: { label: options.label },
    },
    {
      ...NOTHING_SENT,
      runs: runsOf(checks, selectChecks(checks, only, skip), shown, runs),
      discovery: evidence,
      discoveryRequests: exchanges + [...lost.values()].reduce((sum, count) => sum + count, 0),
      capabilities: CAPABILITIES,
      flight: { ...PREFLIGHT, remarks: [...remarks, ...lostLines(lost)] },
      gone,
      seenInResponses,
    },
  );
}

/** A remark for each reason; `lost`: the number of requests without a whole response, by reason. */
function lostLines(lost: ReadonlyMap<string, number>): readonly string[] {
  return [...lost].map(
    ([why, count]) => `${count} ${count === 1 ? 'request' : 'requests'} without a whole response (${why})`,
  );
}

/** A run for each check. `shown`: passive checks of routes that responded. `ran`: others that judged something. */
function runsOf(
  checks: readonly Check[],
  selected: ReadonlySet<string>,
  shown: ReadonlySet<string>,
  ran: ReadonlyMap<string, CheckRun>,
): ReadonlyMap<string, CheckRun> {
  const notRun = (reason: string): CheckRun => ({
    ending: { kind: 'not-run', reason },
    evidence: createEvidence(),
    requests: 0,
  });
  const done: CheckRun = { ending: { kind: 'done' }, evidence: createEvidence(), requests: 0 };
  return new Map(
    checks.map(({ id }) => {
      if (!selected.has(id)) return [id, notRun('left out by --only or --skip')];
      return [id, ran.get(id) ?? (shown.has(id) ? done : notRun(NOT_SHOWN))];
    }),
  );
}

/** Expectations that the traffic shows, or that name no check. A failure without traffic may still be there. */
function expectedIn(
  { findings }: Evidence,
  { expectations = [], checks }: Pick<RunOptions, 'expectations' | 'checks'>,
): readonly Expectation[] {
  return expectations.filter(({ check, clause }) => {
    const found = findings.get(check);
    return clause === undefined || found === undefined
      ? found !== undefined || checks.every(({ id }) => id !== check)
      : found.has(clause);
  });
}

/** Clauses about a whole list, of which a recorded response may be a part. */
const ABOUT_WHOLE_LISTS: ReadonlySet<JudgedId> = new Set<JudgedId>(['2.3/type.TRADE', '2.16/type.TAKER']);

export type Judgements = {
  /** Judges under this check. */
  under(check: Check): Judge & Pick<CheckContext, 'verified'>;
  /** Judges each clause under a check that cites it, one of the route if there is one. */
  about(route: string): Judge;
  check(id: string): Check | undefined;
  /** The check threw an error of Touchstone. */
  failed(check: Check, reason: string): void;
  /** The runs of checks that judged something. */
  runs(): ReadonlyMap<string, CheckRun>;
};

/** `checks` are the selected ones; findings go to `evidence`. */
export function createJudgements(checks: readonly Check[], evidence: Evidence): Judgements {
  const byId = new Map(checks.map((check) => [check.id, check]));
  const byClause = new Map<string, Check>();
  for (const check of checks.filter(isReading)) {
    for (const clause of check.clauses) {
      for (const key of [clause, `${check.route} ${clause}`]) if (!byClause.has(key)) byClause.set(key, check);
    }
  }
  const runs = new Map<string, CheckRun>();
  const verify = (check: Check, clause: JudgedId) => {
    const run = runs.get(check.id) ?? { ending: { kind: 'done' }, evidence: createEvidence(), requests: 0 };
    runs.set(check.id, run);
    run.evidence.verified.add(clause);
  };
  const judge = (
    check: Check | undefined,
    clause: JudgedId,
    holds: boolean,
    exchange: Exchange,
    deviation: Deviation,
  ) => {
    if (check === undefined || !check.clauses.some((own) => own === clause) || ABOUT_WHOLE_LISTS.has(clause))
      return holds;
    verify(check, clause);
    if (!holds) addFinding(evidence, check.id, clause, exchange, deviation);
    return holds;
  };
  return {
    under: (check) => ({
      ...createJudge((clause, ...rest) => judge(check, clause, ...rest)),
      verified: (clause) => verify(check, clause),
    }),
    about: (route) =>
      createJudge((clause, ...rest) =>
        judge(byClause.get(`${route} ${clause}`) ?? byClause.get(clause), clause, ...rest),
      ),
    check: (id) => byId.get(id),
    failed: ({ id }, reason) =>
      void runs.set(id, { ending: { kind: 'error', reason }, evidence: createEvidence(), requests: 0 }),
    runs: () => runs,
  };
}

/** True for a check whose statement does not depend on a fault, on throttling or on orders of its own. */
function isReading({ capability, safety, kind }: Check) {
  return (
    (capability === 'read' || capability === 'wallet' || capability === 'trading') &&
    safety !== 'session' &&
    kind !== 'scenario'
  );
}
