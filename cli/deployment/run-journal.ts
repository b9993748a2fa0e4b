/** cli/deployment/run-journal: the order journal of a run that writes to a deployment, removed at its end. */
import { createCaller, isResponse } from '../../conformance/client/caller.ts';
import { createStop } from '../../conformance/client/stop.ts';
import type { Wallet } from '../../wire/credentials.ts';
import { get, type Target } from '../../wire/message.ts';
import { cancelOrdersOf, isClear, meansOf } from '../cleanup/cleanup.ts';
import { shellWord } from '../terminal/shell-word.ts';
import { type Journalled, openOrderJournal } from './order-journal.ts';

export type RunJournal = {
  /** The target of the run, which writes down every order before it is sent. */
  readonly target: Target;
  /** Removes the journal if no order rests, else prints the command that cleans up. Waits for half a minute at most. */
  end(isGone: boolean, signal: AbortSignal): Promise<void>;
};

/** The last look at the live orders, in real time. */
const LOOK_MS = 30_000;

/** Opens the journal of a run with these wallets. Throws `CliError` if it cannot be written. */
export function openRunJournal(open: Journalled, wallets: readonly Wallet[], named: string | undefined): RunJournal {
  const { target, routes } = open;
  const journal = openOrderJournal(open, wallets, named);
  const isClean = async (isGone: boolean): Promise<boolean> => {
    const log = journal.read();
    if (log.placed.size === 0) return true;
    if (isGone) return false;
    const caller = createCaller(target);
    // Its `Date` header has the service clock, at which the other requests are signed.
    if (!isResponse(await caller.send(get('/markets', { limit: '1' })))) return false;
    return (await cancelOrdersOf(log, wallets, meansOf(caller), false)).every(([, result]) => isClear(result));
  };
  return {
    target: journal.target,
    async end(isGone, signal) {
      const stop = createStop(signal);
      const isDone = await stop.within(isClean(isGone), LOOK_MS, () => false);
      stop.release();
      if (isDone) return journal.remove();
      const ways = routes.map((route) => ` --route ${shellWord(route)}`).join('');
      const command = `touchstone cleanup ${target.label}${ways} --credentials FILE --journal ${journal.file}`;
      console.error(`touchstone: orders of this run may still rest: ${command}`);
    },
  };
}
