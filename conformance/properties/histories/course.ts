/** conformance/properties/histories/course: plays a history and records each request with its response. */
import { MICRO, PRICE_ONE } from '../../../base/units.ts';
import { withJson } from '../../../wire/message.ts';
import type { CheckContext, Exchange, Wallet, WriteMarket } from '../../check.ts';
import { beat } from '../../checks/heartbeats/session.ts';
import { advance, serviceNow } from '../../checks/moments.ts';
import type { Book } from '../../checks/orders/book.ts';
import {
  cancel,
  isCanceled,
  type OrderBody,
  type OrderPlan,
  orderBody,
  placedId,
  sizeFor,
} from '../../checks/orders/plan.ts';
import { type History, type HistoryCommand, LEVELS, type PlaceCommand } from './command.ts';

/** An accepted order. */
export type OwnOrder = Readonly<{
  id: string;
  wallet: 0 | 1;
  plan: OrderPlan;
  body: OrderBody;
  reply: Exchange;
}>;

/** A command with its response. `at`: the service clock at its sending, milliseconds; 0 if nothing depends on it. */
export type Step = { readonly at: number } & (
  | (Omit<OwnOrder, 'id'> & {
      readonly kind: 'place';
      readonly order: OwnOrder | undefined;
      /** The order whose body was sent again. */
      readonly first: OwnOrder | undefined;
    })
  | Readonly<{ kind: 'cancel'; order: OwnOrder; isForeign: boolean; reply: Exchange }>
  | { readonly kind: 'beat' }
  /** The clock was moved, or is read at the end. */
  | { readonly kind: 'wait' }
);

/** The place of a history: a market, the names of its outcomes, and the free prices of the first one, lowest first. */
export type Stage = Readonly<{
  market: WriteMarket;
  names: readonly [string | undefined, string | undefined];
  wallets: readonly [Wallet, Wallet];
  prices: readonly number[];
  isTimed: boolean;
}>;

/** A history as far as it was played. `orders`: the accepted ones, each once. */
export type Course = { readonly stage: Stage; readonly steps: Step[]; readonly orders: OwnOrder[] };

/** The middle prices of a spread; empty if it has no room. */
export function pricesIn({ bids, asks }: Book, { tick }: WriteMarket): readonly number[] {
  const [low, high] = [(bids[0]?.price ?? 0) + tick, (asks[0]?.price ?? PRICE_ONE) - tick];
  const count = Math.max(0, Math.floor((high - low) / tick + 1e-9) + 1);
  const first = Math.max(0, Math.floor((count - LEVELS) / 2));
  return Array.from({ length: Math.min(count, LEVELS) }, (_, at) => low + (first + at) * tick);
}

/** Plays the commands into `course`; `onRead` compares the views with the course so far. */
export async function playHistory(
  context: CheckContext,
  course: Course,
  history: History,
  onRead: () => Promise<void>,
): Promise<void> {
  const { stage, steps, orders } = course;
  for (const command of history) {
    if (command.kind === 'read') await onRead();
    const step = await perform(context, course, command);
    if (step === undefined) continue;
    steps.push(step);
    if (step.kind === 'place' && step.order !== undefined && step.order.id !== step.first?.id) orders.push(step.order);
  }
  if (stage.isTimed) steps.push({ kind: 'wait', at: await serviceNow(context) });
}

async function perform(context: CheckContext, course: Course, command: HistoryCommand): Promise<Step | undefined> {
  const { stage, orders } = course;
  const at = stage.isTimed ? await serviceNow(context) : 0;
  const named = 'of' in command ? orders.at(command.of % orders.length) : undefined;
  switch (command.kind) {
    case 'place':
      return { at, ...(await send(context, stage, command.wallet, planOf(context, stage, command))) };
    case 'again':
      return named && { at, ...(await send(context, stage, named.wallet, named.plan, named)) };
    case 'cancel': {
      if (named === undefined) return undefined;
      const { isForeign } = command;
      const reply = await cancel(context, stage.wallets[isForeign === (named.wallet === 0) ? 1 : 0], named.id);
      return { kind: 'cancel', order: named, isForeign, reply, at };
    }
    case 'beat':
      await beat(context);
      return { kind: 'beat', at };
    case 'wait':
      await advance(context, command.seconds * 1_000);
      return { kind: 'wait', at };
    case 'read':
      return undefined;
  }
}

async function send(context: CheckContext, { wallets }: Stage, wallet: 0 | 1, plan: OrderPlan, first?: OwnOrder) {
  const body = first?.body ?? orderBody(context, wallets[wallet], plan);
  const reply = await context.send(withJson('POST', '/order', body), wallets[wallet]);
  const id = placedId(reply);
  const order = id === undefined ? undefined : { id, wallet, plan, body, reply };
  return { kind: 'place' as const, wallet, plan, body, reply, order, first };
}

function planOf(context: CheckContext, { market, prices }: Stage, command: PlaceCommand): OrderPlan {
  const { outcome, side, type, level, parts, cents, postOnly, life } = command;
  const price = prices[Math.min(level, prices.length - 1)] ?? market.tick;
  return {
    market,
    outcome,
    side,
    type,
    price: outcome === 0 ? price : PRICE_ONE - price,
    size: sizeFor(market, 5) * parts + (cents * MICRO) / 100,
    ...(postOnly ? { postOnly } : {}),
    ...(type === 'GTD' ? { expiration: context.serviceSeconds() + life } : {}),
  };
}

/** Ids of the orders whose cancel was reported as done. */
export function cancelledIn({ steps }: Course): ReadonlySet<string> {
  return new Set(
    steps.flatMap((step) => (step.kind === 'cancel' && isCanceled(step.reply, step.order.id) ? [step.order.id] : [])),
  );
}
