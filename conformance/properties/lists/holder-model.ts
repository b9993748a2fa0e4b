/**
 * conformance/properties/lists/holder-model: what a response with top holders must be (interface 4.10), computed from
 * all holders of the same markets. `limit` counts the holders of a market; the interface leaves open whether it counts
 * those of each outcome apart.
 */
import { type JsonObject, numberAt } from '../../../base/json.ts';
import { isClose } from '../../../wire/pattern/closeness.ts';
import { containsEach } from '../../checks/wallets/holder-groups.ts';
import { type Meaning, marksOf, rankings, sift } from './model.ts';

/** The holders of one token. */
type TokenHolders = { readonly token: string; readonly rows: readonly JsonObject[] };

/** The groups of one market. */
export type MarketHolders = readonly TokenHolders[];

const BY_AMOUNT = { by: '/amount', order: 'desc' } as const;

/** The pattern of the groups of these markets; undefined if a balance is too near the bound to decide. */
export function topHolders(markets: readonly MarketHolders[], least: Meaning, limit: number): JsonObject | undefined {
  const kept = markets.map((groups) => groups.map(({ token, rows }) => ({ token, ...keptOf(rows, least) })));
  if (kept.flat().some(({ isOpen }) => isOpen)) return undefined;
  const ofTokens = kept.flat().map(({ token, rows }) => groupPattern(token, rows, [limit, limit]));
  const ofMarkets = kept.flatMap((groups) =>
    groups.map(({ token, rows }) =>
      groupPattern(
        token,
        rows,
        countsAmong(
          rows,
          groups.flatMap((group) => group.rows),
          limit,
        ),
      ),
    ),
  );
  const readings = [ofMarkets, ofTokens].map((groups) => ({
    $all: [
      groups.length === 0 ? { $length: 0 } : { $every: { $any: groups.map(({ pattern }) => pattern) } },
      containsEach(groups.filter(({ isHeld }) => isHeld).map(({ pattern }) => pattern)),
    ],
  }));
  return { $any: readings };
}

function keptOf(
  rows: readonly JsonObject[],
  least: Meaning,
): { readonly rows: readonly JsonObject[]; readonly isOpen: boolean } {
  const { kept, open } = sift(rows.length, [marksOf(rows, least)]);
  return { rows: rows.filter((_, index) => kept.includes(index)), isOpen: open.length > 0 };
}

/** The fewest and the most of these rows that are among the first of all rows of a market. Rows with equal amounts are in any order. */
function countsAmong(
  rows: readonly JsonObject[],
  all: readonly JsonObject[],
  limit: number,
): readonly [fewest: number, most: number] {
  const amounts = all.map(amountOf).sort((left, right) => right - left);
  const last = amounts[limit - 1];
  if (limit === 0 || last === undefined) return [limit === 0 ? 0 : rows.length, limit === 0 ? 0 : rows.length];
  const above = rows.filter((row) => amountOf(row) > last && !isClose(amountOf(row), last)).length;
  const tied = rows.filter((row) => isClose(amountOf(row), last)).length;
  const tiedElsewhere = amounts.filter((amount) => isClose(amount, last)).length - tied;
  const places = limit - amounts.filter((amount) => amount > last && !isClose(amount, last)).length;
  return [above + Math.max(0, places - tiedElsewhere), above + Math.min(tied, places)];
}

/** The first holders of a token, at least and at most so many. */
function groupPattern(token: string, rows: readonly JsonObject[], [fewest, most]: readonly [number, number]) {
  const [ranking = []] = rankings(
    rows,
    rows.map((_, index) => index),
    BY_AMOUNT,
  );
  const places = ranking.map((tie) => ({ proxyWallet: { $in: tie.map((index) => rows[index]?.['proxyWallet']) } }));
  const [from, to] = [Math.min(fewest, places.length), Math.min(most, places.length)];
  const lists = Array.from({ length: to - from + 1 }, (_, more) => places.slice(0, from + more));
  return { pattern: { token, holders: lists.length === 1 ? lists[0] : { $any: lists } }, isHeld: from > 0 };
}

const amountOf = (row: JsonObject): number => numberAt(row, 'amount') ?? 0;
