/** cli/cleanup/cleanup: the work of `touchstone cleanup`: journals of killed runs, live orders, cancels. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type JsonObject, textAt } from '../../base/json.ts';
import { type Caller, createCaller, isResponse } from '../../conformance/client/caller.ts';
import { type Cancelled, type CleanUpMeans, cancelLive } from '../../conformance/client/clean-up.ts';
import { walletsOf } from '../../conformance/client/dialect.ts';
import type { OrderLog } from '../../conformance/client/order-log.ts';
import { whyUnusable } from '../../conformance/discovery/preflight.ts';
import { visible } from '../../reports/untrusted.ts';
import type { Wallet } from '../../wire/credentials.ts';
import { readKeyed } from '../check/inputs.ts';
import { openUrl } from '../check/target.ts';
import {
  isGoingOn,
  JOURNAL_FOLDER,
  journalsHere,
  readOrderJournal,
  removeOrderJournal,
} from '../deployment/order-journal.ts';
import { assertProfile } from '../deployment/profile-name.ts';
import { CliError, EXIT, type ExitCode } from '../exit.ts';
import { shellWord } from '../terminal/shell-word.ts';
import type { CleanupFlags } from './command.ts';

/** Cleans up after the runs whose journals are found. Throws `CliError`. */
export async function cleanup(url: string, flags: CleanupFlags): Promise<ExitCode> {
  const { target, routes } = await openUrl(url, flags.timeout * 1_000, flags);
  try {
    const found = findJournals(target.label, flags.journal);
    const journals = found.filter(([, { head }]) => flags.journal !== undefined || !isGoingOn(head));
    for (const [file, { head }] of journals) assertRoutes(file, head.routes ?? [], routes);
    const running = found.filter((one) => !journals.includes(one));
    for (const [file, { head }] of running)
      printLine(
        `${file}: its run (process ${head.pid}) is still running and may leave orders; ` +
          'wait for its end, or name the file with --journal',
      );
    if (found.length === 0) {
      printLine(`no journal of orders sent to ${target.label} in ${JOURNAL_FOLDER}: nothing to clean up`);
      return EXIT.ok;
    }
    const caller = createCaller(target);
    const unusable = await whyUnusable(caller);
    if (unusable !== undefined) throw new CliError(unusable, EXIT.unreachable);
    let isClean = running.length === 0;
    for (const [file, log] of journals) {
      const keyed = await readKeyed(target, flags.credentials, log.head);
      const profile = log.head.profile ?? keyed?.profile;
      assertProfile(profile);
      isClean = (await cleanRun(file, log, walletsOf(profile, keyed?.wallets ?? []), caller, flags)) && isClean;
    }
    return isClean ? EXIT.ok : EXIT.failed;
  } finally {
    await target.close();
  }
}

/** On other hosts none of the run's orders rests, and its journal would be removed. Throws `CliError`. */
function assertRoutes(file: string, ofRun: readonly string[], given: readonly string[]) {
  if (ofRun.toSorted().join('\n') === given.toSorted().join('\n')) return;
  const words = ofRun.map((route) => `--route ${shellWord(visible(route))}`).join(' ');
  throw new CliError(
    `${file} is of a run with ${words === '' ? 'no --route: leave it out' : `other routes: give ${words}`}`,
  );
}

/** The journal that is named, or those of this folder, of runs against the target. */
function findJournals(label: string, named: string | undefined): readonly (readonly [string, OrderLog])[] {
  if (named !== undefined) {
    const log = readOrderJournal(named);
    if (log.head.target === label) return [[named, log]];
    throw new CliError(`${named} is of a run against ${visible(log.head.target)}, not ${label}: give that address`);
  }
  return journalsHere().flatMap((file) => {
    const log = readOrderJournal(file);
    return log.head.target === label ? [[file, log] as const] : [];
  });
}

async function cleanRun(
  file: string,
  log: OrderLog,
  wallets: readonly Wallet[],
  caller: Caller,
  { all }: CleanupFlags,
): Promise<boolean> {
  printLine(`${file}: ${log.sent} orders sent since ${visible(log.head.begun)}, ${log.lost} of unknown outcome`);
  const outcomes = await cancelOrdersOf(log, wallets, meansOf(caller), all === true);
  for (const [address, result] of outcomes)
    for (const line of linesOf(result)) printLine(`  ${visible(address)}  ${line}`);
  const isClean = outcomes.every(([, result]) => isClear(result));
  if (isClean) removeOrderJournal(file);
  printLine(isClean ? `  no order of it rests any longer; ${file} is removed` : `  ${file} is kept: run cleanup again`);
  return isClean;
}

/** Why a wallet could not be cleaned up. */
type Uncancelled = 'no credentials' | 'unreadable';

/** Cancels the orders of all wallets that placed some. Returns the outcome for each wallet. */
export async function cancelOrdersOf(
  { placed }: OrderLog,
  wallets: readonly Wallet[],
  means: CleanUpMeans,
  takesDoubtful: boolean,
): Promise<readonly (readonly [string, Cancelled | Uncancelled])[]> {
  const results: (readonly [string, Cancelled | Uncancelled])[] = [];
  for (const [address, orders] of placed) {
    const wallet = wallets.find((one) => one.address.toLowerCase() === address);
    // Orders of wallets without a key were sent to be refused.
    const isRefused = wallet === undefined && orders.ids.size === 0;
    if (isRefused) continue;
    const outcome = wallet === undefined ? 'no credentials' : await cancelLive(wallet, orders, means, takesDoubtful);
    results.push([address, outcome ?? 'unreadable']);
  }
  return results;
}

export function isClear(result: Cancelled | Uncancelled): boolean {
  return typeof result !== 'string' && result.resting.length + result.doubtful.length === 0;
}

export function meansOf(caller: Caller): CleanUpMeans {
  return {
    async send(request, as) {
      const result = await caller.send(request, as);
      return isResponse(result) ? result : undefined;
    },
    wait: (milliseconds) => sleep(milliseconds),
  };
}

function linesOf(result: Cancelled | Uncancelled): readonly string[] {
  if (result === 'no credentials') return ['orders of this wallet may rest: put it into the credentials file'];
  if (result === 'unreadable') return ['its live orders cannot be read: orders may rest'];
  const { cancelled, resting, doubtful } = result;
  return [
    cancelled.length === 0 ? 'nothing to cancel' : `cancelled ${cancelled.length}: ${visible(cancelled.join(', '))}`,
    ...(resting.length === 0 ? [] : [`still resting ${resting.length}: ${visible(resting.join(', '))}`]),
    ...doubtful.map((row) => `left alone, may be of the run or another's: ${orderLine(row)}; --all cancels it`),
  ];
}

function orderLine(row: JsonObject) {
  const field = (name: string) => textAt(row, name) ?? '?';
  return visible(
    `${field('id')} ${field('side')} ${field('originalSize')} at ${field('price')}, created ${field('createdAt')}`,
  );
}

function printLine(line: string) {
  process.stdout.write(`${line}\n`);
}
