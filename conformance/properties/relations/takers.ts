/**
 * conformance/properties/relations/takers: two ways to take from equal resting orders, which no other wallet reaches
 * before. A FOK order is filled if and only if a FAK order is filled whole, a tighter limit never gets more, two FAK
 * orders get as much as one of both sizes, and with every size times a factor that many times as much trades.
 */
import fc from 'fast-check';
import { MICRO } from '../../../base/units.ts';
import type { CheckContext, ClauseId, Exchange, Wallet } from '../../check.ts';
import {
  amountsIn,
  cancel,
  type OrderPlan,
  opposite,
  place,
  placedId,
  type Side,
  sizeFor,
  twoWallets,
} from '../../checks/orders/plan.ts';
import { frontPlan } from '../../checks/orders/resting-orders.ts';
import { twice } from '../../checks/steady.ts';
import { isWhole } from '../histories/reply-rules.ts';
import { judgeRulings, type Ruling, rulingOf, verdictOf } from '../histories/ruling.ts';
import { type Property, property, TRADING } from '../property.ts';

const RELATIONS = ['fok', 'limit', 'parts', 'scale'] as const;

/** `shares`: of resting orders on two levels; `taken`, `part`: of the taker; `isFar`: its limit reaches both. */
type Case = Readonly<{
  relation: (typeof RELATIONS)[number];
  side: Side;
  outcome: 0 | 1;
  shares: readonly [near: number, far: number];
  taken: number;
  part: number;
  isFar: boolean;
  factor: number;
}>;

/** Multiples of five shares: a part of an order is then far smaller than the order less a fee. */
const fives = (min: number, max: number) => fc.integer({ min, max }).map((count) => 5 * count);

const cases: fc.Arbitrary<Case> = fc.record({
  relation: fc.constantFrom(...RELATIONS),
  side: fc.constantFrom<Side>('SELL', 'BUY'),
  outcome: fc.constantFrom(0, 1),
  shares: fc.tuple(fives(2, 4), fives(2, 4)),
  taken: fives(3, 9),
  part: fc.integer({ min: 5, max: 10 }),
  isFar: fc.boolean(),
  factor: fc.constantFrom(2, 3),
});

/** The reply to a taker, with what it got in the units of the service; undefined if refused or without amounts. */
type Taken = { readonly reply: Exchange; readonly shares: number | undefined; readonly cash: number };

type Trial = { readonly resting: readonly OrderPlan[]; readonly takers: readonly OrderPlan[] };

/** Places resting orders, takes from them one taker after the other, and cancels what is left. */
async function play(context: CheckContext, { resting, takers }: Trial): Promise<readonly Taken[]> {
  const [maker, taker] = twoWallets(context);
  const ids: [Wallet, string][] = [];
  const send = async (wallet: Wallet, plan: OrderPlan): Promise<Exchange> => {
    const reply = await place(context, wallet, plan);
    const id = placedId(reply);
    if (id !== undefined && plan.type === 'GTC') ids.push([wallet, id]);
    return reply;
  };
  const taken: Taken[] = [];
  try {
    for (const plan of resting) await send(maker, plan);
    // A wallet that lacks shares or cash shows nothing.
    if (ids.length < resting.length) return [];
    for (const plan of takers) taken.push(takenIn(await send(taker, plan), plan));
  } finally {
    for (const [wallet, id] of ids) await cancel(context, wallet, id);
  }
  return taken;
}

function takenIn(reply: Exchange, { side }: OrderPlan): Taken {
  const [making, taking] = amountsIn(reply);
  const [shares = 0, cash = 0] = side === 'BUY' ? [taking, making] : [making, taking];
  return { reply, shares: placedId(reply) !== undefined && shares > 0 ? shares : undefined, cash };
}

/** The two trials of a case: the plain one, and the one that it is compared with. */
function trialsOf(spot: OrderPlan, drawn: Case): readonly [Trial, Trial] {
  const { side, market } = spot;
  const far = side === 'SELL' ? market.tick : -market.tick;
  // The lower of two free prices is the nearer one for a purchase.
  const near = side === 'SELL' ? spot.price : spot.price + market.tick;
  const size = (shares: number, factor: number) => (sizeFor(market, 5) / 5) * shares * factor;
  const trial = (change: Partial<OrderPlan>, sizes: readonly number[], isFar = drawn.isFar, factor = 1): Trial => ({
    resting: drawn.shares.map((shares, at) => ({ ...spot, price: near + at * far, size: size(shares, factor) })),
    takers: sizes.map((shares) => ({
      ...spot,
      type: 'FAK',
      side: opposite(side),
      price: isFar ? near + far : near,
      size: size(shares, factor),
      ...change,
    })),
  });
  const plain = trial({}, [drawn.taken]);
  switch (drawn.relation) {
    case 'fok':
      return [trial({ type: 'FOK' }, [drawn.taken]), plain];
    case 'limit':
      return [trial({}, [drawn.taken], false), trial({}, [drawn.taken], true)];
    case 'parts':
      return [plain, trial({}, [drawn.part, drawn.taken - drawn.part])];
    case 'scale':
      return [plain, trial({}, [drawn.taken], drawn.isFar, drawn.factor)];
  }
}

const isEqual = (left: number, right: number) => Math.abs(left - right) <= 1e-4 * Math.max(left, right);

function rulingsOf(
  { relation, factor }: Case,
  size: number,
  [one]: readonly Taken[],
  second: readonly Taken[],
): readonly Ruling[] {
  const [other] = second;
  if (one === undefined || other?.shares === undefined) return [];
  const ruling = (clause: ClauseId, isLawful: boolean, expected: string, actual: unknown) =>
    rulingOf(clause, relation === 'fok' ? one.reply : other.reply, isLawful, () => ({ expected, actual }));
  const total = second.reduce((sum, { shares = Number.NaN }) => sum + shares, 0);
  if (relation === 'fok' && one.shares === undefined) {
    const expected = 'a fill, because a FAK order of the same size is filled whole';
    return [ruling('D/order-refusals.killed', !isWhole(total, size / MICRO), expected, one.reply.json)];
  }
  if (one.shares === undefined || Number.isNaN(total)) return [];
  const expected = `${one.shares} shares, by the first way to take them`;
  const clause = relation === 'fok' ? '4.3/fok.whole-or-nothing' : 'D/order-types.FAK';
  const wanted = relation === 'scale' ? one.shares * factor : one.shares;
  const isLawful = relation === 'limit' ? total >= one.shares * (1 - 1e-4) : isEqual(wanted, total);
  const rulings = [ruling(clause, isLawful, expected, total)];
  if (relation !== 'parts') return rulings;
  const cash = second.reduce((sum, taken) => sum + taken.cash, 0);
  const cost = `${one.cash} dollars, by the first way to take them`;
  return [...rulings, ruling('D/matching.price-first', isEqual(one.cash, cash), cost, cash)];
}

async function judgeTakers(context: CheckContext, drawn: Case) {
  const verdict = await twice(context, ['books'], async () => {
    const spot = await frontPlan(context, { side: drawn.side, outcome: drawn.outcome }, 2);
    const [first, second] = trialsOf(spot, drawn);
    const size = first.takers[0]?.size ?? 0;
    return verdictOf(rulingsOf(drawn, size, await play(context, first), await play(context, second)));
  });
  judgeRulings(context, verdict);
}

export const takersProperty: Property = property<Case>({
  ...TRADING,
  id: 'relations.takers',
  title:
    'equal resting orders give as much to a FOK order as to a FAK order, to parts as to a whole, ' +
    'and never less to a wider limit',
  route: 'place-order',
  clauses: ['4.3/fok.whole-or-nothing', 'D/order-refusals.killed', 'D/order-types.FAK', 'D/matching.price-first'],
  cost: { perCase: { books: 2, 'place-order': 7, 'cancel-order': 4 } },
  open: async () => ({
    arbitrary: cases,
    judge: judgeTakers,
    space: RELATIONS,
    features: ({ relation }) => [relation],
  }),
});
