/**
 * conformance/properties/concurrency/contest: a drawn contest: orders that rest, and clients that place and cancel at
 * once. A request names orders by number modulo their count, so that a contest stays valid when shrinking removes some
 * of them.
 */
import fc, { type Arbitrary } from 'fast-check';

export type ContestRequest =
  /** The second wallet takes the shares of one of the resting orders at their price. */
  | { readonly kind: 'take'; readonly of: number; readonly type: 'GTC' | 'FOK' | 'FAK' }
  /** The first wallet adds an order beside the resting ones. */
  | { readonly kind: 'add'; readonly size: number }
  /** The first wallet sends one of two bodies, which other clients may send as well. */
  | { readonly kind: 'twin'; readonly of: 0 | 1 }
  /** A wallet cancels one of the resting orders, or of those that this client has placed. */
  | { readonly kind: 'cancel'; readonly of: number };

export type Contest = {
  /** Side of the orders that rest. */
  readonly side: 'BUY' | 'SELL';
  /** Sizes of the resting orders, as numbers of `contestSize`. */
  readonly resting: readonly number[];
  /** The requests of each client, which it sends one after the other. */
  readonly clients: readonly (readonly ContestRequest[])[];
};

/** The largest contest: clients, and requests of each. */
export type ContestBounds = { readonly clientsMax: number; readonly requestsMax: number; readonly restingMax: number };

export const LARGEST_CONTEST: ContestBounds = { clientsMax: 4, requestsMax: 6, restingMax: 3 };

const sizes = fc.nat(9);

export function contests({ clientsMax, requestsMax, restingMax }: ContestBounds): Arbitrary<Contest> {
  const request: Arbitrary<ContestRequest> = fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('cancel'), of: fc.nat(5) }) },
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constant('take'), of: fc.nat(2), type: fc.constantFrom('FOK', 'FAK', 'GTC') }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('twin'), of: fc.constantFrom(0, 1) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('add'), size: sizes }) },
  );
  return fc.record({
    side: fc.constantFrom('SELL', 'BUY'),
    resting: fc.array(sizes, { minLength: 1, maxLength: restingMax }),
    clients: fc.array(fc.array(request, { minLength: 1, maxLength: requestsMax, size: 'max' }), {
      minLength: 2,
      maxLength: clientsMax,
    }),
  });
}
