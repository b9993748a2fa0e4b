/** backtest/relied: the rosier assumptions that a result relied on, with the fills that each of them touched. */
import { DEFAULT_ASSUMPTIONS, rosierThanDefault } from './options.ts';
import type { BacktestResult } from './result.ts';
import { inferredFills } from './without-inferred.ts';

/** In words. An assumption that touched nothing is left out. */
export function reliedOn(result: BacktestResult): readonly string[] {
  const { assumptions, fills, settlements } = result;
  const [inferred, unsized] = [inferredFills(result), fills.filter(({ isUnsized }) => isUnsized === true).length];
  const paid = new Set(settlements.flatMap(({ market, isAtEnd }) => (isAtEnd === true ? [market] : [])));
  const { tradeShare, quoteSize } = DEFAULT_ASSUMPTIONS;
  const effective = {
    ...assumptions,
    ...(inferred > 0 ? {} : { tradeShare }),
    ...(unsized > 0 ? {} : { quoteSize }),
    settleAtEnd: paid.size > 0,
  };
  const touched = (what: string, count: number): readonly string[] =>
    count === 0 ? [] : [`${what}: ${count} of ${fills.length} fills rest on them`];
  return [
    ...rosierThanDefault(effective),
    ...touched('payments at the end', fills.filter(({ token }) => paid.has(token >> 1)).length),
    ...touched('inferred trades', inferred),
    ...touched(`quotes without sizes, taken as ${assumptions.quoteSize / 1e6} shares`, unsized),
    ...withoutBooks(result),
    ...unreceivedOf(result),
  ];
}

function withoutBooks({ data: { bookless = 0 }, markets, orders }: BacktestResult): readonly string[] {
  if (bookless === 0) return [];
  return [
    `no books in ${bookless} of ${markets.length} markets: no order fills there, whatever its price; ` +
      `${orders.length} orders were sent in all`,
  ];
}

function unreceivedOf({ data: { unreceived = 0 }, fills }: BacktestResult): readonly string[] {
  if (unreceived === 0) return [];
  const rows = unreceived === 1 ? '1 row has' : `${unreceived} rows have`;
  return [
    `${rows} no receive time: they reach the strategy at their venue time, ` +
      `or with the row before them if that is later; ${fills.length} fills may rest on them`,
  ];
}
