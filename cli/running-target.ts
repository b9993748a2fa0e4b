/**
 * cli/running-target: the deployment that `touchstone run --target` plays on: opened, asked whether it is there, and told of
 * without its secrets.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { troubleLine } from '../conformance/discovery/preflight.ts';
import { createRedactor } from '../conformance/evidence/redact.ts';
import type { Stage } from '../scenarios/stage.ts';
import { deploymentStage } from '../scenarios/stages/deployment.ts';
import { playTurn, type Ran, type Turn } from '../scenarios/suite/turn.ts';
import { get, headerOf } from '../wire/message.ts';
import type { Target } from '../wire/target.ts';
import { openUrl } from './check-target.ts';
import type { RunFlags } from './commands/run.ts';
import { readCredentials } from './credentials-file.ts';
import { openRunJournal } from './run-journal.ts';
import type { Stopped } from './running-outcome.ts';

const TIMEOUT_MS = 10_000;

export type PlayOptions = {
  readonly turns: readonly Turn[];
  readonly keepsTraces: boolean;
  readonly signal: AbortSignal;
  readonly onDone: (ran: Ran) => void;
};

export type PlayedOnTarget = {
  readonly label: string;
  readonly ran: readonly Ran[];
  readonly stopped: Stopped | undefined;
};

/** Plays the turns one after the other on the deployment at `url`. Throws `CliError` before anything is sent. */
export async function playOnTarget(url: string, flags: RunFlags, options: PlayOptions): Promise<PlayedOnTarget> {
  const credentials = flags.credentials === undefined ? undefined : readCredentials(flags.credentials);
  const wallets = credentials?.wallets ?? [];
  const redactor = createRedactor(wallets);
  const opened = (await openUrl(url, TIMEOUT_MS)).target;
  const journal = flags.allowWrites === true ? openRunJournal(opened, wallets, flags.journal) : undefined;
  const target = journal?.target ?? opened;
  let isGone = false;
  const stage = deploymentStage({
    target: { ...target, send: noting(target, (signature) => redactor.addSignature(signature)) },
    wallets,
    // Without a market to write in nothing is written.
    markets: flags.allowWrites === true ? (credentials?.markets ?? []) : [],
    sleep: (ms) => sleep(ms, options.signal),
  });
  try {
    const gone = await whyGone(target);
    isGone = gone !== undefined;
    if (gone !== undefined) return { label: stage.label, ran: [], stopped: gone };
    const { ran, stopped } = await playAll(stage, target, flags.seed, {
      ...options,
      onDone: (one) => options.onDone(redactor.deep(one)),
    });
    isGone = stopped?.why === 'unreachable';
    // A signature may be known only after an answer has told it.
    return { label: stage.label, ran: redactor.deep(ran), stopped };
  } finally {
    await journal?.end(isGone);
    await stage.close();
  }
}

async function playAll(
  stage: Stage,
  target: Target,
  seed: number,
  { turns, keepsTraces, signal, onDone }: PlayOptions,
): Promise<Pick<PlayedOnTarget, 'ran' | 'stopped'>> {
  const ran: Ran[] = [];
  for (const turn of turns) {
    const one = await playTurn(turn, stage, { seed, keepsTraces, signal });
    // What was broken off came to no end of its own.
    if (signal.aborted && one.result.verdict !== 'pass') return { ran, stopped: { why: 'interrupted' } };
    const gone = one.result.verdict === 'pass' ? undefined : await whyGone(target);
    if (gone !== undefined) return { ran, stopped: gone };
    ran.push(one);
    onDone(one);
    if (signal.aborted) return { ran, stopped: { why: 'interrupted' } };
  }
  return { ran, stopped: undefined };
}

/** Why the deployment cannot be played on, where no answer comes from it. */
async function whyGone(target: Target): Promise<Stopped | undefined> {
  const outcome = await target.send(get('/markets', { limit: '1' }));
  if (outcome.kind === 'response') return undefined;
  return { why: 'unreachable', detail: troubleLine(outcome.trouble, outcome.detail) };
}

/** `send`, telling of every signature that goes out. */
function noting(target: Target, onSignature: (signature: string) => void): Target['send'] {
  return (request) => {
    const signature = headerOf(request, 'svc_signature');
    if (signature !== undefined) onSignature(signature);
    return target.send(request);
  };
}

/** Waits, but not longer than anybody wants it. */
async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await wait(ms, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
