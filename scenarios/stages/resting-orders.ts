/** scenarios/stages/resting-orders: cancels the orders of a scenario that rest at its end on a shared deployment. */
import { listAt, parseJson, textAt } from '../../base/json.ts';
import { authHeader } from '../../wire/auth-headers.ts';
import type { Wallet } from '../../wire/credentials.ts';
import { isSuccess, type Request, type SendOutcome, withJson } from '../../wire/message.ts';
import { signed } from '../../wire/signer.ts';

type Send = (request: Request) => Promise<SendOutcome>;

export type Resting = {
  readonly send: Send;
  /** Cancels orders that may still rest; `seconds` is the service clock in Unix seconds. */
  cancelAll(seconds: number): Promise<void>;
};

export function watchResting(send: Send, wallets: readonly Wallet[]): Resting {
  const owners = new Map<string, Wallet>();
  return {
    async send(request) {
      const outcome = await send(request);
      if (request.path === '/order' && outcome.kind === 'response' && isSuccess(outcome.response))
        note(owners, wallets, request, parseJson(outcome.response.body));
      return outcome;
    },
    async cancelAll(seconds) {
      for (const [orderId, wallet] of owners)
        await send(signed(wallet, withJson('DELETE', '/order', { orderId }), seconds));
      owners.clear();
    },
  };
}

function note(owners: Map<string, Wallet>, wallets: readonly Wallet[], request: Request, body: unknown) {
  const owner = wallets.find(({ address }) => address === authHeader(request, 'ADDRESS'));
  const placed = textAt(body, 'orderID');
  if (request.method === 'POST' && owner !== undefined && placed !== undefined && placed !== '')
    owners.set(placed, owner);
  for (const id of listAt(body, 'canceled')) if (typeof id === 'string') owners.delete(id);
}
