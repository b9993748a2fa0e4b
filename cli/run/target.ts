/** cli/run/target: the deployment that `touchstone run --target` plays on: opened, probed, described. */

import { createCaller } from '../../conformance/client/caller.ts';
import { createLifeline, type Lifeline } from '../../conformance/client/lifeline.ts';
import { createStop } from '../../conformance/client/stop.ts';
import { troubleLine, whyUnusable } from '../../conformance/discovery/preflight.ts';
import { createRedactor, secretsOf } from '../../conformance/evidence/redact.ts';
import type { Stage } from '../../scenarios/stage.ts';
import { deploymentStage } from '../../scenarios/stages/deployment.ts';
import { playTurn, type Ran, type Turn } from '../../scenarios/suite/turn.ts';
import { authHeader } from '../../wire/auth-headers.ts';
import { get, observed } from '../../wire/message.ts';
import { openUrl } from '../check/target.ts';
import { readCredentials } from '../deployment/credentials-file.ts';
import type { RunEnd } from '../deployment/run-end.ts';
import { openRunJournal } from '../deployment/run-journal.ts';
import type { RunFlags } from './command.ts';
import { type Played, type Stopped, whyEnded } from './outcome.ts';

export type PlayOptions = Readonly<{
  turns: readonly Turn[];
  keepsStepTraces: boolean;
  end: Pick<RunEnd, 'signal' | 'cleanUpSignal'>;
  onDone: (ran: Ran) => void;
}>;

/** Longest clean-up of a scenario in real time, once the run is stopped. */
const CLEAN_UP_MS = 30_000;

/** Plays the turns one after the other on the deployment at `url`. Throws `CliError` before anything is sent. */
export async function playOnTarget(url: string, flags: RunFlags, options: PlayOptions): Promise<Played<Ran>> {
  const { signal, cleanUpSignal } = options.end;
  const open = await openUrl(url, Math.round(flags.timeout * 1_000), flags, signal);
  const { target: opened, isUp } = open;
  // A service may write the file at its start.
  const credentials = flags.credentials === undefined || !isUp ? undefined : readCredentials(flags.credentials);
  const wallets = credentials?.wallets ?? [];
  const redactor = createRedactor(wallets, [], secretsOf(opened));
  const journal = flags.allowWrites ? openRunJournal(open, wallets, flags.journal) : undefined;
  const [stop, cleaning] = [createStop(signal), createStop(cleanUpSignal)];
  const lifeline = createLifeline(journal?.target ?? opened, stop, cleaning);
  const limitCleanUp = () => cleaning.limit(CLEAN_UP_MS);
  signal.addEventListener('abort', limitCleanUp, { once: true });
  const stage = deploymentStage({
    target: observed(lifeline.target, (request) => {
      const signature = authHeader(request, 'SIGNATURE');
      if (signature !== undefined) redactor.addSignature(signature);
    }),
    wallets,
    // Without a market to write in nothing is written.
    markets: flags.allowWrites ? (credentials?.markets ?? []) : [],
    sleep: stop.sleep,
  });
  let isGone = false;
  try {
    const { ran, stopped } = await playAll(stage, lifeline, flags.seed, {
      ...options,
      onDone: (one) => options.onDone(redactor.deep(one)),
    });
    isGone = stopped?.why === 'unreachable';
    // A signature may be known only after a response.
    return { label: stage.label, ran: redactor.deep(ran), stopped };
  } finally {
    signal.removeEventListener('abort', limitCleanUp);
    cleaning.release();
    stop.release();
    await journal?.end(isGone, cleanUpSignal);
    await stage.close();
  }
}

async function playAll(
  stage: Stage,
  lifeline: Lifeline,
  seed: number,
  { turns, keepsStepTraces, end: { signal }, onDone }: PlayOptions,
): Promise<Omit<Played<Ran>, 'label'>> {
  const ran: Ran[] = [];
  let stopped = (await whyStopped(lifeline, signal, false)) ?? (await whyRefused(lifeline));
  for (const turn of turns) {
    if (stopped !== undefined) break;
    const one = await playTurn(turn, stage, { seed, keepsStepTraces, signal });
    const hasPassed = one.result.verdict === 'pass';
    stopped = await whyStopped(lifeline, signal, hasPassed);
    // A scenario that was cut off has no result.
    if (stopped !== undefined && !hasPassed) break;
    ran.push(one);
    onDone(one);
  }
  return { ran, stopped };
}

/** Why nothing can be played on a target that responds: for example because its gateway refuses every request. */
async function whyRefused({ target }: Lifeline): Promise<Stopped | undefined> {
  const detail = await whyUnusable(createCaller(target));
  return detail === undefined ? undefined : { why: 'unreachable', detail };
}

/** Why nothing more can be played; a deployment that has just passed a scenario is not probed. */
async function whyStopped(
  { target, gone }: Lifeline,
  signal: AbortSignal,
  isThere: boolean,
): Promise<Stopped | undefined> {
  if (signal.aborted) return { why: whyEnded(signal) };
  if (isThere) return undefined;
  const outcome = await target.send(get('/markets', { limit: '1' }));
  const detail = gone();
  if (detail !== undefined) return { why: 'unreachable', detail };
  if (signal.aborted) return { why: whyEnded(signal) };
  if (outcome.kind === 'response') return undefined;
  return { why: 'unreachable', detail: troubleLine(outcome.trouble, outcome.detail) };
}
