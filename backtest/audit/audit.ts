/**
 * backtest/audit/audit: repeats a run on altered data and compares decisions. It finds knowledge of the future that
 * comes through the engine or the recording. It cannot find a strategy that reads another file, or whose parameters
 * were fitted to the same data.
 */
import { invariant } from '../../base/result.ts';
import type { ReplaySource } from '../replay/source.ts';
import type { AuditBadge } from '../report-schema.ts';
import type { BacktestResult, Decision } from '../result.ts';
import { type BacktestOptions, backtest, ended } from '../run/backtest.ts';
import { outcomeMoments } from '../run/resolutions.ts';
import type { Strategy } from '../strategy.ts';
import { cutAt, scrambledAfter, withOtherOutcomesFrom } from './altered-recording.ts';
import { scriptOf } from './script.ts';

export type AuditOptions = Omit<BacktestOptions, 'strategy'> & {
  /** Makes a new strategy for each run. */
  readonly make: (source: ReplaySource) => Strategy;
  readonly run?: (options: BacktestOptions) => BacktestResult;
};

type Audit = AuditBadge['audits'][number];
type Finding = Pick<Audit, 'verdict' | 'detail'>;

/**
 * How much later the feed is in the audit of its delay, microseconds. Messages that repeat with the period of one delay
 * arrive at the moments of other messages, so an honest decision can look unchanged. No period above a microsecond
 * divides both delays.
 */
const DELAYS = [1_000_333, 1_271_829] as const;

/** Runs with other outcomes. With more moments of resolution, these are spread over them. */
const SEALS_MAX = 8;

/** Audits a complete run, which kept its decisions. Yields the title of each audit before it, returns the badge. */
export function* audit(options: AuditOptions, base: BacktestResult): Generator<string, AuditBadge> {
  invariant(base.orders.length === 0 || base.decisions.length > 0, 'an audited run keeps its decisions');
  const audits: Audit[] = [];
  for (const { id, title, judge } of AUDITS) {
    yield title;
    audits.push({ id, title, ...(base.end.kind === 'complete' ? judge(options, base) : NOT_COMPLETE) });
  }
  return { passed: audits.every(({ verdict }) => verdict !== 'fail'), audits };
}

const NOT_COMPLETE: Finding = { verdict: 'not-applicable', detail: 'the run did not complete' };

type Judge = (options: AuditOptions, base: BacktestResult) => Finding;

const AUDITS: readonly { readonly id: string; readonly title: string; readonly judge: Judge }[] = [
  {
    id: 'future-cut',
    title: 'Without the future, decisions are the same',
    judge: (options, base) => comparedAtMoments(options, base, [0, 1 / 3, 2 / 3], cutAt),
  },
  {
    id: 'future-scrambled',
    title: 'With another future, decisions are the same',
    judge: (options, base) => comparedAtMoments(options, base, [0, 1 / 2], scrambledAfter),
  },
  {
    id: 'outcomes-sealed',
    title: 'With the other outcome of every market, decisions before its resolution are the same',
    judge: judgeOutcomes,
  },
  { id: 'feed-delayed', title: 'With a feed that is a second later, decisions are later', judge: judgeDelay },
  { id: 'idle', title: 'Doing nothing earns nothing', judge: judgeIdle },
  { id: 'own-fills', title: 'The same orders get the same fills', judge: judgeOwnFills },
];

function rerun({ make, run = toEnd, ...options }: AuditOptions, changes: Partial<BacktestOptions>): BacktestResult {
  const { onCallback: _, ...quiet } = options;
  const recording = changes.recording ?? options.recording;
  return run({ ...quiet, keepsDecisions: true, recording, strategy: make(recording), ...changes });
}

function toEnd(options: BacktestOptions) {
  return ended(backtest(options));
}

function comparedUntil(
  options: AuditOptions,
  base: BacktestResult,
  moment: number,
  alter: (source: ReplaySource, moment: number) => ReplaySource,
): Finding {
  const until = ({ decisions }: BacktestResult) => decisions.filter(({ at }) => at <= moment);
  const before = until(base);
  const after = until(rerun(options, { recording: alter(options.recording, moment) }));
  const place = firstDifference(before, after);
  if (place < 0) {
    return { verdict: 'pass', detail: `${before.length} decisions until ${new Date(moment / 1_000).toISOString()}` };
  }
  const [was, is] = [before[place], after[place]].map((one) => JSON.stringify(one) ?? 'none');
  return { verdict: 'fail', detail: `decision ${place + 1} was ${was} and became ${is}` };
}

function firstDifference(one: readonly Decision[], other: readonly Decision[]): number {
  const longer = one.length > other.length ? one : other;
  return longer.findIndex((_, place) => JSON.stringify(one[place]) !== JSON.stringify(other[place]));
}

/** Compares at moments until which shares of all decisions were made. A share of 0 is the first decision. */
function comparedAtMoments(
  options: AuditOptions,
  base: BacktestResult,
  shares: readonly number[],
  alter: (source: ReplaySource, moment: number) => ReplaySource,
): Finding {
  const findings = shares.map((share) => comparedUntil(options, base, momentAt(base, share), alter));
  const failed = findings.find(({ verdict }) => verdict === 'fail');
  return failed ?? { verdict: 'pass', detail: findings.map(({ detail }) => detail).join('; ') };
}

/** The moment until which a share of all decisions was made; a share of the time without decisions. */
function momentAt({ decisions, data }: BacktestResult, share: number): number {
  const decision = decisions[Math.floor(decisions.length * share)];
  return decision?.at ?? Math.floor(data.first + (data.last - data.first) * share);
}

/** Exchanges the outcomes of all markets that are not resolved at a moment, such that every market has its turn. */
function judgeOutcomes(options: AuditOptions, base: BacktestResult): Finding {
  const { recording } = options;
  const { last } = recording.coverage;
  // An outcome that is known after the data is sealed in the whole run.
  const moments = [...outcomeMoments(recording).values()].map((at) => Math.min(at, last + 1));
  const turns = [...new Set(moments)].sort((one, other) => one - other);
  if (turns.length === 0) return { verdict: 'not-applicable', detail: 'the catalog has no outcome' };
  const step = (turns.length - 1) / Math.max(1, Math.min(turns.length, SEALS_MAX) - 1);
  const judged = turns.filter((_, turn) => turn === 0 || Math.floor(turn / step) > Math.floor((turn - 1) / step));
  // At the moment of the resolution itself the strategy may know.
  const findings = judged.map((moment) =>
    comparedUntil(options, base, moment - 1, (source) => withOtherOutcomesFrom(source, moment)),
  );
  const failed = findings.find(({ verdict }) => verdict === 'fail');
  const count = `${judged.length} of ${turns.length} moments`;
  const detail = `${moments.length} outcomes exchanged, those of ${count} until then`;
  return failed ?? { verdict: 'pass', detail };
}

/**
 * A decision that answers a message of the feed cannot be made at the same moment when the message comes later. It
 * counts as unchanged when it is the same with both delays; the second one runs only when the first one looks wrong.
 */
function judgeDelay(options: AuditOptions, base: BacktestResult): Finding {
  const before = answersOf(base);
  if (before.length === 0) return { verdict: 'not-applicable', detail: 'no decision answers a message of the feed' };
  const [first, second] = DELAYS;
  const other = delayedBy(options, first);
  let same = unchanged(before, other);
  if (same.length * 2 > before.length) same = unchanged(same, delayedBy(options, second));
  const [was, is] = [base, other]
    .map(({ equity }) => equity.at(-1))
    .map((last) => ((last?.cash ?? 0) + (last?.holdings ?? 0)) / 1e6);
  const equity = `equity ${was?.toFixed(2)} became ${is?.toFixed(2)}`;
  const detail = `${same.length} of ${before.length} decisions unchanged; ${equity}`;
  return { verdict: same.length * 2 > before.length ? 'fail' : 'pass', detail };
}

function delayedBy(options: AuditOptions, delay: number): BacktestResult {
  const { latency } = options.assumptions;
  const feed = (latency.feed === 'recorded' ? 0 : latency.feed) + delay;
  return rerun(options, { assumptions: { ...options.assumptions, latency: { ...latency, feed } } });
}

const answersOf = ({ decisions }: BacktestResult): readonly string[] =>
  decisions.filter(({ during }) => during === 'onBook' || during === 'onTrade').map((one) => JSON.stringify(one));

function unchanged(before: readonly string[], other: BacktestResult): readonly string[] {
  const after = new Set(answersOf(other));
  return before.filter((one) => after.has(one));
}

function judgeIdle(options: AuditOptions): Finding {
  const { fills, equity, deposit } = rerun(options, { strategy: {} });
  const changed = equity.filter(({ cash, holdings }) => cash !== deposit || holdings !== 0).length;
  return {
    verdict: fills.length + changed === 0 ? 'pass' : 'fail',
    detail: `${fills.length} fills, ${changed} changes of the equity`,
  };
}

function judgeOwnFills(options: AuditOptions, base: BacktestResult): Finding {
  const linesOf = ({ fills }: BacktestResult) =>
    fills.map(({ order, at, price, size }) => [order, at, price, size].join());
  const before = linesOf(base);
  const after = linesOf(rerun(options, { strategy: scriptOf(base.decisions) }));
  const missing = before.filter((fill, place) => after[place] !== fill).length;
  const isSame = missing === 0 && before.length === after.length;
  return { verdict: isSame ? 'pass' : 'fail', detail: `${missing} of ${before.length} fills differ` };
}
