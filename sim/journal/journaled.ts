/**
 * sim/journal/journaled: a venue that writes down what it does. A command is done first and written then, before the caller
 * hears of it: what a refused command would be is never in the file, and what cannot be written is never acknowledged.
 */
import type { Desk } from '../core/desk.ts';
import { CLOCK_TAKES, isMoment } from '../core/rules.ts';
import { commandOn } from '../core/ticket.ts';
import type { Venue } from '../core/venue.ts';
import type { Deed } from './record.ts';
import { type Replayed, standingOf } from './replay.ts';
import type { Writer } from './writer.ts';

export type Journaled = {
  /** The venue; its `step`, `advanceTo` and `desk` throw `JournalError` where what they did cannot be written. */
  readonly venue: Venue;
  /** Moves the clock ahead on demand, by `ms` to `now`; written even where nothing falls due. */
  advance(now: number, ms: number): void;
};

/** The venue of `run`, which stands behind record `last`, with everything it does from here on written. */
export function journaled(run: Replayed, last: number, writer: Pick<Writer, 'append' | 'failure' | 'halt'>): Journaled {
  const { venue, rotations } = run;
  let n = last;
  const write = (deed: Deed): void => {
    const rotation = deed.kind === 'heartbeat' ? rotations.get(deed.key) : undefined;
    n += 1;
    writer.append({ n, ...standingOf(venue), do: deed, ...(rotation === undefined ? {} : { rotation }) });
  };
  /** Where writing has failed, the venue is ahead of its journal and must not go further. */
  const assertWritable = (): void => {
    if (writer.failure !== undefined) throw writer.failure;
  };
  /** After a throw inside the venue nobody can say what it holds: the journal ends before that. */
  const perform = <Value>(action: () => Value): Value => {
    assertWritable();
    try {
      return action();
    } catch (bug) {
      writer.halt('the venue broke off in the middle of a command: start again');
      throw bug;
    }
  };
  /** The caller's mistake, before anything has happened: the journal goes on. */
  const assertMoment = (now: number): void => {
    if (!isMoment(now)) throw new RangeError(`${CLOCK_TAKES}, got ${now}`);
  };
  const advanceTo = (now: number): void => {
    assertMoment(now);
    const events = venue.eventCount;
    perform(() => venue.advanceTo(now));
    if (venue.eventCount > events) write({ kind: 'clock' });
  };
  const step: Venue['step'] = (command, now) => {
    // Apart, so that what falls due is written also where the command is refused.
    advanceTo(now);
    const result = perform(() => venue.step(command, now));
    if (result.ok) write(command);
    return result;
  };
  const { ticket } = venue.desk;
  const desk: Desk = {
    ticket,
    place(now) {
      advanceTo(now);
      const order = perform(() => venue.desk.place(now));
      if (order >= 0) write(commandOn(ticket));
      return order;
    },
    cancel(wallet, order, now) {
      advanceTo(now);
      const isDone = perform(() => venue.desk.cancel(wallet, order, now));
      if (isDone) write({ kind: 'cancel', wallet, order });
      return isDone;
    },
  };
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
