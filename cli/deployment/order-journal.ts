/** cli/deployment/order-journal: files in which runs record orders before they send them, for `cleanup`. */
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { ok, refuse } from '../../base/result.ts';
import { systemCode } from '../../base/system-code.ts';
import { type OrderLog, type OrderLogHead, parseOrderLog, withOrderLog } from '../../conformance/client/order-log.ts';
import { createRedactor } from '../../conformance/evidence/redact.ts';
import type { Wallet } from '../../wire/credentials.ts';
import type { Target } from '../../wire/message.ts';
import { isRunning, SELF } from '../../wire/process-identity.ts';
import { CliError, orCliError } from '../exit.ts';

/** The folder of journals without --journal, below the current folder. */
export const JOURNAL_FOLDER = '.touchstone';
const PREFIX = 'orders-';

/** The deployment of a run, its routes on other hosts, and the profile that its wallets follow. */
export type Journalled = {
  readonly target: Target;
  readonly routes: readonly string[];
  readonly profile?: string | undefined;
};

/** Opens the journal of a run with these wallets: `named`, or a new file among the journals. Throws `CliError`. */
export function openOrderJournal(
  { target, routes, profile }: Journalled,
  wallets: readonly Wallet[],
  named: string | undefined,
) {
  const begun = new Date().toISOString();
  const file = named ?? join(JOURNAL_FOLDER, `${PREFIX}${begun.replaceAll(/[-:.]/g, '')}-${process.pid}.jsonl`);
  const head: OrderLogHead = {
    touchstone: 'orders',
    version: 1,
    target: target.label,
    ...(routes.length > 0 && { routes: [...routes] }),
    ...(profile !== undefined && { profile }),
    pid: SELF.pid,
    started: SELF.started,
    machine: hostname(),
    begun,
  };
  const descriptor = create(file, named === undefined);
  writeSync(descriptor, `${JSON.stringify(head)}\n`);
  // A target may repeat the request in its response.
  const redactor = createRedactor(wallets);
  const journalled = withOrderLog(target, (line) => {
    try {
      writeSync(descriptor, `${JSON.stringify(redactor.deep(line))}\n`);
      return ok(undefined);
    } catch (error) {
      return refuse(`the order journal ${file} cannot be written (${systemCode(error, 'unknown error')})`);
    }
  });
  return {
    file,
    /** The target of the run, which writes down every order. */
    target: journalled,
    read: () => readOrderJournal(file),
    /** Removes the file when none of its orders rests. */
    remove(): void {
      closeSync(descriptor);
      removeOrderJournal(file);
    },
  };
}

function create(file: string, isOurs: boolean) {
  return orCliError(
    () => {
      if (isOurs) mkdirSync(dirname(file), { recursive: true });
      return openSync(file, 'ax', 0o600);
    },
    (code) =>
      code === 'EEXIST'
        ? `${file} is there already: clean up after its run (touchstone cleanup), or name another file`
        : `the order journal ${file} cannot be written (${code}): name another place with --journal FILE`,
  );
}

/** Reads a journal. Throws `CliError` with file and line for one that cannot be used. */
export function readOrderJournal(file: string): OrderLog {
  const text = orCliError(
    () => readFileSync(file, 'utf8'),
    (code) => `${file}: the order journal cannot be read (${code}): check path and permissions`,
  );
  const log = parseOrderLog(text);
  if (!log.ok) throw new CliError(`${file}: ${log.refusal}`);
  return log.value;
}

/** Removes a journal, and the folder of journals with the last of them. */
export function removeOrderJournal(file: string): void {
  rmSync(file, { force: true });
  if (dirname(file) !== JOURNAL_FOLDER) return;
  try {
    rmdirSync(JOURNAL_FOLDER);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(systemCode(error, ''))) throw error;
  }
}

export function journalsHere(): readonly string[] {
  try {
    const names = readdirSync(JOURNAL_FOLDER).filter((name) => name.startsWith(PREFIX) && name.endsWith('.jsonl'));
    return names.toSorted().map((name) => join(JOURNAL_FOLDER, name));
  } catch (error) {
    if (systemCode(error, '') === 'ENOENT') return [];
    throw error;
  }
}

/** True while the run that writes a journal continues on this machine. Another process may have its number by now. */
export function isGoingOn({ pid, started, machine }: OrderLogHead): boolean {
  return machine === hostname() && pid !== SELF.pid && isRunning({ pid, started, namespace: SELF.namespace });
}
