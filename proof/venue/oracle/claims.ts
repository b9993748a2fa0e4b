/** proof/venue/oracle/claims: the claims about runs of a venue, by name. */
import type { Venue } from '../../../sim/core/venue.ts';
import type { Command } from '../../../spec/venue/command.ts';
import { BOOK_RELATIONS } from './book-relations.ts';
import { type Claim, listOf } from './claim.ts';
import { DELIVERED } from './delivery-relations.ts';
import { isSame } from './differential.ts';
import { REWRITTEN } from './relations.ts';
import { ROUND_TRIPS } from './round-trip-relations.ts';
import { mismatch } from './run-comparison.ts';

/** Any value gets a reply, and a refusal changes nothing. Choices: values, as JSON. */
const anythingAnswered: Claim = ({ venue, choices, note }) => {
  for (const text of listOf(choices, 'values')) {
    const before = venue.hash();
    const { ok } = venue.step(JSON.parse(String(text)) as Command, venue.now);
    note(ok ? 'accepted' : 'refused');
    if (!ok && venue.hash() !== before) return `a refused command changes the venue: ${text}`;
  }
  return undefined;
};

/** The taker of the last trade pays its total rounded up once, and the books balance with the rounding residual. */
const paidOnce: Claim = ({ venue, note }) => {
  const trade = venue.log.findLast((event) => event.kind === 'trade');
  if (trade === undefined) return undefined;
  if (trade.makers.length > 1) note('several fills');
  const exact = trade.makers.reduce((sum, { size, price }) => sum + size * price, 0);
  const { deposits, fees, collateral, residual } = venue.treasury();
  const wallets = venue.log.filter(({ kind }) => kind === 'wallet-opened').map((_, wallet) => venue.cash(wallet));
  const held = wallets.reduce((sum, { free, reserved }) => sum + free + reserved, 0);
  return (
    mismatch('paid', trade.cash, Math.ceil(exact / 10_000)) ??
    mismatch('deposits', deposits, held + collateral + fees + residual) ??
    (residual < 0 ? `rounding gave ${-residual} away` : undefined)
  );
};

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
const bookVersions: Claim = ({ given, make, note }) => {
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

export const CORE_CLAIMS = {
  ...REWRITTEN,
  ...DELIVERED,
  ...ROUND_TRIPS,
  bookVersions,
  ...BOOK_RELATIONS,
  paidOnce,
  anythingAnswered,
} as const satisfies Readonly<Record<string, Claim>>;
