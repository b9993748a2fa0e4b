/** backtest/agents/recorded-truth: the recorded middle price of a market as the hidden truth of simulated traders. */
import { firstIndex } from '../../base/first-index.ts';
import { DOLLAR, FLAG, KIND } from '../data/event.ts';
import type { Survey } from '../injected/survey.ts';
import { MarketBook } from '../overlay/market-book.ts';
import type { ReplaySource } from '../replay/source.ts';
import { midOf } from '../run/book-value.ts';
import type { Truth } from './agent.ts';

/** A market whose book never had two sides. */
const UNKNOWN = 0.5;

export class RecordedTruth implements Truth {
  readonly #seconds: number[] = [];
  /** 1e-4 dollars. */
  readonly #mids: number[] = [];

  /** The middle price from a second on; seconds come in order, and the last price of a second counts. */
  note(second: number, mid: number): void {
    const last = this.#seconds.length - 1;
    if (this.#seconds[last] === second) this.#mids[last] = mid;
    else if (this.#mids[last] !== mid) {
      this.#seconds.push(second);
      this.#mids.push(mid);
    }
  }

  at(second: number): number {
    const seconds = this.#seconds;
    const after = firstIndex(seconds.length, (index) => (seconds[index] as number) > second);
    const mid = this.#mids[Math.max(0, after - 1)];
    return mid === undefined ? UNKNOWN : mid / DOLLAR;
  }
}

/** Reads the recording once and returns the truth of each served market; seconds count from its first moment. */
export function recordedTruths(
  recording: ReplaySource,
  { markets, marketOf, outcomeOf, firstMs }: Survey,
): RecordedTruth[] {
  const truths = markets.map(() => new RecordedTruth());
  const books = markets.map(() => new MarketBook(0));
  for (const { rows, venueTime, token, kind, side, tick, size, flags } of recording.batches()) {
    for (let at = 0; at < rows; at += 1) {
      const number = token[at] as number;
      const book = books[marketOf[number] as number];
      if (book === undefined || kind[at] === KIND.trade) continue;
      const [outcome, flag] = [outcomeOf[number] as number, flags[at] as number];
      book.apply(kind[at] as number, outcome, side[at] as number, tick[at] as number, size[at] as number, flag);
      if ((flag & FLAG.last) === 0) continue;
      const mid = midOf(book, 0);
      const second = Math.floor(((venueTime[at] as number) / 1_000 - firstMs) / 1_000);
      if (mid > 0) truths[marketOf[number] as number]?.note(Math.max(0, second), mid);
    }
  }
  return truths;
}
