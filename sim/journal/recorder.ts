/**
 * sim/journal/recorder: a venue that records its actions. An action is performed first and written before the caller
 * receives its result: refused commands are never in the file, and an action that cannot be written is never
 * acknowledged.
 */
import { CLOCK_TAKES, isMoment } from '../../spec/venue/rules.ts';
import { commandOn } from '../core/ticket.ts';
import type { Venue } from '../core/venue.ts';
import type { Action, JournalRecord } from './record.ts';
import { type Run, standingOf } from './replay.ts';
import type { Writer } from './writer.ts';

/** Writes a record, or throws `JournalError`. */
type Append = (record: JournalRecord) => void;

export type Recorded = {
  /** The venue; its `step`, `advanceTo` and `desk` throw `JournalError` if an action cannot be written. */
  readonly venue: Venue;
  /** Moves the clock ahead on demand, by `ms` to `now`; always written, also if nothing falls due. */
  advance(now: number, ms: number): void;
};

/** The venue of a run that is at record `last`, with a record of every later action. */
export function recorded(run: Run, last: number, writer: Pick<Writer, 'failure' | 'halt'>, append: Append): Recorded {
  const { venue } = run;
  const { desk } = venue;
  let n = last;
  /** Performs an action and records what `actionOf` makes of its result, or else the work that fell due before it. */
  const perform = <Value>(now: number, action: () => Value, actionOf: (value: Value) => Action | false): Value => {
    // A wrong moment is a mistake of the caller and changes nothing, so the journal continues.
    if (!isMoment(now)) throw new RangeError(`${CLOCK_TAKES}, got ${now}`);
    if (writer.failure !== undefined) throw writer.failure;
    const { eventCount } = venue;
    const value = unlessBroken(action, writer);
    const written = actionOf(value) || (venue.eventCount > eventCount && CLOCK);
    if (written === false) return value;
    n += 1;
    const rotation = written.kind === 'heartbeat' ? run.rotations.get(written.key) : undefined;
    append({ n, ...standingOf(venue), do: written, ...(rotation !== undefined && { rotation }) });
    return value;
  };
  const step: Venue['step'] = (command, now) =>
    perform(
      now,
      () => venue.step(command, now),
      ({ ok }) => ok && command,
    );
  const advanceTo: Venue['advanceTo'] = (now) =>
    perform(
      now,
      () => venue.advanceTo(now),
      () => false,
    );
  const ownDesk: Venue['desk'] = {
    ticket: desk.ticket,
    place: (now) =>
      perform(
        now,
        () => desk.place(now),
        (order) => order >= 0 && commandOn(desk.ticket),
      ),
    cancel(wallet, order, now) {
      return perform(
        now,
        () => desk.cancel(wallet, order, now),
        (isDone) => isDone && { kind: 'cancel', wallet, order },
      );
    },
  };
  const advance = (now: number, ms: number): void => {
    const move = (): void => {
      venue.advanceTo(now);
      run.aheadMs += ms;
    };
    perform(now, move, () => ({ kind: 'advance', ms }));
  };
  const own = { step: { value: step }, advanceTo: { value: advanceTo }, desk: { value: ownDesk } };
  return { venue: Object.create(venue, own), advance };
}

/** Time passed and something fell due. */
const CLOCK: Action = { kind: 'clock' };

/** After an action that throws, the state of the venue is unknown. */
function unlessBroken<Value>(action: () => Value, writer: Pick<Writer, 'halt'>): Value {
  try {
    return action();
  } catch (bug) {
    writer.halt('the venue broke off in the middle of a command: start again');
    throw bug;
  }
}
