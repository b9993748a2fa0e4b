/** proof/venue/oracle/money-claims: an order pays the same in one fill or in many. */
import type { Claim } from './claim.ts';
import { mismatch } from './run-comparison.ts';

/** The taker of the last trade pays its total rounded up once, and the books balance with the rounding residual. */
export const paidOnce: Claim = ({ venue, note }) => {
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
