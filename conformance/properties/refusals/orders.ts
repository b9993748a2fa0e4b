/**
 * conformance/properties/refusals/orders: drawn bodies of `POST /order`: one with any defects is refused and changes
 * nothing, and one that differs only where the interface leaves a choice to clients is accepted (interface 4.3 and its
 * decisions).
 */
import fc, { type Arbitrary } from 'fast-check';
import { textAt } from '../../../base/json.ts';
import type { Wallet } from '../../../wire/credentials.ts';
import type { CheckContext, ClauseId, Exchange } from '../../check.ts';
import { refusal } from '../../checks/assertions.ts';
import { closedMarket } from '../../checks/orders/effects.ts';
import { cancel, type OrderBody, type OrderPlan, orderBody, sizeFor } from '../../checks/orders/plan.ts';
import { accepted, inOrder, tryBody, tryPlan, untilAccepted } from '../../checks/orders/probes.ts';
import { farPlan, twoWallets } from '../../checks/orders/resting-orders.ts';
import { liveOrders } from '../../checks/orders/wallet-reads.ts';
import { type Property, property, TRADING } from '../property.ts';
import { DEFECT_CLAUSES, type Defect, defects, type Place } from './order-defects.ts';

/** A change that the interface leaves to the client: it is accepted, with the clauses that say so. */
type Freedom = {
  readonly clauses: readonly (typeof FREEDOM_CLAUSES)[number][];
  readonly why: string;
  readonly apply: (body: OrderBody) => OrderBody;
};

type Case = { readonly shares: number; readonly freedoms: readonly Freedom[]; readonly defects: readonly Defect[] };

const FREEDOM_CLAUSES = [
  'D/order-body.unknown',
  'D/order-forms.texts',
  'D/order-signature.types',
  '4.3/order.signatureType.3',
] as const satisfies readonly ClauseId[];

const text = fc.oneof(fc.constant(''), fc.string({ maxLength: 20 }));

const freedoms: Arbitrary<Freedom> = fc.oneof(
  text.map(
    (value): Freedom => ({
      clauses: ['D/order-body.unknown'],
      why: 'fields that are not listed are ignored',
      apply: (body) => ({ ...inOrder(body, { flavour: value }), colour: { deep: [value] } }),
    }),
  ),
  fc.record({ metadata: text, builder: text }).map(
    (texts): Freedom => ({
      clauses: ['D/order-forms.texts'],
      why: 'metadata and builder may be any text',
      apply: (body) => inOrder(body, texts),
    }),
  ),
  ...[0, 1, 2, 3].map((signatureType) =>
    fc.constant<Freedom>({
      clauses: ['D/order-signature.types', ...(signatureType === 3 ? (['4.3/order.signatureType.3'] as const) : [])],
      why: `signature type ${signatureType} exists`,
      apply: (body) => inOrder(body, { signatureType }),
    }),
  ),
);

const caseOf = (few: Arbitrary<Case['freedoms']>, wrong: Arbitrary<Case['defects']>): Arbitrary<Case> =>
  fc.record({ shares: fc.integer({ min: 20, max: 60 }), freedoms: few, defects: wrong });
const none = fc.constant([]);
const one = fc.array(freedoms, { minLength: 1, maxLength: 1 });
const single = defects.map((defect) => [defect]);
const two = fc.uniqueArray(defects, { minLength: 2, maxLength: 2, selector: ({ part }) => part });

/** Most orders have one defect: a service that checks a second one hides that it ignores the first. */
const cases: Arbitrary<Case> = fc.oneof(
  { weight: 2, arbitrary: caseOf(one, none) },
  { weight: 5, arbitrary: caseOf(none, single) },
  { weight: 1, arbitrary: caseOf(one, two) },
);

type Setting = Pick<Place, 'plan' | 'closed' | 'other'> & { readonly wallet: Wallet };

async function judgeBody(context: CheckContext, { wallet, ...setting }: Setting, drawn: Case) {
  const { market } = setting.plan;
  const plan = { ...setting.plan, size: sizeFor(market, drawn.shares) };
  const bodyOf = (): unknown => {
    const free = drawn.freedoms.reduce((body, { apply }) => apply(body), orderBody(context, wallet, plan));
    const place = { ...setting, plan, now: context.serviceSeconds() };
    return drawn.defects.reduce((body, { apply }) => apply(body, place), free);
  };
  if (drawn.defects.length > 0) return await judgeDefects(context, wallet, plan, bodyOf(), drawn.defects);
  const { response, isRefused } = await untilAccepted(() => tryBody(context, wallet, bodyOf()));
  // Without a plain order that is accepted, the refusal may have another cause.
  if (isRefused && (await untilAccepted(() => tryPlan(context, wallet, plan))).isRefused) return;
  for (const { clauses, why } of drawn.freedoms) context.judge(accepted(clauses, response, why));
}

async function judgeDefects(
  context: CheckContext,
  wallet: Wallet,
  { market }: OrderPlan,
  body: unknown,
  drawn: readonly Defect[],
) {
  const live = () => liveOrders(context, wallet, { market: market.conditionId });
  const before = new Set((await live()).rows.map((row) => textAt(row, 'id')));
  const { response, isRefused } = await tryBody(context, wallet, body);
  for (const { clauses, why } of drawn) context.judge(refusal(clauses, response, why));
  if (!isRefused) return;
  judgeError(context, response, drawn);
  const after = await live();
  const added = after.rows.flatMap((row) => textAt(row, 'id') ?? []).filter((id) => !before.has(id));
  for (const id of added) await cancel(context, wallet, id);
  const must = { at: { '/data': { $every: { id: { $not: { $in: added } } } } } };
  context.judge({ clauses: '4.3/refused.no-effect', of: after.response, must, because: 'the order was refused' });
}

/** Status and words of a refusal with one cause. */
function judgeError(context: CheckContext, of: Exchange, [defect, ...others]: readonly Defect[]) {
  if (defect === undefined || others.length > 0) return;
  const { part, field } = defect;
  context.judge(
    part === 'closed'
      ? { clauses: 'D/order-refusals.not-accepting', of, must: { status: 409 } }
      : { clauses: 'D/order-refusals.status', of, must: { status: 400 } },
  );
  if (field === undefined) return;
  const must = { at: { '/error': { $match: `\\b${field}\\b` } } };
  context.judge({ clauses: 'D/order-refusals.names-field', of, must, because: `${field} is missing` });
}

const orderBodies: Property = property<Case>({
  ...TRADING,
  id: 'refusals.orders',
  title:
    'an order with any defects is refused and changes nothing, and one in another form of the same meaning is accepted',
  route: 'place-order',
  clauses: [
    ...DEFECT_CLAUSES,
    ...FREEDOM_CLAUSES,
    'D/order-refusals.status',
    'D/order-refusals.names-field',
    'D/order-refusals.not-accepting',
    '4.3/refused.no-effect',
  ],
  safety: 'write-reversible',
  cost: { once: { 'trading-market': 3 }, perCase: { 'place-order': 2, 'cancel-order': 2, 'live-orders': 2 } },
  async open(context) {
    const [wallet, other] = twoWallets(context);
    const closed = await closedMarket(context);
    return {
      arbitrary: cases,
      judge: (trial, drawn) => judgeBody(trial, { plan: farPlan(trial), wallet, closed, other }, drawn),
    };
  },
});

export const orderBodyProperties: readonly Property[] = [orderBodies];
