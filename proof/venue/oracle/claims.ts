/** proof/venue/oracle/claims: the claims about runs of a venue, by name. */

import type { Command } from '../../../spec/venue/command.ts';
import { BOOK_RELATIONS } from './book-relations.ts';
import { bookVersions } from './book-version.ts';
import { type Claim, listOf } from './claim.ts';
import { DELIVERED } from './delivery-relations.ts';
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

export const CORE_CLAIMS = {
  ...REWRITTEN,
  ...DELIVERED,
  ...ROUND_TRIPS,
  bookVersions,
  ...BOOK_RELATIONS,
  paidOnce,
  anythingAnswered,
} as const satisfies Readonly<Record<string, Claim>>;
