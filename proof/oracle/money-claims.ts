/** proof/oracle/money-claims: what an order pays, however it was cut into fills. */
import type { Claim } from './claim.ts';
import { unlike } from './relating.ts';

/** The taker of the last trade pays its own total rounded up once, and nothing is lost: what rounding took is booked. */
export const paidOnce: Claim = ({ exchange, note }) => {
  const trade = exchange.log.findLast((event) => event.kind === 'trade');
  if (trade === undefined) return undefined;
  if (trade.makers.length > 1) note('several fills');
  const exact = trade.makers.reduce((sum, { size, price }) => sum + size * price, 0);
  const { deposits, fees, collateral, residual } = exchange.treasury();
  const wallets = exchange.log.filter(({ kind }) => kind === 'wallet-opened').map((_, wallet) => exchange.cash(wallet));
  const held = wallets.reduce((sum, { free, reserved }) => sum + free + reserved, 0);
  return (
    unlike('paid', trade.cash, Math.ceil(exact / 10_000)) ??
    unlike('deposits', deposits, held + collateral + fees + residual) ??
    (residual < 0 ? `rounding gave ${-residual} away` : undefined)
  );
};
