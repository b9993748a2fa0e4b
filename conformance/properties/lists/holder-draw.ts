/** conformance/properties/lists/holder-draw: draws requests for top holders: markets, smallest balance and limit. */
import fc from 'fast-check';
import { numberAt } from '../../../base/json.ts';
import { routeById } from '../../../spec/routes.ts';
import { withoutNoise } from '../../../wire/pattern/closeness.ts';
import { paramOf } from '../../checks/requests.ts';
import { justAbove } from '../../checks/wallets/filters.ts';
import type { MarketHolders } from './holder-model.ts';

/** A request: `markets` are places in the list of markets that were read. */
export type Drawn = {
  readonly markets: readonly number[];
  readonly minBalance: string | undefined;
  readonly limit: number | undefined;
};

/** All holders of some markets, in the order of their condition ids. */
export type Whole = { readonly ids: readonly string[]; readonly markets: readonly MarketHolders[] };

/** The most holders of a market that one response can show. */
export const LIMIT_MAX = paramOf(routeById('holders'), 'limit').max ?? 0;

/** Bounds at the balances of some holders, above them, and beyond all of them. */
function balancesOf({ markets }: Whole): readonly string[] {
  const amounts = markets.flat().flatMap(({ rows }) => rows.map((row) => withoutNoise(numberAt(row, 'amount') ?? 0)));
  const bounds = amounts.flatMap((amount) => [amount, justAbove(amount)]);
  const texts = [0, 0.5, 1, ...bounds, 1_000_000_000].map(String);
  return [...new Set(texts)].filter((text) => /^[\d.]+$/.test(text));
}

export function arbitraryOf(whole: Whole): fc.Arbitrary<Drawn> {
  const places = whole.ids.map((_, at) => at);
  const counts = whole.markets.map((groups) => groups.reduce((sum, { rows }) => sum + rows.length, 0));
  const shrinking = { withCrossShrink: true };
  const absent = fc.constant(undefined);
  const limits = [fc.integer({ min: 1, max: Math.max(1, ...counts) + 1 }), fc.constantFrom(0, LIMIT_MAX)];
  return fc.record({
    markets: fc.shuffledSubarray(places, { minLength: 1 }),
    minBalance: fc.oneof(shrinking, absent, fc.constantFrom(...balancesOf(whole))),
    limit: fc.oneof(shrinking, absent, ...limits),
  });
}

const featureOf = (markets: number, hasBalance: boolean, hasLimit: boolean): string =>
  `${markets} markets, ${hasBalance ? 'minBalance' : 'any balance'}, ${hasLimit ? 'limited' : 'not limited'}`;

export const SPACE = [1, 2].flatMap((markets) =>
  [false, true].flatMap((balance) => [false, true].map((limit) => featureOf(markets, balance, limit))),
);

export function featuresOf({ markets, minBalance, limit }: Drawn): readonly string[] {
  return [featureOf(markets.length, minBalance !== undefined, limit !== undefined)];
}

/** Smaller requests that are judged first: see list-property. */
export function partsOf(drawn: Drawn): readonly [...Drawn[], Drawn] {
  const { markets, minBalance, limit } = drawn;
  const isJoint = minBalance !== undefined && limit !== undefined;
  const single = markets.length > 1 ? markets.map((at) => ({ ...drawn, markets: [at] })) : [];
  const parts = isJoint
    ? [
        { ...drawn, limit: undefined },
        { ...drawn, minBalance: undefined },
      ]
    : [];
  return [...single, ...parts, drawn];
}
