/**
 * sim/journal/journaled: a venue that records its actions. An action is performed first and written before the caller receives its
 * result: refused commands are never in the file, and an action that cannot be written is never acknowledged.
 */

import { CLOCK_TAKES, isMoment } from '../../spec/venue/rules.ts';
import type { Desk } from '../core/desk.ts';
import { commandOn } from '../core/ticket.ts';
import type { Venue } from '../core/venue.ts';
import type { Action, JournalRecord } from './record.ts';
import { type Run, standingOf } from './replay.ts';
import type { Writer } from './writer.ts';

export type Journaled = {
  /** The venue; its `step`, `advanceTo` and `desk` throw `JournalError` if an action cannot be written. */
  readonly venue: Venue;
  /** Moves the clock ahead on demand, by `ms` to `now`; always written, also if nothing falls due. */
  advance(now: number, ms: number): void;
};

type Log = Pick<Writer, 'failure' | 'halt'> & { readonly append: (record: JournalRecord) => void };

/** The venue of a run that is at record `last`, with every later action appended to the log. */
export function journaled(run: Run, last: number, log: Log): Journaled {
  const { venue } = run;
  const recorder = createRecorder(run, last, log);
  const { perform, write, advanceTo } = recorder;
  /** Due work has its own record, so that it is written also if the command is refused. */
  const step: Venue['step'] = (command, now) => {
    advanceTo(now);
    const result = perform(() => venue.step(command, now));
    if (result.ok) write(command);
    return result;
  };
  const desk = recordedDesk(venue.desk, recorder);
  const own = { step: { value: step }, advanceTo: { value: advanceTo }, desk: { value: desk } };
  return {
    venue: Object.create(venue, own) as Venue,
    advance(now, ms) {
      assertMoment(now);
      perform(() => venue.advanceTo(now));
      run.aheadMs += ms;
      write({ kind: 'advance', ms });
    },
  };
}

/** Performs actions on a venue and writes them. */
type Recorder = {
  /** Performs an action, unless a write has failed (the venue is ahead of its journal) or an action has thrown (its state is unknown). */
  perform<Value>(action: () => Value): Value;
  /** Writes an action that was performed, with the resulting state. */
  write(action: Action): void;
  /** Performs due work, which is written if it appended events. */
  advanceTo(now: number): void;
};

function createRecorder({ venue, rotations }: Run, last: number, log: Log): Recorder {
  let n = last;
  const write = (action: Action): void => {
    const rotation = action.kind === 'heartbeat' ? rotations.get(action.key) : undefined;
    n += 1;
    log.append({ n, ...standingOf(venue), do: action, ...(rotation === undefined ? {} : { rotation }) });
  };
  const perform = <Value>(action: () => Value): Value => {
    if (log.failure !== undefined) throw log.failure;
    try {
      return action();
    } catch (bug) {
      log.halt('the venue broke off in the middle of a command: start again');
      throw bug;
    }
  };
  return {
    perform,
    write,
    advanceTo(now) {
      assertMoment(now);
      const events = venue.eventCount;
      perform(() => venue.advanceTo(now));
      if (venue.eventCount > events) write({ kind: 'clock' });
    },
  };
}

/** A wrong moment is a mistake of the caller and changes nothing, so the journal continues. */
function assertMoment(now: number): void {
  if (!isMoment(now)) throw new RangeError(`${CLOCK_TAKES}, got ${now}`);
}

function recordedDesk(desk: Desk, { perform, write, advanceTo }: Recorder): Desk {
  const { ticket } = desk;
  return {
    ticket,
    place(now) {
      advanceTo(now);
      const order = perform(() => desk.place(now));
      if (order >= 0) write(commandOn(ticket));
      return order;
    },
    cancel(wallet, order, now) {
      advanceTo(now);
      const isDone = perform(() => desk.cancel(wallet, order, now));
      if (isDone) write({ kind: 'cancel', wallet, order });
      return isDone;
    },
  };
}
