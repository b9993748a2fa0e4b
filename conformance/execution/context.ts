/** conformance/execution/context: runs one check: its seeded chance, its sender, and judgements that become evidence */
import seedrandom from 'seedrandom';
import type { RecordedExchange as Recorded } from '../../scenarios/recording/recorded-exchange.ts';
import { ScenarioError } from '../../scenarios/running/play.ts';
import { get, type Request } from '../../wire/message.ts';
import { matchRoute } from '../../wire/route-match.ts';
import {
  type Bindings,
  type Check,
  type CheckContext,
  type Deviation,
  type Exchange,
  type JudgedId,
  NotTestable,
  provokesThrottling,
  type Trial,
  type Wallet,
} from '../check.ts';
import { unreadableWords } from '../checks/assertions.ts';
import type { RunClock } from '../client/clock.ts';
import { isReading, SendStopped } from '../client/exchange.ts';
import type { Patience } from '../client/patience.ts';
import type { RunClient } from '../client/run-client.ts';
import {
  addFact,
  addFinding,
  createEvidence,
  type Evidence,
  faultsOf,
  mergeEvidence,
  noteRequest,
} from '../evidence/evidence.ts';
import { cut } from '../evidence/excerpt.ts';
import { createJudge } from '../judgement.ts';
import { type BrokenReads, createBrokenReads } from '../shape/broken-fields.ts';
import { addTrouble } from '../shape/checks.ts';
import type { Intent, ResponseJudge } from '../shape/responses.ts';
import type { BookGuard } from './book-guard.ts';
import { createTrail, type Sighting, type Trail } from './trail.ts';
import { createViewPoll, type ViewWait } from './view-poll.ts';

/** The parts of a run that all checks share. */
export type Surroundings = Readonly<{
  client: RunClient;
  clock: RunClock;
  patience: Patience;
  answers: ResponseJudge;
  bookGuard: BookGuard;
  wallets: readonly Wallet[];
  seed: string;
  runId: string | undefined;
  /** True for a clause that the profile of the run replaces: it is not judged. */
  isReplaced: (clause: string) => boolean;
  /** True for a clause whose findings are notes. */
  isNoted: (clause: string) => boolean;
  suiteVersion: string;
  onSighting: ((sighting: Sighting) => void) | undefined;
  /** Called when a check waits on real time for views that may be late. */
  onWait?: ((wait: ViewWait & { readonly check: string }) => void) | undefined;
  /** The reads of discovery; undefined unless sightings are wanted. */
  discovered: readonly Recorded[] | undefined;
}>;

export type Ending =
  | { readonly kind: 'done' }
  | { readonly kind: 'not-testable'; readonly reason: string; readonly remedy: string }
  /** `unserved`: its route does not exist, which is known only when all checks have ended (`verdict/unserved`). */
  | { readonly kind: 'blocked' | 'unserved' | 'not-run' | 'not-applicable' | 'error'; readonly reason: string };

/** The outcome of one check. `requests` counts those that it sent, without retries. */
export type CheckRun = { readonly ending: Ending; readonly evidence: Evidence; readonly requests: number };

type Sender = Intent &
  Readonly<{
    evidence: Evidence;
    isPatient: boolean;
    trail: Trail | undefined;
    /** The check that sends; undefined for discovery. */
    check?: string;
    /** Notices the broken fields that the check reads. */
    reads?: BrokenReads | undefined;
  }>;

/** A function that sends a request: its response is judged into the evidence, trouble ends the caller. */
export function createSender(
  { client, answers }: Surroundings,
  { evidence, isPatient, trail, check, reads, ...intent }: Sender,
): (request: Request, as?: Wallet) => Promise<Exchange> {
  return async (request, as) => {
    const route = matchRoute(request);
    if (route !== undefined) evidence.requested.add(route.id);
    const noteSent = noteRequest(evidence, request, !isReading(request, route));
    const answered = await client.send(request, { route, as, isPatient, check, breaks: intent.breaks });
    if (answered.kind === 'exchange') noteSent(answered.exchange.request, answered.exchange);
    else noteSent(answered.request);
    if (answered.kind === 'exchange') {
      const { exchange } = answered;
      if (route !== undefined && answered.flaky !== undefined)
        addFact(evidence, `flaky.${route.id}`, `status ${answered.flaky} once`);
      const broken = route === undefined ? [] : answers.judge(route, exchange, evidence, intent);
      const watched = route && reads ? reads.watch(exchange, route.id, broken) : exchange;
      trail?.note(watched);
      return watched;
    }
    addTrouble(evidence, route, answered);
    throw new SendStopped(
      answered.trouble === 'aborted' ? 'not-run' : 'blocked',
      `${answered.trouble}: ${answered.detail}`,
      answered.trouble,
    );
  };
}

/** A request that shows whether the target still responds. */
export const STILL_THERE = get('/simplified-markets');

/** Runs one check to its end; an exception becomes an ending. */
export async function runCheck(check: Check, bindings: Bindings, surroundings: Surroundings): Promise<CheckRun> {
  const parts = partsOf(check, surroundings);
  const { seed, runId = '', suiteVersion } = surroundings;
  const random = seedrandom([seed, check.id, suiteVersion, ...(runId === '' ? [] : [runId])].join('\n'));
  const context = createContext(check, bindings, surroundings, parts, random);
  const ending = restedOnBroken(await endingOf(() => check.run(context)), check, parts.evidence, parts.reads);
  return { ending, evidence: parts.evidence, requests: surroundings.client.requestsOf(check.id) };
}

/** The parts of a context that belong to one run of a check, or to one trial in it. */
type Parts = Pick<Sender, 'evidence' | 'trail' | 'reads'>;

function partsOf(check: Check, { clock, onSighting, discovered }: Surroundings): Parts {
  const trail = createTrail({
    clock,
    // A scenario is a file already.
    onSighting: check.kind === 'scenario' ? undefined : onSighting,
    discovered,
    source: check.id,
    onlyCounts: provokesThrottling(check),
  });
  // A scenario and a comparison of deployments judge whole responses.
  const isOfForm = check.isOfForm === true || check.kind === 'scenario' || check.kind === 'differential';
  return { evidence: createEvidence(trail?.witness), trail, reads: isOfForm ? undefined : createBrokenReads() };
}

async function attempt(
  work: () => Promise<void>,
  sightings: readonly (() => void)[],
  [from, into]: readonly [Evidence, Evidence],
  isNoted: Surroundings['isNoted'],
): Promise<Trial> {
  const keep: Trial['keep'] = (counterexample) => {
    for (const sighting of sightings) sighting();
    mergeEvidence(into, from, counterexample);
  };
  try {
    await work();
  } catch (error) {
    keep();
    throw error;
  }
  return {
    faults: faultsOf(from)
      .filter(({ clause }) => !isNoted(clause))
      .map(({ text }) => text),
    keep,
  };
}

/** A check all of whose judgements rested on broken fields judged nothing. */
function restedOnBroken(ending: Ending, { id }: Check, evidence: Evidence, reads: BrokenReads | undefined): Ending {
  const broken = reads?.first();
  const hasJudged = evidence.verified.size > 0 || evidence.findings.has(id);
  if (ending.kind !== 'done' || broken === undefined || hasJudged) return ending;
  return { kind: 'not-testable', ...unreadableWords(broken.field, broken.route) };
}

/** A scenario on a target whose clock it moves must not wait, because waiting would move the clock, too. */
function isPatient(check: Check, { control }: RunClock) {
  return check.kind === 'scenario' ? control === undefined : !provokesThrottling(check);
}

function createContext(
  check: Check,
  bindings: Bindings,
  surroundings: Surroundings,
  { evidence, trail, reads }: Parts,
  random: () => number,
): CheckContext {
  const { client, clock, patience, wallets } = surroundings;
  const sendOne = createSender(surroundings, {
    evidence,
    trail,
    reads,
    check: check.id,
    isPatient: isPatient(check, clock),
    breaks: check.capability === 'faults',
    resets: check.kind === 'scenario',
  });
  const pause = (milliseconds: number) => {
    trail?.notePause(milliseconds);
    return client.wait(milliseconds);
  };
  const onWait = (wait: ViewWait): void => surroundings.onWait?.({ check: check.id, ...wait });
  const viewPoll = createViewPoll(clock, patience, pause, onWait, client.waitReally);
  const guardBooks = check.safety === 'write-reversible' || check.safety === 'write-irreversible';
  const send: CheckContext['send'] = async (request, as) => {
    const route = matchRoute(request);
    if (route !== undefined) viewPoll.note(route.id, request, as?.address);
    const exchange = await sendOne(request, as);
    viewPoll.answered(exchange);
    if (guardBooks && route?.id === 'books')
      await surroundings.bookGuard(exchange, { evidence, again: sendOne, pause });
    return exchange;
  };
  const record = (clause: JudgedId, holds: boolean, exchange: Exchange, deviation: Deviation) => {
    if (surroundings.isReplaced(clause) || reads?.explain(exchange, deviation)) return;
    evidence.verified.add(clause);
    if (!holds) addFinding(evidence, check.id, clause, exchange, deviation);
    reads?.forget();
  };
  return {
    ...createJudge(record),
    bindings,
    wallets,
    control: trail === undefined ? clock.control : trail.control,
    random: () => random(),
    send,
    sendOversized: (request, as) => sendOversized(send, request, as),
    attempt(work) {
      const sightings: (() => void)[] = [];
      const { onSighting } = surroundings;
      const onTrialSighting = onSighting && ((sighting: Sighting) => void sightings.push(() => onSighting(sighting)));
      const parts = partsOf(check, { ...surroundings, onSighting: onTrialSighting });
      const trial = createContext(check, bindings, surroundings, parts, random);
      return attempt(() => work(trial), sightings, [parts.evidence, evidence], surroundings.isNoted);
    },
    verified(clause) {
      if (!surroundings.isReplaced(clause) && reads?.isPending() !== true) evidence.verified.add(clause);
    },
    fact: (subject, value) => addFact(evidence, subject, value),
    notTestable(reason, remedy) {
      throw new NotTestable(reason, remedy);
    },
    pause,
    eventually: viewPoll.eventually,
    settled: viewPoll.settled,
    settledInVain: viewPoll.settledInVain,
    serviceSeconds: () => clock.serviceSeconds(),
  };
}

/** Sends a request that may be refused by a closed connection: a second one shows if the target still serves. */
async function sendOversized(send: CheckContext['send'], request: Request, as: Wallet | undefined): Promise<Exchange> {
  try {
    return await send(request, as);
  } catch (error) {
    if (!(error instanceof SendStopped) || error.trouble !== 'unreachable') throw error;
    await send(STILL_THERE);
    return { request, status: 0, headers: {}, text: error.message, json: undefined };
  }
}

/** Maximum length of a reason, because it may contain texts of the target. */
const REASON_LENGTH = 1_000;

async function endingOf(work: () => Promise<void>): Promise<Ending> {
  try {
    await work();
    return { kind: 'done' };
  } catch (error) {
    if (error instanceof NotTestable) {
      return {
        kind: 'not-testable',
        reason: cut(error.message, REASON_LENGTH),
        remedy: cut(error.remedy, REASON_LENGTH),
      };
    }
    if (error instanceof SendStopped) return { kind: error.why, reason: cut(error.message, REASON_LENGTH) };
    if (error instanceof ScenarioError) return { kind: 'error', reason: error.message };
    if (error instanceof RangeError && /call stack/.test(error.message)) {
      return { kind: 'blocked', reason: 'a response is too long or too deeply nested to be parsed' };
    }
    return { kind: 'error', reason: cut(placeOf(error), REASON_LENGTH) };
  }
}

/** The message of an exception and where it was thrown, without paths of this machine. */
export function placeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // A loader of tests may put a query after the name of a file.
  const [, file, line] = /(?<![\w.-])([\w.-]+\.[tj]s)(?:\?[^:\s]*)?:(\d+):\d+\)?$/m.exec(error.stack ?? '') ?? [];
  return file === undefined ? error.message : `${error.message} (${file}:${line})`;
}
