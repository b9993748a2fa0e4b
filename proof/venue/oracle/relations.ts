/** proof/venue/oracle/relations: a run with equivalent commands, and the events that must follow. */
import { OPENING } from '../../../model/commands.ts';
import type { Venue } from '../../../sim/core/venue.ts';
import type { Command, OutcomeIndex } from '../../../spec/venue/command.ts';
import type { Event } from '../../../spec/venue/event.ts';
import type { Claim, ClaimedRun } from './claim.ts';
import { firstOf } from './invariant.ts';
import { changed, each, finish, logsDiffer, marketsIn, mismatch, onCommand, rerun } from './run-comparison.ts';
import { order } from './stage.ts';

const AMOUNTS = 'amount size sizes cash fee remaining paid takerCash takerFee minSize';
const MOMENTS = 'at expiresAt delayedUntil';
const HOUR_MS = 3_600_000;

/** M1: with swapped outcomes a run is the mirror image. Groups have no mirror image and are left out. */
export const mirrored: Claim = (run) => {
  const given = run.given.filter(({ command }) => command.kind !== 'group-markets' && command.kind !== 'convert');
  const one = rerun({ ...run, given });
  const mirror = rerun({ ...run, given }, onCommand(mirroredCommand));
  const book = (venue: Venue, market: number, outcome: OutcomeIndex): unknown => {
    return [venue.bids(market, outcome), venue.asks(market, outcome)];
  };
  return (
    logsDiffer(mirror.log.map(mirroredEvent), one.log) ??
    mismatch('the treasury', mirror.treasury(), one.treasury()) ??
    firstOf(marketsIn(one), (market) =>
      mismatch(`the book of ${market}`, book(mirror, market, 1), book(one, market, 0)),
    )
  );
};

function flip(outcome: number) {
  return 1 - outcome;
}

function swapped(pair: readonly [number, number]): readonly [number, number] {
  return [pair[1], pair[0]];
}

function mirroredCommand(command: Command): Command {
  if (command.kind === 'resolve-market') return { ...command, payout: swapped(command.payout) };
  return changed(command, { outcome: flip });
}

function mirroredEvent(event: Event): Event {
  if (event.kind === 'market-resolved') return { ...event, payout: swapped(event.payout) };
  if (event.kind === 'redeemed') return { ...event, sizes: swapped(event.sizes), paid: swapped(event.paid) };
  return changed(event, { outcome: flip });
}

/** M3: a market of other wallets beside a run changes nothing in the markets of the run. */
const besideStrangers: Claim = (run) => logsDiffer(eventsBeside(run), run.venue.log);

/** Shifts the run by one market, wallet and key, adds orders of others, and returns its own events shifted back. */
function eventsBeside({ given, make }: ClaimedRun): Event[] {
  const venue = make();
  const start = given[0]?.now ?? 0;
  for (const command of STRANGERS) venue.step(command, start);
  const placed: number[] = [];
  const forth = each('wallet to market markets key', (index) => index + 1);
  given.forEach(({ command, now }, index) => {
    if (index % 9 === 0) venue.step(order(0, 'BUY', 0, 40, 0.1, { key: 0, salt: `stranger ${index}` }), now);
    const renamed = command.kind === 'cancel' ? { ...command, order: placed[command.order] ?? 1_000_000 } : command;
    const reply = venue.step(changed(renamed, forth), now);
    if (reply.ok && reply.value.kind === 'placed') placed.push(reply.value.order);
  });
  finish(venue);
  const earlier = each('wallet to takerWallet market markets others key takerKey', (index) => index - 1);
  const back = { ...earlier, ...each('order takerOrder', (index) => placed.indexOf(index)) };
  return venue.log.map((event) => changed(event, back)).filter((event) => !Object.values(event).includes(-1));
}

/** A market, and a wallet with a thousand dollars. */
const STRANGERS: readonly Command[] = [
  ...OPENING.slice(0, 1),
  { kind: 'open-wallet' },
  { kind: 'deposit', wallet: 0, amount: 1_000_000_000 },
];

/** M4: renamed wallets rename the results. */
export const renamed: Claim = (run) => {
  const forth = each('wallet to', (wallet) => [1, 2, 0][wallet] ?? wallet);
  const back = each('wallet to takerWallet', (wallet) => [2, 0, 1][wallet] ?? wallet);
  const other = rerun(
    run,
    onCommand((command) => changed(command, forth)),
  );
  const log = other.log.map((event) => (event.kind === 'wallet-opened' ? event : changed(event, back)));
  return logsDiffer(log, run.venue.log);
};

/** M5: a run an hour later is the same, an hour later. */
export const later: Claim = (run) => {
  const forth = each(MOMENTS, (moment) => moment + HOUR_MS);
  const back = each(MOMENTS, (moment) => moment - HOUR_MS);
  const other = rerun(run, ({ command, now }) => ({ command: changed(command, forth), now: now + HOUR_MS }));
  return logsDiffer(
    other.log.map((event) => changed(event, back)),
    run.venue.log,
  );
};

/** M6: without fees and with whole lots, sizes times k give amounts times k. */
const larger: Claim = (run) => {
  const lots = each(AMOUNTS, (amount) => 10_000 * (1 + (Math.abs(amount) % 9_000)));
  const times = each(AMOUNTS, (amount) => amount * 37);
  const even = (command: Command): Command => {
    if (command.kind === 'list-market') return changed(command, { rate: () => 0 });
    const thirds = command.kind === 'resolve-market' && command.payout[0] === 333_333;
    return thirds ? { ...command, payout: [500_000, 500_000] } : changed(command, lots);
  };
  const one = rerun(run, onCommand(even));
  const other = rerun(
    run,
    onCommand((command) => changed(even(command), times)),
  );
  const expected = one.log.map((event) => changed(event, times));
  return logsDiffer(other.log, expected) ?? mismatch('the rounding residual', one.treasury().residual, 0);
};

export const REWRITTEN = { mirrored, besideStrangers, renamed, later, larger };
