/** backtest/injected/outcome-tokens: which token of a recorded market is its first outcome, and which its second. */
import type { Recording } from '../data/recording.ts';

type OutcomeTokens = {
  readonly tokens: readonly [string | undefined, string | undefined];
  readonly outcomes: readonly [string, string];
  /** Their numbers in the recording, -1 for a token without rows. */
  readonly numbers: readonly [number, number];
};

/**
 * The order of the catalog counts, then the order of appearance in the rows. Returns the reason, in words, when the market does not have two
 * outcomes.
 */
export function outcomeTokens(recording: Recording, market: number): OutcomeTokens | string {
  const name = recording.markets[market];
  const entry = recording.catalog.find((known) => known.market === name);
  const seen = recording.tokens.flatMap(({ token, market: of }) => (of === market ? [token] : []));
  const listed = entry?.tokens.map(({ token }) => token) ?? [];
  const all = [...listed, ...seen.filter((token) => !listed.includes(token))];
  if (all.length > 2) return `it has ${all.length} tokens, and only markets with two outcomes can be replayed`;
  if (seen.length === 0) return 'it has no rows';
  const outcomeOf = (token: string | undefined, usual: string): string =>
    entry?.tokens.find((known) => known.token === token)?.outcome || usual;
  const [first, second] = all;
  const numberOf = (token: string | undefined): number => recording.tokens.findIndex((known) => known.token === token);
  return {
    tokens: [first, second],
    outcomes: [outcomeOf(first, 'Yes'), outcomeOf(second, 'No')],
    numbers: [numberOf(first), second === undefined ? -1 : numberOf(second)],
  };
}
