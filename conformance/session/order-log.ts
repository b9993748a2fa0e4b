/**
 * conformance/session/order-log: the sent orders as lines of JSON: one before each order is sent, one for each reply. A reader
 * knows from it which orders may rest. It contains the terms of orders, but no signatures or credentials.
 */
import { z } from 'zod';
import { flagAt, objectAt, parseJson, textAt } from '../../spec/json.ts';
import { ok, type Result, refuse } from '../../spec/result.ts';
import { authHeader } from '../../wire/auth-headers.ts';
import { isSuccess, type Request, type Response } from '../../wire/message.ts';
import type { Target } from '../../wire/target.ts';
import { idIn, isPlacing, type Placed, placedBy } from './order-match.ts';

/** The first line: the owner of these orders. */
export const OrderLogHead = z.strictObject({
  touchstone: z.literal('orders'),
  version: z.literal(1),
  /** Base address of the deployment. */
  target: z.string(),
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

/** Orders of a log that may rest, by wallet in lower case. `lost`: orders without a reply. */
export type OrderLog = {
  readonly head: OrderLogHead;
  readonly sent: number;
  readonly lost: number;
  readonly placed: ReadonlyMap<string, Placed>;
};

const TERMS = ['tokenId', 'conditionId', 'side', 'makerAmount', 'takerAmount', 'salt', 'expiration'];
/** Tolerant, because checks send malformed orders on purpose. */
const LONGEST = 200;
const LONGEST_ID = 2_000;

const brief = (value: unknown): string => String(value).slice(0, LONGEST);

/** The line for a request that may place an order; undefined for any other. */
function sentLine(request: Request, sent: number): OrderLine | undefined {
  if (!isPlacing(request) || typeof request.body !== 'string') return undefined;
  const body = parseJson(request.body);
  const order = objectAt(body, 'order');
  if (order === undefined) return undefined;
  const wallet = authHeader(request, 'ADDRESS') ?? textAt(order, 'maker') ?? '';
  const terms = TERMS.flatMap((name) => (order[name] === undefined ? [] : [[name, brief(order[name])]]));
  // The service clock in milliseconds, if the run knows it.
  const seconds = Number(authHeader(request, 'TIMESTAMP'));
  const timestamp = Number.isFinite(seconds) ? String(seconds * 1_000) : brief(order['timestamp']);
  return {
    sent,
    wallet: brief(wallet).toLowerCase(),
    type: brief(textAt(body, 'orderType')),
    order: { ...Object.fromEntries(terms), timestamp },
  };
}

function repliedLine(replied: number, response: Response): OrderLine {
  const body = parseJson(response.body);
  const id = idIn(body);
  const accepted = isSuccess(response) && flagAt(body, 'success') !== false;
  return { replied, accepted, ...(id === undefined ? {} : { id: id.slice(0, LONGEST_ID) }) };
}

/**
 * `target` with every order passed to `write` before it is sent, and every reply after. If `write` refuses an order, with a message of one line, it
 * is not sent.
 */
export function withOrderLog(target: Target, write: (line: OrderLine) => Result<void, string>): Target {
  let count = 0;
  return {
    ...target,
    async send(request) {
      const line = sentLine(request, count + 1);
      if (line === undefined) return target.send(request);
      count += 1;
      const number = count;
      const written = write(line);
      if (!written.ok) return { kind: 'trouble', trouble: 'aborted', detail: written.refusal };
      const outcome = await target.send(request);
      // An order whose reply cannot be written counts as one without a reply.
      if (outcome.kind === 'response') write(repliedLine(number, outcome.response));
      return outcome;
    },
  };
}

/** Reads a log. A last line that was cut off is ignored: its order was not sent yet. Refuses with a message of one line. */
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
      if (reply.data.id !== undefined) placedBy(placed, before.wallet).ids.add(reply.data.id);
      else if (reply.data.accepted) placedBy(placed, before.wallet).unnamed.add(before.order);
    } else return refuse(`line ${index + 2} is neither an order nor the reply to one`);
  }
  for (const { wallet, order } of open.values()) placedBy(placed, wallet).unnamed.add(order);
  return ok({ head: head.data, sent, lost: open.size, placed });
}
