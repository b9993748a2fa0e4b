/** proof/venue/oracle/delivery-relations: commands delivered differently: with noise, twice, in part, or again. */
import { corruptCommand } from '../../../model/commands.ts';
import { restoreVenue } from '../../../sim/core/venue.ts';
import type { Command } from '../../../spec/venue/command.ts';
import { type Claim, numberOf } from './claim.ts';
import { finish, logsDiffer, publicState, rerun, venuesDiffer } from './run-comparison.ts';
import { applyAll, type TimedCommand } from './runs.ts';
import { order } from './stage.ts';

export const again: Claim = (run) => venuesDiffer(rerun(run), run.venue);

/** M7: a run that is saved and restored at any point is the same, and remembers its orders. */
const restored: Claim = (run) => {
  const cut = placeIn(run.given, numberOf(run.choices, 'odd'));
  const given = run.given.slice(0, cut);
  const before = applyAll(run.make(), given);
  const bytes = before.snapshot();
  const made = restoreVenue(bytes);
  const other = restoreVenue(bytes);
  if (!made.ok || !other.ok) return `the snapshot after ${cut} commands is refused`;
  const orders = given.filter(({ command }) => command.kind === 'place');
  return (
    venuesDiffer(finish(applyAll(run.wrap(made.value), run.given.slice(cut))), run.venue) ??
    venuesDiffer(finish(applyAll(run.wrap(other.value), orders)), finish(applyAll(before, orders)))
  );
};

/** Commands that every venue refuses. */
const NOISE: readonly Command[] = [
  { kind: 'cancel', wallet: 99, order: 0 },
  { kind: 'split', wallet: 99, market: 0, size: 1 },
  { kind: 'resolve-market', market: 99, payout: [1_000_000, 0] },
  { kind: 'change-tick', market: 0, tick: 7 },
  { kind: 'group-markets', markets: [4, 2] },
  { kind: 'convert', wallet: 0, group: 99, markets: [0], size: 1 },
  { kind: 'disturb-settlement', trade: 1_000_000, outcome: 'fail' },
  order(77, 'BUY', 0, 50, 1, { salt: 'noise' }),
  order(0, 'BUY', 0, 50, 1, { price: 0, salt: 'noise' }),
];

/** M8: refused commands and reads in between change nothing. */
export const noisy: Claim = (run) => {
  const odd = numberOf(run.choices, 'odd');
  const venue = run.make();
  for (const [index, { command, now }] of run.given.entries()) {
    for (const refused of [NOISE[(odd + index) % NOISE.length] ?? command, corruptCommand(command, odd + index, 3)])
      if (venue.step(refused, now).ok) return `an invalid ${refused.kind} before command ${index} is accepted`;
    if (index % 50 === 0) publicState(venue);
    venue.step(command, now);
  }
  return venuesDiffer(finish(venue), run.venue);
};

/** Kinds whose second delivery is refused or finds everything done. */
const ONCE: ReadonlySet<Command['kind']> = new Set<Command['kind']>([
  'place',
  'cancel',
  'redeem',
  'pause-market',
  'resume-market',
  'close-market',
  'resolve-market',
  'change-tick',
  'group-markets',
]);

/** M18: commands that can be done only once may be delivered twice. */
const twice: Claim = (run) => {
  const other = rerun(run, (each): readonly TimedCommand[] => {
    if (!ONCE.has(each.command.kind)) return [each];
    run.note('delivered twice');
    return [each, each];
  });
  return venuesDiffer(other, run.venue);
};

/** M20: a shorter run is the beginning of the longer one, up to the moment of the cut. */
const cutShort: Claim = (run) => {
  const length = placeIn(run.given, numberOf(run.choices, 'odd'));
  const beginning = rerun({ ...run, given: run.given.slice(0, length) });
  const { log } = run.venue;
  const next = log[beginning.log.length];
  if (next !== undefined && next.at < beginning.now) return `at ${beginning.now} the work of ${next.at} is overdue`;
  return logsDiffer(beginning.log, log.slice(0, beginning.log.length));
};

/** Clock steps between commands change nothing. */
export const smallSteps: Claim = (run) => {
  const sevenths = numberOf(run.choices, 'odd') % 7;
  const venue = run.make();
  let last = 0;
  for (const { command, now } of run.given) {
    venue.advanceTo(last + Math.floor(((now - last) * sevenths) / 7));
    venue.step(command, now);
    last = now;
  }
  return logsDiffer(finish(venue).log, run.venue.log);
};

function placeIn(given: readonly TimedCommand[], odd: number) {
  return given.length === 0 ? 0 : odd % given.length;
}

export const DELIVERED = { again, restored, noisy, twice, cutShort, smallSteps };
