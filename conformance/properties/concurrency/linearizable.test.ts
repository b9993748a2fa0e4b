/** concurrency/linearizable tests: histories of a counter and of orders, and a comparison with all permutations. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Explanation, explain, type Operation, type Specification } from './linearizable.ts';
import { type OrderEvent, orderSpecification, statesOf } from './order-states.ts';

/** A register: `write` sets it, `read` has seen a value. */
type Access = { readonly kind: 'write' | 'read'; readonly value: number };
const register: Specification<number, Access> = {
  initial: 0,
  step: (state, { kind, value }) => (kind === 'write' ? value : state === value ? state : undefined),
  digest: String,
};

function permutations<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));
}

/** The definition word for word: every subset of the optional operations, in every order. */
function explainByForce(operations: readonly Operation<Access>[]): Explanation {
  const isLawful = (order: readonly Operation<Access>[]): boolean => {
    const inTime = order.every((one, at) => order.slice(at + 1).every(({ returned }) => returned >= one.invoked));
    let state: number | undefined = register.initial;
    for (const { input } of order) state = state === undefined ? undefined : register.step(state, input);
    return inTime && state !== undefined;
  };
  const optional = operations.filter(({ isOptional }) => isOptional === true);
  const subsets = Array.from({ length: 2 ** optional.length }, (_, bits) =>
    operations.filter((one) => one.isOptional !== true || ((bits >> optional.indexOf(one)) & 1) === 1),
  );
  return subsets.some((subset) => permutations(subset).some(isLawful)) ? 'explained' : 'unexplained';
}

const access = fc.record({
  input: fc.record({ kind: fc.constantFrom('write', 'read'), value: fc.nat(2) }),
  invoked: fc.nat(9),
  length: fc.integer({ min: 1, max: 6 }),
  isLost: fc.boolean(),
});
const histories = fc
  .array(access, { maxLength: 5 })
  .map((all) =>
    all.map(
      ({ input, invoked, length, isLost }): Operation<Access> =>
        isLost && input.kind === 'write'
          ? { input, invoked, returned: Number.POSITIVE_INFINITY, isOptional: true }
          : { input, invoked, returned: invoked + length },
    ),
  );

describe('the search for an explanation', () => {
  it('agrees with the definition', () => {
    const seen = new Set<Explanation>();
    fc.assert(
      fc.property(histories, (history) => {
        const found = explain(history, register);
        seen.add(found);
        expect(found).toBe(explainByForce(history));
      }),
      { numRuns: 400 },
    );
    expect(seen).toEqual(new Set(['explained', 'unexplained']));
  });

  it('is undecided at its bound', () => {
    const writes = Array.from({ length: 9 }, (_, value) => ({
      input: { kind: 'write', value } as const,
      invoked: 0,
      returned: 1,
    }));
    const read = { input: { kind: 'read', value: 99 } as const, invoked: 2, returned: 3 };
    expect(explain([...writes, read], register, 1_000)).toBe('undecided');
    expect(explain([...writes, read], register)).toBe('unexplained');
  });
});

/** Events that overlap: all are sent before the first response. The look comes last. */
const together = (events: readonly OrderEvent[], listed: readonly string[] = []): readonly Operation<OrderEvent>[] => [
  ...events.map((input) => ({ input, invoked: 0, returned: 1 })),
  { input: { kind: 'look', listed }, invoked: 2, returned: 3 },
];

const resting = statesOf([{ id: 'a', twin: 'a', size: 20 }]);
const cancel: OrderEvent = { kind: 'cancel', id: 'a', isReported: true };
const fill = (size: number): OrderEvent => ({ kind: 'fill', ids: ['a'], size });
const place = (id: string, twin: string): OrderEvent => ({ kind: 'place', id, twin, size: 5 });

describe('the states of orders', () => {
  it.each<readonly [string, readonly Operation<OrderEvent>[]]>([
    ['a partial fill before a cancel', together([cancel, fill(12)])],
    ['the first order in the reply to a duplicate', together([place('b', 't'), place('b', 't')], ['b'])],
    ['an order that stays', together([fill(12)], ['a'])],
    ['fills of all shares', together([fill(12), fill(8)])],
  ])('allow %s', (_, history) => {
    expect(explain(history, orderSpecification(resting))).toBe('explained');
  });

  it.each<readonly [string, readonly Operation<OrderEvent>[]]>([
    ['two cancels that win', together([cancel, cancel])],
    ['a fill of all shares beside a cancel', together([cancel, fill(20)])],
    ['more fills than shares', together([fill(12), fill(9)])],
    ['two orders of one body', together([place('b', 't'), place('c', 't')])],
    ['one id for two orders', together([place('b', 't'), place('b', 'u')])],
    ['a cancelled order in the list', together([cancel], ['a'])],
    [
      'a fill after the response to a cancel',
      [
        { input: cancel, invoked: 0, returned: 1 },
        { input: fill(5), invoked: 2, returned: 3 },
      ],
    ],
  ])('forbid %s', (_, history) => {
    expect(explain(history, orderSpecification(resting))).toBe('unexplained');
  });

  it('leave open whether a cancel without a response had an effect', () => {
    const lost = {
      input: { ...cancel, isReported: false },
      invoked: 0,
      returned: Number.POSITIVE_INFINITY,
      isOptional: true,
    };
    for (const others of [together([cancel]), together([fill(20)]), together([], ['a'])])
      expect(explain([lost, ...others], orderSpecification(resting))).toBe('explained');
  });
});
