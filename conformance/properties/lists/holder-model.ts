/**
 * conformance/properties/lists/holder-model: what a response with top holders must be (interface 4.10), computed from
 * all holders of the same markets. `limit` counts the holders of a market; the interface leaves open whether it counts
 * those of each outcome apart.
 */
import { type JsonObject, numberAt } from '../../../base/json.ts';
import { isClose } from '../../../wire/pattern/closeness.ts';
import { containsEach } from '../../checks/wallets/holder-groups.ts';
import { type Meaning, marksOf, rankings, sift } from './model.ts';

/** The holders of each token of one market. */
export type MarketHolders = readonly { readonly token: string; readonly rows: readonly JsonObject[] }[];

const BY_AMOUNT = { by: '/amount', order: 'desc' } as const;

/** The pattern of the groups of these markets; undefined if a balance is too near the bound to decide. */
export function topHolders(markets: readonly MarketHolders[], least: Meaning, limit: number): JsonObject | undefined {
  let isOpen = false;
  const kept = markets.map((groups) =>
    groups.map(({ token, rows }) => {
      const sifted = sift(rows.length, [marksOf(rows, least)]);
      isOpen ||= sifted.open.length > 0;
      return { token, rows: rows.filter((_, index) => sifted.kept.includes(index)) };
    }),
  );
  if (isOpen) return undefined;
  const ofMarkets = kept.flatMap((groups) => {
    const all = groups.flatMap(({ rows }) => rows);
    return groups.map(({ token, rows }) => groupPattern(token, rows, countsAmong(rows, all, limit)));
  });
  const ofTokens = kept.flat().map(({ token, rows }) => groupPattern(token, rows, [limit, limit]));
  const readings = [ofMarkets, ofTokens].map((groups) => ({
    $all: [
      groups.length === 0 ? { $length: 0 } : { $every: { $any: groups.map(({ pattern }) => pattern) } },
      containsEach(groups.filter(({ isHeld }) => isHeld).map(({ pattern }) => pattern)),
    ],
  }));
  return { $any: readings };
}

/** The fewest and the most of these rows among the first of all rows of a market. Equal amounts are in any order. */
function countsAmong(rows: readonly JsonObject[], all: readonly JsonObject[], limit: number): [number, number] {
  if (limit === 0) return [0, 0];
  const last = all.map(amountOf).sort((left, right) => right - left)[limit - 1];
  if (last === undefined) return [rows.length, rows.length];
  const above = (some: readonly JsonObject[]): number =>
    some.filter((row) => amountOf(row) > last && !isClose(amountOf(row), last)).length;
  const tied = (some: readonly JsonObject[]): number => some.filter((row) => isClose(amountOf(row), last)).length;
  const places = limit - above(all);
  const fewest = Math.max(0, places - (tied(all) - tied(rows)));
  return [above(rows) + fewest, above(rows) + Math.min(tied(rows), places)];
}

function groupPattern(token: string, rows: readonly JsonObject[], [fewest, most]: readonly [number, number]) {
  const [ranking = []] = rankings(rows, [...rows.keys()], BY_AMOUNT);
  const places = ranking.map((tie) => ({ proxyWallet: { $in: tie.map((index) => rows[index]?.['proxyWallet']) } }));
  const [from, to] = [Math.min(fewest, places.length), Math.min(most, places.length)];
  const lists = Array.from({ length: to - from + 1 }, (_, more) => places.slice(0, from + more));
  return { pattern: { token, holders: lists.length === 1 ? lists[0] : { $any: lists } }, isHeld: from > 0 };
}

const amountOf = (row: JsonObject): number => numberAt(row, 'amount') ?? 0;
