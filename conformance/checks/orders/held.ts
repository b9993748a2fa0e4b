/** conformance/checks/orders/held: the shares of one outcome that a wallet holds, according to its positions. */
import { type JsonObject, numberAt, objectsIn } from '../../../spec/json.ts';
import type { Wallet } from '../../../wire/credentials.ts';
import { get } from '../../../wire/message.ts';
import type { WriteMarket } from '../../bindings.ts';
import type { CheckContext, Exchange } from '../../check.ts';

/** Shares held, and their row if there is one. */
export type Held = { readonly answer: Exchange; readonly shares: number; readonly row: JsonObject | undefined };

export async function heldShares(
  context: CheckContext,
  wallet: Wallet,
  market: WriteMarket,
  outcome: 0 | 1,
): Promise<Held> {
  const answer = await context.send(
    get('/positions', { user: wallet.address, market: market.conditionId, sizeThreshold: '0' }),
  );
  const row = objectsIn(answer.json).find((position) => numberAt(position, 'outcomeIndex') === outcome);
  return { answer, shares: numberAt(row, 'size') ?? 0, row };
}
