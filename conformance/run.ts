/** conformance/run: judges one target; neither the number of jobs nor the clock changes the report. */
import { isReplaced } from '../spec/clauses/register.ts';
import type { Request } from '../wire/message.ts';
import { matchRoute } from '../wire/route-match.ts';
import type { Check, Exchange, Wallet } from './check.ts';
import { createBudget } from './client/budget.ts';
import { cleanUp, createSentOrders } from './client/clean-up.ts';
import { type NegRiskTokens, negRiskTokens, walletsOf } from './client/dialect.ts';
import { SendStopped } from './client/exchange.ts';
import { throughGateway } from './client/gateway.ts';
import { createPatience } from './client/patience.ts';
import { RunClient, type RunClientParts } from './client/run-client.ts';
import { createStop, type Stop } from './client/stop.ts';
import { discover } from './discovery/discover.ts';
import { type Preflight, preflight } from './discovery/preflight.ts';
import { createReader } from './discovery/reader.ts';
import { addFact, createEvidence, type Evidence } from './evidence/evidence.ts';
import { createRedactor, secretsOf } from './evidence/redact.ts';
import { createBookGuard } from './execution/book-guard.ts';
import { type Capabilities, capabilitiesOf } from './execution/capabilities.ts';
import { type CheckRun, createSender, type Surroundings } from './execution/context.ts';
import { executeChecks, selectChecks } from './execution/execute.ts';
import type { Progress } from './execution/progress.ts';
import { createTrail } from './execution/trail.ts';
import type { Report } from './report.ts';
import type { RunOptions } from './run-options.ts';
import { ResponseJudge } from './shape/responses.ts';
import { recordOf } from './shard/record.ts';
import { checksOfShard } from './shard/split.ts';
import { SUITE_VERSION } from './suite.ts';
import { type Material, type Part, reportOf } from './verdict/conclude.ts';
import { severityOf } from './verdict/verdict.ts';

/** Maximum real time of the clean-up: a slow target must not delay the report. */
const CLEAN_UP_MS = 30_000;

/** Judges `options.target` and never throws because of it. The report names no secret of the credentials. */
export async function runChecks(options: RunOptions): Promise<Report> {
  const stop = createStop(options.signal, options.maxTimeMs);
  const cleaning = createStop(options.cleanUpSignal);
  try {
    return await runUntil(stop, cleaning, options);
  } finally {
    stop.release();
    cleaning.release();
  }
}

async function runUntil(stop: Stop, cleaning: Stop, options: RunOptions): Promise<Report> {
  const { register, credentials, targetFile, patience: seconds = targetFile?.patience } = options;
  const gateway = throughGateway(options.target, options.retries ?? 0);
  const { target } = gateway;
  const negRisk: NegRiskTokens = new Set();
  const wallets = walletsOf(options.profile, credentials?.wallets ?? [], negRisk);
  const redactor = createRedactor(wallets, [], secretsOf(options.target));
  const sentOrders = createSentOrders();
  const patience = createPatience(seconds === undefined ? undefined : seconds * 1_000);
  // Values of a target may repeat secrets.
  const onProgress = (progress: Progress): void => options.onProgress?.(redactor.deep(progress));
  const client = openClient({ ...options, target }, onProgress, { redactor, sentOrders, stop, cleaning });
  const answers = new ResponseJudge(register);
  const surroundings: Surroundings = {
    client,
    clock: client.clock,
    patience,
    answers,
    bookGuard: createBookGuard(),
    wallets,
    seed: options.seed ?? '1',
    runId: options.runId,
    isReplaced: (id) => isReplaced(register, id),
    isNoted: notedBy(options),
    suiteVersion: SUITE_VERSION,
    onSighting: options.onSighting,
    // A clock that is moved does not wait.
    onWait: client.clock.control === undefined ? (wait) => onProgress({ kind: 'late', ...wait }) : undefined,
    discovered: undefined,
  };
  onProgress({ kind: 'phase', phase: 'preflight' });
  const flight = await flightOf(client, wallets, options);
  const capabilities = capabilitiesOf({
    hasControl: target.control !== undefined,
    hasCredentials: wallets.length > 0,
    mayWrite: options.allowWrites === true,
    isThorough: options.thorough === true,
    ...flight,
    file: targetFile?.capabilities,
  });
  const judged = await judge(options, surroundings, { capabilities, flight, negRisk, onProgress });
  onProgress({ kind: 'phase', phase: 'clean-up' });
  client.beginCleanUp(CLEAN_UP_MS);
  const leftovers = await cleanUp(sentOrders, wallets, {
    send: (request, as) => whileCleaning(() => sendCleaning(client, request, as)),
    wait: async (milliseconds) => void (await whileCleaning(() => client.wait(milliseconds))),
  });
  const material: Material = {
    capabilities,
    flight: { ...flight, remarks: [...flight.remarks, ...gateway.remarks()] },
    gone: client.gone(),
    stop,
    silent: client.silent(),
    excessive: client.excessive(),
    seenInResponses: new Set(answers.seen()),
    leftovers,
    ...judged,
  };
  return redactor.deep(reportOf({ ...options, ...partOf(options, material) }, material));
}

function flightOf(client: RunClient, wallets: readonly Wallet[], { allowWrites, targetFile }: RunOptions) {
  const deniesWallet = targetFile?.capabilities?.wallet === false;
  return preflight(client, { wallets, mayWrite: allowWrites === true, deniesWallet });
}

/** True for clauses whose findings are notes. */
function notedBy({ register, profile }: RunOptions): (id: string) => boolean {
  return (id) => {
    const clause = register.get(id);
    return clause !== undefined && severityOf(clause, { profile, isStrict: false }) === 'note';
  };
}

function openClient(
  options: RunOptions,
  onProgress: (progress: Progress) => void,
  parts: Pick<RunClientParts, 'redactor' | 'sentOrders' | 'stop' | 'cleaning'>,
): RunClient {
  const { target, targetFile, maxRequests, bytesMax, jobs, onExchange } = options;
  const budget = createBudget({
    share: targetFile?.limits?.share ?? options.share ?? 1,
    maxRps: options.maxRps ?? targetFile?.limits?.maxRps,
  });
  const onSent = (requests: number) => onProgress({ kind: 'sent', requests });
  const onThrottled: RunClientParts['onThrottled'] = (milliseconds, check) =>
    onProgress({ kind: 'throttled', milliseconds, ...(check === undefined ? {} : { check }) });
  return new RunClient({ target, budget, maxRequests, bytesMax, jobs, onExchange, onSent, onThrottled, ...parts });
}

/** The part of the suite that the run judged. */
function partOf({ checks, only = [], skip = [], shard, strict = false }: RunOptions, material: Material): Part {
  const filtered = only.length > 0 || skip.length > 0;
  if (shard === undefined) return { isFiltered: filtered, shard: undefined };
  const own = checksOfShard(checks, shard);
  return { isFiltered: true, shard: recordOf(shard, own, { filtered, strict }, material) };
}

async function sendCleaning(client: RunClient, request: Request, as: Wallet): Promise<Exchange | undefined> {
  const answered = await client.send(request, { route: matchRoute(request), as, isPatient: true });
  return answered.kind === 'exchange' ? answered.exchange : undefined;
}

/** `work`, or undefined if no request may be sent any more. Orders that still rest are reported. */
async function whileCleaning<Value>(work: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SendStopped) return undefined;
    throw error;
  }
}

type Ran = {
  readonly runs: ReadonlyMap<string, CheckRun>;
  readonly discovery: Evidence;
  readonly discoveryRequests: number;
};

type Judging = Readonly<{
  capabilities: Capabilities;
  flight: Preflight;
  /** Discovery adds to it. */
  negRisk: NegRiskTokens;
  onProgress: (progress: Progress) => void;
}>;

async function judge(
  options: RunOptions,
  surroundings: Surroundings,
  { capabilities, flight, negRisk, onProgress }: Judging,
): Promise<Ran> {
  const trail = createTrail({ clock: surroundings.clock, onSighting: options.onSighting });
  const discovery = createEvidence(trail?.witness);
  const own = checksOfShard(options.checks, options.shard);
  const selected = selectChecks(own, options.only ?? [], options.skip ?? []);
  if (flight.unfit !== undefined)
    return { runs: notRun(options.checks, flight.unfit), discovery, discoveryRequests: 0 };
  onProgress({ kind: 'phase', phase: 'discovery' });
  const send = createSender(surroundings, { evidence: discovery, isPatient: true, trail });
  const reader = createReader(send, surroundings.client.lanes);
  const bindings = await discover(reader, {
    named: options.targetFile?.bindings ?? {},
    credentialed: capabilities.trading === 'claimed' ? surroundings.wallets : [],
    writeMarkets: options.credentials?.markets ?? [],
    isWalletOpen: capabilities.wallet === 'claimed',
    isWriting: capabilities.trading === 'claimed',
  });
  for (const token of negRiskTokens(bindings)) negRisk.add(token);
  const discoveryRequests = surroundings.client.requestsOf(undefined) - flight.requests;
  onProgress({ kind: 'phase', phase: 'checks' });
  const runs = await executeChecks(options.checks, selected, {
    bindings,
    surroundings: { ...surroundings, discovered: trail?.kept },
    capabilities,
    whyBlocked: flight.whyBlocked,
    whyCut: reader.whyCut(),
    retries: options.retries ?? 0,
    maxRequests: options.maxRequests,
    onProgress,
  });
  for (const [subject, value] of surroundings.patience.facts()) addFact(discovery, subject, value);
  const others = options.checks.filter((check) => !own.includes(check));
  return { runs: new Map([...runs, ...notRun(others, 'in another shard')]), discovery, discoveryRequests };
}

function notRun(checks: readonly Check[], reason: string): ReadonlyMap<string, CheckRun> {
  const ending = { kind: 'not-run', reason } as const;
  return new Map(checks.map(({ id }) => [id, { ending, evidence: createEvidence(), requests: 0 }]));
}
