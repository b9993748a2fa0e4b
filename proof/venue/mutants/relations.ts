/** proof/venue/mutants/relations: compares two runs: repeated, shifted, mirrored, renamed, noisy, restored. */
import { rulesFrom } from '../../../model/commands.ts';
import { hashOfLog } from '../../../sim/core/rolling-hash.ts';
import { fillTicket } from '../../../sim/core/ticket.ts';
import type { Venue } from '../../../sim/core/venue.ts';
import type { ClaimedRun } from '../oracle/claim.ts';
import { again, noisy, smallSteps } from '../oracle/delivery-relations.ts';
import { firstOf } from '../oracle/invariant.ts';
import { later, mirrored, renamed } from '../oracle/relations.ts';
import { finish, logsDiffer, mismatch } from '../oracle/run-comparison.ts';
import { applyAll, runGenes } from '../oracle/runs.ts';
import { drawsOf, type Oracle, oracleOf } from './oracle.ts';
import type { Subject } from './subject.ts';

const COMMANDS = 300;
/** Commands between two snapshots. */
const RESTORE_EVERY = 10;

type Relation = (run: ClaimedRun, subject: Subject) => string | undefined;

const restored: Relation = ({ make, given, venue }, subject) => {
  let other = make();
  for (const [index, { command, now }] of given.entries()) {
    if (index % RESTORE_EVERY === 0) {
      const bytes = other.snapshot();
      const made = subject.restoreVenue(bytes);
      if (!made.ok) return `a snapshot is refused: ${made.refusal.reason}`;
      if (Buffer.compare(made.value.snapshot(), bytes) !== 0) return 'a snapshot of a restored venue differs';
      other = made.value;
    }
    other.step(command, now);
  }
  finish(other);
  return (
    mismatch('restored, the hash', other.hash(), venue.hash()) ??
    logsDiffer(other.log, venue.log) ??
    mismatch('restored, the treasury', other.treasury(), venue.treasury())
  );
};

const rememberingOrders: Relation = ({ make, given }, subject) => {
  const whole = applyAll(make(), given);
  const made = subject.restoreVenue(whole.snapshot());
  if (!made.ok) return `a snapshot is refused: ${made.refusal.reason}`;
  const orders = given.filter(({ command }) => command.kind === 'place');
  return logsDiffer(finish(applyAll(made.value, orders)).log, finish(applyAll(whole, orders)).log);
};

const byDesk: Relation = ({ make, given, venue }) => {
  const other = make();
  const { desk } = other;
  for (const { command, now } of given) {
    if (command.kind === 'place') {
      fillTicket(desk.ticket, command);
      desk.place(now);
    } else if (command.kind === 'cancel') desk.cancel(command.wallet, command.order, now);
    else other.step(command, now);
  }
  return logsDiffer(finish(other).log, venue.log);
};

/** The hash of a venue is that of its log, folded by sound code. */
const hashMatchesLog: Relation = ({ venue }) =>
  venue.hash() === hashOfLog(venue.log) ? undefined : 'the hash is not that of the log';

const RELATIONS: Readonly<Record<string, Relation>> = {
  again,
  byDesk,
  hashMatchesLog,
  noisy,
  smallSteps,
  later,
  mirrored,
  renamed,
};

function relationsOracle(name: string, relations: Readonly<Record<string, Relation>>): Oracle {
  return oracleOf(name, (subject, draws, index, tick) => {
    const rules = rulesFrom([index, index + 1]);
    const make = (): Venue => subject.createVenue(rules);
    const { venue, given } = runGenes(make(), COMMANDS, drawsOf(draws), tick);
    finish(venue);
    const run: ClaimedRun = {
      rules,
      given,
      choices: { odd: index },
      venue,
      make,
      wrap: (own) => own,
      note: () => undefined,
    };
    return firstOf(Object.entries(relations), ([relation, holds]) => {
      const what = holds(run, subject);
      return what && `${relation}: ${what}`;
    });
  });
}

export const RELATION_ORACLES: readonly Oracle[] = [
  relationsOracle('relations', RELATIONS),
  relationsOracle('snapshot', { restored, rememberingOrders }),
];
