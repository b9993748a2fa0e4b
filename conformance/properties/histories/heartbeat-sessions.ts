/**
 * conformance/properties/histories/heartbeat-sessions: drawn heartbeats of the first wallet on both routes, waits, and
 * orders of two wallets (interface 4.2 and its decisions). A model of one id and one deadline says what each response
 * and each order must be.
 */
import fc, { type Arbitrary } from 'fast-check';
import { textAt } from '../../../base/json.ts';
import type { CheckContext, ClauseId } from '../../check.ts';
import { fieldLike, isTrue, NO_UUID, refusal, success } from '../../checks/assertions.ts';
import { beat, beatWith, endSession, STARTS } from '../../checks/heartbeats/session.ts';
import { advance, serviceNow } from '../../checks/moments.ts';
import { calmWallet, cancel, farPlan, firstWallet, place, placedId } from '../../checks/orders/plan.ts';
import { listing, liveOrders, notListing } from '../../checks/orders/wallet-reads.ts';
import { type Property, property } from '../property.ts';

type Command =
  | { readonly kind: 'start'; readonly form: number }
  | { readonly kind: 'next' | 'bare' | 'look' }
  /** An id that was never issued, or the one before the latest. */
  | { readonly kind: 'wrong'; readonly isOld: boolean }
  | { readonly kind: 'wait'; readonly seconds: number }
  | { readonly kind: 'order'; readonly isCalm: boolean };

/** An order with the moment at which it ends; undefined while no deadline of its key is known. */
type Order = {
  readonly id: string;
  readonly isCalm: boolean;
  /** It was placed in a session of this case: an earlier one may end others. */
  readonly isOfSession: boolean;
  /** A list may show an order late. */
  isSeen: boolean;
  end: number | undefined;
};

/** The sessions that the beats so far have begun. `longest`: the longest pause between two of them, milliseconds. */
class Model {
  readonly ids: string[] = [];
  readonly routes = new Set<'bare' | 'v1'>();
  readonly orders: Order[] = [];
  last: number | undefined;
  isBareSince = false;
  isWrongSince = false;
  longest = 0;
}

const DEADLINE_MS = 10_000;
/** A client that beats so often keeps its orders on every service. */
const OFTEN_MS = 5_000;
/** A clock that runs may pass a deadline this close between two requests. */
const CLOSE_MS = 1_500;

/** Seconds within the time in which every service keeps the orders, within the deadline, and beyond it. */
const WAITS = [4, 4, 7, 7, 12, 25] as const;

const commands: Arbitrary<readonly Command[]> = fc.array(
  fc.oneof<{ readonly weight: number; readonly arbitrary: Arbitrary<Command> }[]>(
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('start' as const), form: fc.nat(STARTS.length - 1) }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('next' as const) }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('bare' as const) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('wrong' as const), isOld: fc.boolean() }) },
    { weight: 6, arbitrary: fc.record({ kind: fc.constant('wait' as const), seconds: fc.constantFrom(...WAITS) }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('order' as const), isCalm: fc.boolean() }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('look' as const) }) },
  ),
  { minLength: 1, maxLength: 24, size: 'max' },
);

async function judgeSession(context: CheckContext, drawn: readonly Command[]) {
  await endSession(context);
  const model = new Model();
  try {
    for (const command of drawn) await perform(context, model, command);
    await look(context, model);
  } finally {
    for (const { id, isCalm } of model.orders) await cancel(context, walletOf(context, isCalm), id);
    await endSession(context);
  }
}

const walletOf = (context: CheckContext, isCalm: boolean) => (isCalm ? calmWallet : firstWallet)(context);

async function perform(context: CheckContext, model: Model, command: Command) {
  switch (command.kind) {
    case 'wait':
      return await advance(context, command.seconds * 1_000);
    case 'order': {
      const { isCalm } = command;
      const id = placedId(await place(context, walletOf(context, isCalm), farPlan(context)));
      const deadline = isCalm || model.last === undefined ? undefined : model.last + DEADLINE_MS;
      const isOfSession = deadline !== undefined && (await serviceNow(context)) < deadline;
      const end = isOfSession ? deadline : undefined;
      if (id !== undefined) model.orders.push({ id, isCalm, isOfSession, isSeen: false, end });
      return await look(context, model);
    }
    case 'look':
      return await look(context, model);
    case 'bare': {
      const response = await beat(context);
      const isTaken = context.judge(success('4.2/heartbeat.no-body', response, 'no body is needed'));
      context.judge(fieldLike('4.2/ok', response, '/status', 'ok'));
      model.isBareSince = true;
      return isTaken ? await count(context, model, 'bare') : undefined;
    }
    case 'wrong':
      return await sendWrong(context, model, command.isOld);
    case 'start':
    case 'next':
      return await sendBeat(context, model, command);
  }
}

async function sendBeat(context: CheckContext, model: Model, command: Command) {
  const latest = model.ids.at(-1);
  const [what, start] = STARTS[command.kind === 'start' ? command.form : 0] ?? STARTS[0];
  const isNext = command.kind === 'next' && latest !== undefined;
  const clauses = isNext ? await chainClauses(context, model) : [`D/heartbeat-payload.${what}` as const];
  const response = await beatWith(context, isNext ? { heartbeat_id: latest } : start);
  const why = isNext ? 'it carries the latest id' : 'it starts a session';
  if (!context.judge(success(clauses, response, why))) return;
  context.judge(
    fieldLike('4.2/heartbeat-v1.id', response, '/heartbeat_id', { $any: [{ $absent: true }, { $not: '' }] }),
  );
  if (model.ids.length > 0)
    context.judge(
      fieldLike('D/heartbeat-payload.rotates', response, '/heartbeat_id', { $not: { $in: [...new Set(model.ids)] } }),
    );
  const id = textAt(response.json, 'heartbeat_id');
  if (id !== undefined && id !== '') model.ids.push(id);
  model.isBareSince = false;
  await count(context, model, 'v1');
}

async function chainClauses(context: CheckContext, { isBareSince, last }: Model): Promise<readonly ClauseId[]> {
  const now = await serviceNow(context);
  return [
    'D/heartbeat-payload.chain',
    ...(isBareSince ? (['D/heartbeat-chain.bodiless'] as const) : []),
    ...(last !== undefined && now > last + 2 * DEADLINE_MS ? (['D/heartbeat-chain.lapse'] as const) : []),
  ];
}

async function sendWrong(context: CheckContext, model: Model, isOld: boolean) {
  const latest = model.ids.at(-1);
  if (latest === undefined) return;
  const wrong = (isOld ? model.ids.at(-2) : undefined) ?? NO_UUID;
  if (wrong === latest) return;
  const response = await beatWith(context, { heartbeat_id: wrong });
  const clauses = 'D/heartbeat-payload.wrong-id';
  if (context.judge(refusal(clauses, response, 'the id is not the latest one')))
    context.judge(fieldLike(clauses, response, '/heartbeat_id', latest));
  // A service that accepts it may have begun another chain.
  else model.ids.push(textAt(response.json, 'heartbeat_id') ?? latest);
  model.isWrongSince = true;
}

/** A beat that counts: it moves the deadline of every order of the key that has not ended. */
async function count(context: CheckContext, model: Model, route: 'bare' | 'v1') {
  const now = await serviceNow(context);
  model.longest = Math.max(model.longest, now - (model.last ?? now));
  model.last = now;
  model.isWrongSince = false;
  model.routes.add(route);
  for (const order of model.orders)
    if (!order.isCalm && (order.end === undefined || order.end > now)) order.end = now + DEADLINE_MS;
}

/** Compares the live orders of both wallets with the model. */
async function look(context: CheckContext, model: Model) {
  for (const isCalm of [false, true]) {
    const own = model.orders.filter((order) => order.isCalm === isCalm);
    if (own.length === 0) continue;
    const [{ pages }, now] = [await liveOrders(context, walletOf(context, isCalm)), await serviceNow(context)];
    const [of, ...more] = pages;
    if (of === undefined || more.length > 0) continue;
    for (const order of own) {
      const { id, end } = order;
      order.isSeen ||= isTrue({ of, must: listing(id) });
      if (!order.isSeen || (end !== undefined && Math.abs(end - now) < CLOSE_MS)) continue;
      const isLive = end === undefined || now < end;
      const because = isLive ? 'nothing has ended the order' : 'the last heartbeat is ten seconds old';
      const clauses = expiryClauses(model, order, isLive);
      context.judge({ clauses, of, must: isLive ? listing(id) : notListing(id), because });
    }
  }
}

function expiryClauses(model: Model, { isCalm, isOfSession, end }: Order, isLive: boolean): readonly ClauseId[] {
  const { last, longest, routes, isWrongSince } = model;
  if (isCalm)
    return ['D/heartbeat-expiry.opt-in', ...(last === undefined ? [] : (['D/heartbeat-expiry.own-key'] as const))];
  if (end === undefined) return ['D/heartbeat-expiry.deadline'];
  const isKept = isLive && isOfSession && longest <= OFTEN_MS && end - DEADLINE_MS === last;
  return [
    'D/heartbeat-expiry.deadline',
    ...(isKept ? (['4.2/keep-alive'] as const) : []),
    ...(!isLive && isWrongSince ? (['D/heartbeat-expiry.wrong-id-counts-not'] as const) : []),
    ...(routes.size > 1 ? (['D/heartbeat-expiry.one-timer'] as const) : []),
  ];
}

export const sessionProperty: Property = property<readonly Command[]>({
  id: 'histories.sessions',
  title: 'heartbeats on both routes keep the orders of their key, and of no other one, for as long as they come',
  route: 'heartbeat-v1',
  clauses: [
    '4.2/heartbeat.no-body',
    '4.2/ok',
    '4.2/heartbeat-v1.id',
    '4.2/keep-alive',
    ...STARTS.map(([what]) => `D/heartbeat-payload.${what}` as const),
    'D/heartbeat-payload.chain',
    'D/heartbeat-payload.rotates',
    'D/heartbeat-payload.wrong-id',
    'D/heartbeat-chain.bodiless',
    'D/heartbeat-chain.lapse',
    'D/heartbeat-expiry.deadline',
    'D/heartbeat-expiry.opt-in',
    'D/heartbeat-expiry.own-key',
    'D/heartbeat-expiry.one-timer',
    'D/heartbeat-expiry.wrong-id-counts-not',
  ],
  capability: 'heartbeat-expiry',
  alsoNeeds: ['trading'],
  safety: 'write-reversible',
  needs: ['write-market', 'two-wallets'],
  cost: {
    perCase: { 'heartbeat-v1': 5, heartbeat: 3, 'place-order': 3, 'cancel-order': 3, 'live-orders': 6 },
  },
  open: async () => ({
    arbitrary: commands,
    judge: judgeSession,
    space: ['start', 'next', 'bare', 'wrong', 'wait', 'order', 'look'],
    features: (drawn) => drawn.map(({ kind }) => kind),
  }),
});
