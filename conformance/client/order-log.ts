/** conformance/client/order-log: sent orders and their replies as JSON lines, without signatures or credentials. */
import { z } from 'zod';
import { parseJson } from '../../base/json.ts';
import { ok, type Result, refuse } from '../../base/result.ts';
import type { Target } from '../../wire/message.ts';
import { fateOf, notePlaced, type Placed, placingsIn } from './order-match.ts';

/** The first line: the owner of these orders. */
export const OrderLogHead = z.strictObject({
  touchstone: z.literal('orders'),
  version: z.literal(1),
  /** Base address of the deployment. */
  target: z.string(),
  /** Routes on other hosts, as NAME=URL. */
  routes: z.array(z.string()).exactOptional(),
  profile: z.string().exactOptional(),
  /** The process that writes it, the moment at which it started in the terms of its system, and its machine. */
  pid: z.int(),
  started: z.string(),
  machine: z.string(),
  begun: z.string(),
});
export type OrderLogHead = z.infer<typeof OrderLogHead>;

const Sent = z.strictObject({
  sent: z.int(),
  wallet: z.string(),
  type: z.string(),
  order: z.record(z.string(), z.string()),
});
const Replied = z.strictObject({ replied: z.int(), accepted: z.boolean(), id: z.string().optional() });

/** An order before it is sent, or the reply to one. */
type OrderLine = z.infer<typeof Sent> | z.infer<typeof Replied>;

/** Orders of a log that may rest, by wallet in lower case. `lost`: orders whose fate is unknown. */
export type OrderLog = Readonly<{
  head: OrderLogHead;
  sent: number;
  lost: number;
  placed: ReadonlyMap<string, Placed>;
}>;

/** A target whose orders and replies go to `write`; if that refuses an order, with a message, it is not sent. */
export function withOrderLog(target: Target, write: (line: OrderLine) => Result<void, string>): Target {
  let count = 0;
  return {
    ...target,
    async send(request) {
      const placings = placingsIn(request);
      const before = count;
      count += placings.length;
      for (const [index, [, placing]] of placings.entries()) {
        const written = write({ sent: before + index + 1, ...placing });
        if (!written.ok) return { kind: 'trouble', trouble: 'aborted', detail: written.refusal };
      }
      const outcome = await target.send(request);
      if (placings.length === 0 || outcome.kind !== 'response') return outcome;
      const json = parseJson(outcome.response.body);
      for (const [index, [place]] of placings.entries()) {
        const fate = fateOf(place, outcome.response, json);
        // An order whose reply is not written counts as one whose fate is unknown.
        if (fate !== undefined) write({ replied: before + index + 1, ...fate });
      }
      return outcome;
    },
  };
}

/** A last line that was cut off is ignored: its order was not sent yet. Refuses with one line. */
export function parseOrderLog(text: string): Result<OrderLog, string> {
  const [first = '', ...rest] = text.split('\n').slice(0, -1);
  const head = OrderLogHead.safeParse(parseJson(first));
  if (!head.success) return refuse('line 1 is not the head of an order journal');
  const open = new Map<number, z.infer<typeof Sent>>();
  const placed = new Map<string, Placed>();
  let sent = 0;
  for (const [index, line] of rest.entries()) {
    const value = parseJson(line);
    const order = Sent.safeParse(value);
    const reply = Replied.safeParse(value);
    const before = reply.success ? open.get(reply.data.replied) : undefined;
    if (order.success) {
      open.set(order.data.sent, order.data);
      sent += 1;
    } else if (reply.success && before !== undefined) {
      open.delete(reply.data.replied);
      notePlaced(placed, before.wallet, before.order, reply.data);
    } else return refuse(`line ${index + 2} is neither an order nor the reply to one`);
  }
  for (const { wallet, order } of open.values()) notePlaced(placed, wallet, order, undefined);
  return ok({ head: head.data, sent, lost: open.size, placed });
}
