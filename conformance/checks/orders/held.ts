/** conformance/checks/orders/held: the shares of an outcome that a wallet holds, and its positions after a trade. */
import { type JsonObject, numberAt, objectsIn } from '../../../base/json.ts';
import type { Wallet } from '../../../wire/credentials.ts';
import { get } from '../../../wire/message.ts';
import type { Expectation } from '../../../wire/pattern/expectation.ts';
import type { WriteMarket } from '../../bindings.ts';
import { type CheckContext, type Exchange, SameAs } from '../../check.ts';
import { eachLike } from '../assertions.ts';
import { CENT, DEAREST } from '../quantities.ts';

/** Shares of an outcome that are held, and their row if there is one. */
export type Held = {
  readonly response: Exchange;
  readonly outcome: 0 | 1;
  readonly shares: number;
  readonly row: JsonObject | undefined;
};

export async function heldShares(
  context: CheckContext,
  wallet: Wallet,
  market: WriteMarket,
  outcome: 0 | 1,
): Promise<Held> {
  const response = await context.send(
    get('/positions', { user: wallet.address, market: market.conditionId, sizeThreshold: '0' }),
  );
  const row = objectsIn(response.json).find((position) => numberAt(position, 'outcomeIndex') === outcome);
  return { response, outcome, shares: numberAt(row, 'size') ?? 0, row };
}

/** Positions with a field `change` more than before, within `within`. One without shares may be unlisted. */
export function movedBy(before: Held, field: string, change: number, within = CENT): Expectation {
  if (field === 'size' && Math.abs(before.shares + change) < within)
    return { body: eachLike({ outcomeIndex: before.outcome }, { size: { $near: [0, within] } }) };
  return positionOf(before, field, { $near: [valueAfter(before, field, change), within] });
}

/** Positions with `change` shares more than before. A buyer may have paid a fee in shares. */
export function heldAfter(before: Held, change: number): Expectation {
  if (change <= 0) return movedBy(before, 'size', change);
  const [least, most] = [change / DEAREST, change + CENT].map((bought) => valueAfter(before, 'size', bought));
  return positionOf(before, 'size', { $range: [least, most] });
}

export function positionOf({ outcome }: Held, field: string, pattern: unknown): Expectation {
  return { body: { $contains: [{ outcomeIndex: outcome, [field]: pattern }] } };
}

/** A field of an earlier position and `change` more; a position or a field that was not listed had 0. */
function valueAfter({ response, row }: Held, field: string, change: number): unknown {
  if (row === undefined || numberAt(row, field) === undefined) return change;
  return new SameAs(response, `/${objectsIn(response.json).indexOf(row)}/${field}`, Number(change.toFixed(6)));
}
