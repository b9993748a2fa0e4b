/** backtest/injected/outcome-tokens: which token of a recorded market is its first outcome, and which its second. */
import type { ReplaySource } from '../replay/source.ts';

type OutcomeTokens = {
  readonly tokens: readonly [string | undefined, string | undefined];
  readonly outcomes: readonly [string, string];
  /** Their numbers in the recording, -1 for a token without rows. */
  readonly numbers: readonly [number, number];
};

/**
 * Returns a function of the number of a market. The order of the catalog counts, then the order of appearance in the rows. It returns the
 * reason, in words, when the market does not have two outcomes.
 */
export function createOutcomeTokens(recording: ReplaySource): (market: number) => OutcomeTokens | string {
  const entries = new Map(recording.catalog.map((entry) => [entry.market, entry]));
  const numbers = new Map(recording.tokens.map(({ token }, number) => [token, number]));
  const seenIn: string[][] = recording.markets.map(() => []);
  for (const { token, market } of recording.tokens) seenIn[market]?.push(token);
  const numberOf = (token: string | undefined): number => (token === undefined ? -1 : (numbers.get(token) ?? -1));
  return (market) => {
    const entry = entries.get(recording.markets[market] ?? '');
    const seen = seenIn[market] ?? [];
    const listed = entry?.tokens.map(({ token }) => token) ?? [];
    const all = [...listed, ...seen.filter((token) => !listed.includes(token))];
    if (all.length > 2) return `it has ${all.length} tokens, and only markets with two outcomes can be replayed`;
    if (seen.length === 0) return 'it has no rows';
    const outcomeOf = (token: string | undefined, usual: string): string =>
      entry?.tokens.find((known) => known.token === token)?.outcome || usual;
    const [first, second] = all;
    return {
      tokens: [first, second],
      outcomes: [outcomeOf(first, 'Yes'), outcomeOf(second, 'No')],
      numbers: [numberOf(first), numberOf(second)],
    };
  };
}
