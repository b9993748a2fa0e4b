/**
 * sim/journal/recorder: a venue that records its actions. An action is performed first and written before the caller
 * receives its result: refused commands are never in the file, and an unwritten action is never acknowledged.
 */
import { CLOCK_TAKES, isMoment } from '../../spec/venue/rules.ts';
import { commandOn } from '../core/ticket.ts';
import type { Venue } from '../core/venue.ts';
import type { Action, JournalRecord } from './record.ts';
import { type Run, standingOf } from './record.ts';
import type { Writer } from './writer.ts';

export type Recorded = {
  /** The venue; its `step`, `advanceTo` and `desk` throw `JournalError` if an action cannot be written. */
  readonly venue: Venue;
  /** Moves the clock ahead on demand, by `ms` to `now`; always written, also if nothing falls due. */
  advance(now: number, ms: number): void;
};

type End = Pick<Writer, 'failure' | 'halt'>;

/** The venue of a run at record `n`. `append` writes each later record, or throws `JournalError`. */
export function recorded(run: Run, n: number, writer: End, append: (record: JournalRecord) => void): Recorded {
  const { venue } = run;
  const { desk } = venue;
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
  const own = {
    step: { value: step },
    advanceTo: { value: (now: number) => perform(now, () => venue.advanceTo(now), NOTHING) },
    desk: {
      value: {
        ticket: desk.ticket,
        place(now) {
          const place = (): number => desk.place(now);
          return perform(now, place, (order) => order >= 0 && commandOn(desk.ticket));
        },
        cancel(wallet, order, now) {
          const cancel = (): boolean => desk.cancel(wallet, order, now);
          return perform(now, cancel, (isDone) => isDone && { kind: 'cancel', wallet, order });
        },
      } satisfies Venue['desk'],
    },
  };
  const advance = (now: number, ms: number): void => {
    const move = (): void => {
      venue.advanceTo(now);
      run.aheadMs += ms;
    };
    perform(now, move, () => ({ kind: 'advance', ms }));
  };
  return { venue: Object.create(venue, own), advance };
}

/** Time passed and something fell due. */
const CLOCK: Action = { kind: 'clock' };
const NOTHING = (): false => false;

/** After an action that throws, the state of the venue is unknown. */
function unlessBroken<Value>(action: () => Value, writer: End): Value {
  try {
    return action();
  } catch (bug) {
    writer.halt('the venue broke off in the middle of a command: start again');
    throw bug;
  }
}
