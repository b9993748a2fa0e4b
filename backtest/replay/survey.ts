/** backtest/replay/survey: facts of a recording that the venue needs before the run: the markets with trades. */
import { KIND } from '../data/event.ts';
import type { ReplaySource } from './source.ts';

/** By market: 1 when it has trades, recorded or inferred. Reads the recording once, unless its coverage says that there are none. */
export function tradedMarkets(
  recording: ReplaySource,
  onRows: (rows: number) => void = () => undefined,
): Uint8Array<ArrayBuffer> {
  const hasTrades = new Uint8Array(recording.markets.length);
  if ((recording.coverage.kinds['trade'] ?? 0) === 0) return hasTrades;
  let read = 0;
  for (const { rows, kind, market } of recording.batches()) {
    for (let at = 0; at < rows; at += 1) if (kind[at] === KIND.trade) hasTrades[market[at] as number] = 1;
    read += rows;
    onRows(read);
  }
  return hasTrades;
}
