/** bench/tape: the trades of a run one by one, maker, taker, shares, and the first difference between two engines. */

/** One trade after the other, three numbers each; orders by their number in the stream. */
export type Tape = Int32Array | readonly number[];

/** Throws at the first trade in which `tape` differs from `expected`. Returns the number of trades. */
export function sameTrades(name: string, tape: Tape, expected: Tape): number {
  for (let at = 0; at < Math.max(tape.length, expected.length); at += 3) {
    const [ours, theirs] = [tape.slice(at, at + 3), expected.slice(at, at + 3)];
    if (ours.length === theirs.length && ours.every((cell, index) => cell === theirs[index])) continue;
    const shown = (trade: Tape): string => (trade.length === 0 ? 'none' : trade.join(', '));
    throw new Error(`${name}: trade ${at / 3} (maker, taker, shares) is ${shown(ours)}, expected ${shown(theirs)}`);
  }
  return expected.length / 3;
}
