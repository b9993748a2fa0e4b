/** backtest/data/resolution: how a market was settled, as sources state it. */

export type Resolution = {
  /** The token that pays one dollar, or undefined for a market that pays both alike. */
  readonly winner?: string;
  /** Whether the source states the outcome (`recorded`) or concluded it, for example from late prices (`inferred`). */
  readonly basis: 'recorded' | 'inferred';
  /** Unix microseconds, if the source states the moment. */
  readonly time?: number;
};

/** One resolution from two statements, a recorded one before an inferred one; undefined if they contradict. */
export function joinedResolution(known: Resolution | undefined, stated: Resolution): Resolution | undefined {
  if (known === undefined) return stated;
  const [first, second] = known.basis === 'inferred' ? [stated, known] : [known, stated];
  if (first.winner !== second.winner) return first.basis === second.basis ? undefined : first;
  const time = first.time ?? second.time;
  return time === undefined ? first : { ...first, time };
}
