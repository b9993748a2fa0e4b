/** proof/venue/oracle/round-trip-relations: commands that undo each other, or keep the worth of a wallet. */
import type { Venue } from '../../../sim/core/venue.ts';
import type { Claim, ClaimedRun } from './claim.ts';
import { firstOf } from './invariant.ts';
import { marketsIn, mismatch, publicState, statesDiffer } from './run-comparison.ts';
import { ONE, order } from './stage.ts';

function openMarkets({ venue }: ClaimedRun): readonly number[] {
  return marketsIn(venue).filter((market) => venue.market(market)?.state === 'open');
}

/** M10: an order that crosses nothing and is cancelled changes no wallet and no book. */
const placedAndCancelled: Claim = (run) =>
  firstOf(openMarkets(run), (market) => {
    const { venue, note } = run;
    const before = publicState(venue);
    const { reserved } = venue.cash(2);
    const price = venue.market(market)?.terms.tick ?? 1;
    const bid = order(2, 'BUY', 0, 0, 3, { market, price, postOnly: true, salt: `undone ${market}` });
    const reply = venue.step(bid, venue.now);
    if (!reply.ok || reply.value.kind !== 'placed') return undefined;
    note('order undone');
    if (venue.cash(2).reserved <= reserved) return `the order in market ${market} reserves nothing`;
    venue.step({ kind: 'cancel', wallet: 2, order: reply.value.order }, venue.now);
    const difference = statesDiffer(publicState(venue), before);
    return difference && `after an order in market ${market}, ${difference}`;
  });

/** M13: a split and a merge of the same size change no wallet. */
const splitAndMerged: Claim = (run) =>
  firstOf(openMarkets(run), (market) =>
    firstOf([1, 7 * ONE], (size) => {
      const { venue, note } = run;
      const before = publicState(venue);
      if (!venue.step({ kind: 'split', wallet: 2, market, size }, venue.now).ok) return undefined;
      note('set undone');
      if (statesDiffer(publicState(venue), before) === undefined) return `a set of market ${market} costs nothing`;
      venue.step({ kind: 'merge', wallet: 2, market, size }, venue.now);
      const difference = statesDiffer(publicState(venue), before);
      return difference && `after sets of market ${market}, ${difference}`;
    }),
  );

/** M25: a conversion keeps the worth of a wallet, whichever market of the group wins. */
const converted: Claim = ({ given, make, note }) => {
  const venue = make();
  for (const [index, { command, now }] of given.entries()) {
    venue.advanceTo(now);
    const markets = command.kind === 'convert' ? venue.group(command.group)?.markets : undefined;
    if (command.kind !== 'convert' || markets === undefined) {
      venue.step(command, now);
      continue;
    }
    const worths = (): number[] => markets.map((winner) => worth(venue, command.wallet, markets, winner));
    const before = worths();
    if (venue.step(command, now).ok) note('worth compared');
    const difference = mismatch(`command ${index}: the worth of wallet ${command.wallet}`, worths(), before);
    if (difference !== undefined) return difference;
  }
  return undefined;
};

/** The worth of a wallet if this member wins: cash, first outcomes of the winner, second ones of all others. */
function worth(venue: Venue, wallet: number, markets: readonly number[], winner: number): number {
  const all = ({ free, reserved }: { free: number; reserved: number }) => free + reserved;
  const tokens = markets.map((market) => all(venue.tokens(wallet, market, market === winner ? 0 : 1)));
  return tokens.reduce((sum, each) => sum + each, all(venue.cash(wallet)));
}

export const ROUND_TRIPS = { placedAndCancelled, splitAndMerged, converted };
