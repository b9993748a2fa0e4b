/** proof/venue/oracle/book-version: equal versions of a book mean an equal book and an equal last price. */
import type { Venue } from '../../../sim/core/venue.ts';
import type { Claim } from './claim.ts';
import { isSame } from './differential.ts';
import { mismatch } from './run-comparison.ts';

type Seen = { readonly version: number; readonly changedAt: number; readonly book: unknown };

function readBooks(venue: Venue): readonly Seen[] {
  const seen: Seen[] = [];
  for (let view = venue.market(0); view !== undefined; view = venue.market(seen.length)) {
    const book = [venue.bids(seen.length, 0), venue.asks(seen.length, 0), view.lastPrice];
    seen.push({ version: view.bookVersion, changedAt: view.bookChangedAt, book });
  }
  return seen;
}

/** The version of a book grows with each change, and the moment of the version is that of the change. */
export const bookVersions: Claim = ({ given, make, note }) => {
  const venue = make();
  let before: readonly Seen[] = [];
  let last = 0;
  for (const [index, { command, now }] of given.entries()) {
    venue.step(command, now);
    const after = readBooks(venue);
    for (const [market, old] of before.entries()) {
      const seen = after[market];
      if (seen === undefined) return `market ${market} is gone`;
      if (!isSame(seen.book, old.book)) note('book changed');
      const difference = changeDiffers(old, seen, last, venue.now);
      if (difference !== undefined) return `command ${index}, market ${market}: ${difference}`;
    }
    before = after;
    last = venue.now;
  }
  return undefined;
};

function changeDiffers(old: Seen, seen: Seen, last: number, now: number): string | undefined {
  const { version, changedAt, book } = seen;
  if (version < old.version) return `version ${version} after ${old.version}`;
  if (version === old.version) return mismatch(`version ${version}`, [book, changedAt], [old.book, old.changedAt]);
  const isThen = changedAt >= Math.max(last, old.changedAt) && changedAt <= now;
  return isThen ? undefined : `version ${version} has the moment ${changedAt}, not between ${last} and ${now}`;
}
