/** reports/tearsheet/fill-text: the reason of a fill in words, and the reversal of its trade. */
import { count, duration, exactMoment, shares } from '../page/html.ts';
import type { Fill } from './market-names.ts';

/** A few words, for tables. */
export const SHORT_REASONS: Readonly<Record<Fill['reason'], string>> = {
  'took-liquidity': 'took liquidity',
  'trade-at-price': 'trade at its price',
  'trade-through': 'trade through its price',
  inferred: 'inferred: its level lost shares',
  'book-crossed': 'book crossed its price',
  matched: 'matched',
};

/** One or two sentences, for the card of a fill. */
export function whyFilled(fill: Fill): string {
  const reversed =
    fill.reversedAt === null
      ? ''
      : ` Its settlement failed at ${exactMoment(fill.reversedAt)} UTC, and the trade was reversed.`;
  return `${reasonSentence(fill)}${reversed}`;
}

function reasonSentence({ reason, queueAhead }: Fill) {
  const ahead = queueAhead === null ? 'the recorded queue' : `the ${shares(queueAhead)} shares`;
  switch (reason) {
    case 'took-liquidity':
      return 'It took resting liquidity of the book.';
    case 'trade-at-price':
      return queueAhead === 0
        ? 'A recorded trade at its price reached it. Nothing was ahead of it in the queue.'
        : `A recorded trade at its price reached it, after ${ahead} ahead of it in the queue had gone.`;
    case 'trade-through':
      return 'A recorded trade at a worse price went through its level, so everything at that level had traded.';
    case 'inferred':
      return (
        'The recorded size at its level fell. ' +
        `A share of each decrease counts as traded, and ${ahead} ahead of it had gone.`
      );
    case 'book-crossed':
      return 'The other side of the recorded book moved to its price or beyond.';
    case 'matched':
      return 'It traded with another participant of the simulation.';
  }
}

/** The gain of the trade for a share, by the later middle of the book; undefined when that is unknown. */
export function markout({ side, price }: Fill, mid: number | null): number | undefined {
  if (mid === null) return undefined;
  return side === 'BUY' ? mid - price : price - mid;
}

export const waited = ({ waitedSeconds }: Fill): string =>
  waitedSeconds === null ? 'did not rest' : duration(waitedSeconds);

export const queued = ({ queueAhead }: Fill): string =>
  queueAhead === null ? 'did not rest' : `${shares(queueAhead)} shares`;

export const recordingRow = ({ row }: Fill): string => (row === null ? 'none' : count(row));
