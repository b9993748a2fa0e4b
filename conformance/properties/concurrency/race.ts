/**
 * conformance/properties/concurrency/race: plays a contest. Each request records its invocation and its response as
 * moments of one logical counter. A request whose response is lost may have had an effect.
 */
import { MICRO } from '../../../base/units.ts';
import { withJson } from '../../../wire/message.ts';
import { type CheckContext, type Exchange, NotTestable, type Wallet } from '../../check.ts';
import {
  cancel,
  isCanceled,
  type OrderBody,
  type OrderPlan,
  opposite,
  orderBody,
  place,
  placedId,
  sizeFor,
} from '../../checks/orders/plan.ts';
import type { Contest, ContestRequest } from './contest.ts';

type Draft = { readonly twin: string; readonly wallet: Wallet; readonly plan: OrderPlan };

/** An accepted order of the contest. */
export type Entered = Draft & { readonly id: string; readonly reply: Exchange };

type Interval = { readonly invoked: number; readonly returned: number };
type Placing = Interval & { readonly order: Entered };
/** `response`: undefined if it was lost. */
type Cancelling = Interval & {
  readonly id: string;
  readonly isReported: boolean;
  readonly response: Exchange | undefined;
};

export type Race = Readonly<{
  resting: readonly Entered[];
  placed: readonly Placing[];
  cancels: readonly Cancelling[];
  /** The moment after all responses. */
  end: number;
  /** The error of the first request without a response. */
  lost: Error | undefined;
}>;

type Prepared = (Draft & { readonly body: OrderBody }) | { readonly of: number };

/** The orders of the race, whether they rested before or were placed in it. */
export function ordersIn({ resting, placed }: Race): readonly Entered[] {
  return [...resting, ...placed.map(({ order }) => order)];
}

/** Sizes that differ by parts of a share, so that a size identifies its order. */
function contestSize({ market, size }: OrderPlan, number: number) {
  return Math.max(size, sizeFor(market, 5)) + number * 0.37 * MICRO;
}

/** Places the orders that rest before the contest; those that are refused are left out. */
export async function placeResting(
  context: CheckContext,
  { resting }: Contest,
  plan: OrderPlan,
  wallet: Wallet,
): Promise<{ readonly entered: readonly Entered[]; readonly refused: Exchange | undefined }> {
  const entered: Entered[] = [];
  let refused: Exchange | undefined;
  for (const [index, number] of resting.entries()) {
    const own = { ...plan, size: contestSize(plan, number) };
    const reply = await place(context, wallet, own);
    const id = placedId(reply);
    if (id === undefined) refused = reply;
    else entered.push({ id, twin: `resting ${index}`, wallet, plan: own, reply });
  }
  return { entered, refused };
}

/** Sends the requests of all clients at once. Bodies are made before, apart from the order of responses. */
export async function runRace(
  context: CheckContext,
  contest: Contest,
  resting: readonly Entered[],
  wallets: readonly [Wallet, Wallet],
): Promise<Race> {
  let now = 0;
  const placed: Placing[] = [];
  const cancels: Cancelling[] = [];
  let lost: Error | undefined;
  const timed = async (send: () => Promise<Exchange>): Promise<Interval & { readonly response?: Exchange }> => {
    const invoked = now++;
    try {
      const response = await send();
      return { invoked, returned: now++, response };
    } catch (error) {
      if (!(error instanceof Error) || error instanceof NotTestable) throw error;
      lost ??= error;
      return { invoked, returned: Number.POSITIVE_INFINITY };
    }
  };
  const cancelOf = async (of: number, own: readonly Entered[]) => {
    const order = [...resting, ...own].at(of % (resting.length + own.length));
    if (order === undefined) return;
    const { id, wallet } = order;
    const { response, ...interval } = await timed(() => cancel(context, wallet, id));
    const isReported = response !== undefined && isCanceled(response, id);
    cancels.push({ ...interval, id, isReported, response });
  };
  const client = async (requests: readonly Prepared[]) => {
    const own: Entered[] = [];
    for (const request of requests) {
      if ('of' in request) {
        await cancelOf(request.of, own);
        continue;
      }
      const { body, ...draft } = request;
      const { response, ...interval } = await timed(() =>
        context.send(withJson('POST', '/order', body), request.wallet),
      );
      const id = response && placedId(response);
      if (response === undefined || id === undefined) continue;
      own.push({ ...draft, id, reply: response });
      placed.push({ ...interval, order: { ...draft, id, reply: response } });
    }
  };
  await Promise.all(prepare(context, contest, resting, wallets).map(client));
  return { resting, placed, cancels, end: now, lost };
}

function prepare(
  context: CheckContext,
  { clients }: Contest,
  resting: readonly Entered[],
  [maker, taker]: readonly [Wallet, Wallet],
): readonly (readonly Prepared[])[] {
  const [{ plan: first }] = resting as readonly [Entered];
  const draft = (twin: string, wallet: Wallet, plan: OrderPlan) => {
    return { twin, wallet, plan, body: orderBody(context, wallet, plan) };
  };
  const beside = (number: number): OrderPlan => ({ ...first, size: contestSize(first, number) });
  const twins = [10, 11].map((number) => draft(`twin ${number}`, maker, beside(number)));
  const prepared = (request: ContestRequest, at: string): Prepared => {
    switch (request.kind) {
      case 'cancel':
        return { of: request.of };
      case 'twin':
        return twins[request.of] ?? { of: 0 };
      case 'add':
        return draft(at, maker, beside(12 + request.size));
      case 'take': {
        const { size } = resting[request.of % resting.length]?.plan ?? first;
        return draft(at, taker, { ...first, side: opposite(first.side), type: request.type, size });
      }
    }
  };
  return clients.map((requests, client) => requests.map((request, turn) => prepared(request, `${client}/${turn}`)));
}
