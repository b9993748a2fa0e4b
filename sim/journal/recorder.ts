/**
 * sim/journal/recorder: a venue that records its actions. An action is performed first and written before the caller
 * receives its result: refused commands are never in the file, and an unwritten action is never acknowledged.
 */
import { CLOCK_TAKES, isMoment } from '../../spec/venue/rules.ts';
import type { Venue } from '../core/venue.ts';
import { attempt, JournalError } from './journal-error.ts';
import { type Action, type Run, standingOf } from './record.ts';
import type { JournalOptions, Writer } from './run-file.ts';
import { writeSnapshot } from './snapshot.ts';

/** The venue of a run, and its moves on demand. `path`: of its snapshots. */
export function recorded(
  run: Run,
  writer: Writer,
  path: string,
  { touchstone = '', snapshotEvery = 0, onNotice }: JournalOptions,
) {
  const { venue } = run;
  let { n } = run.end;
  /** Appends the record of an action. A snapshot only saves time, so its failure is only a notice. */
  const append = (action: Action) => {
    n += 1;
    const rotation = action.kind === 'heartbeat' ? run.rotations.get(action.key) : undefined;
    const record = { n, ...standingOf(venue), do: action, ...(rotation !== undefined && { rotation }) };
    const offset = writer.length;
    writer.append(JSON.stringify(record));
    if (snapshotEvery === 0 || n % snapshotEvery !== 0) return;
    try {
      // A snapshot proves that its record was there, so that the record must reach the disk first.
      writer.sync();
      const write = (): void => writeSnapshot(path, run, { touchstone, record, offset });
      attempt(`${path} cannot be written`, 'going on without it', write);
    } catch (cause) {
      if (writer.failure === undefined) onNotice?.((cause as JournalError).message);
    }
  };
  /** Performs an action and records what `actionOf` makes of its result, or else the work that fell due before it. */
  const perform = <Value>(now: number, action: () => Value, actionOf: (value: Value) => Action | false): Value => {
    // A wrong moment is a mistake of the caller and changes nothing, so the journal continues.
    if (!isMoment(now)) throw new RangeError(`${CLOCK_TAKES}, got ${now}`);
    if (writer.failure !== undefined) throw writer.failure;
    const { eventCount } = venue;
    let value: Value;
    try {
      value = action();
    } catch (bug) {
      writer.fail(new JournalError('the venue broke off in the middle of a command: start again'));
      throw bug;
    }
    const written = actionOf(value) || (venue.eventCount > eventCount && CLOCK);
    if (written !== false) append(written);
    return value;
  };
  const step: Venue['step'] = (command, now) => {
    const act = () => venue.step(command, now);
    return perform(now, act, ({ ok }) => ok && command);
  };
  const advanceTo = (now: number, action: Action | false = false, ms = 0) => {
    const move = () => {
      venue.advanceTo(now);
      run.aheadMs += ms;
    };
    perform(now, move, () => action);
  };
  return {
    /** The venue; its `step` and `advanceTo` throw `JournalError` if an action cannot be written. */
    venue: Object.create(venue, {
      step: { value: step },
      advanceTo: { value: (now: number) => advanceTo(now) },
      desk: { get: NO_DESK },
    }) as Venue,
    /** Moves the clock ahead on demand, by `ms` to `now`; always written, also if nothing falls due. */
    advance: (now: number, ms: number): void => advanceTo(now, { kind: 'advance', ms }, ms),
  };
}

/** A desk would change the venue without a record. */
const NO_DESK = (): never => {
  throw new Error('a venue with a journal takes commands: use step in place of the desk');
};

/** Time passed and something fell due. */
const CLOCK: Action = { kind: 'clock' };
