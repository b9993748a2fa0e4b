/** backtest/injected/survey: facts of a recording that must be known before it is served, from one pass over it. */
import { MICRO } from '../../base/units.ts';
import type { Coverage } from '../data/coverage.ts';
import { DataError } from '../data/data-error.ts';
import { DOLLAR, KIND } from '../data/event.ts';
import { marketTable } from '../replay/market-table.ts';
import type { ReplaySource } from '../replay/source.ts';
import { outcomeKnownAt } from '../run/resolutions.ts';
import type { MarketFacts } from '../strategy.ts';

export type ServedMarket = Readonly<{
  /** The name in the recording. */
  name: string;
  /** The number in the recording. Served markets are numbered from 0 in this order. */
  recorded: number;
  /** The tokens of the two outcomes by name; undefined for an outcome that the recording never names. */
  tokens: readonly [string | undefined, string | undefined];
  outcomes: readonly [string, string];
  /** The outcome whose rows drive the book: the one with more of them. -1 in a market without a book. */
  driver: 0 | 1 | -1;
  /** The book is known from quotes alone. */
  isQuoted: boolean;
  /** Price step, 1e-4 dollars. */
  tick: number;
  /** When its book was silent for the gap time, in a gap or after its last row, milliseconds. */
  silences: readonly number[];
  /** The moment of the last row, milliseconds. */
  lastMs: number;
}>;

export type Survey = Readonly<{
  markets: readonly ServedMarket[];
  /** By the number of a token in the recording: the served market (-1 for none) and the outcome. */
  marketOf: Int32Array;
  outcomeOf: Int8Array;
  firstMs: number;
  lastMs: number;
  /** Markets that cannot be served, one line each. */
  warnings: readonly string[];
}>;

/** The moment at which something recorded at `micros` is visible: the first whole millisecond that is not before it. */
export function momentOf(micros: number): number {
  return Math.ceil(micros / 1_000);
}

type Count = { books: number; quotes: number };
const NO_ROWS: Readonly<Count> = { books: 0, quotes: 0 };
type Traits = { divisor: number; last: number; lastOfBook: number; readonly gaps: number[] };

/** Throws `DataError` if a batch is damaged or no market can be served. `onRows` gets the number of rows so far. */
export function surveyRecording(recording: ReplaySource, onRows: (rows: number) => void = () => undefined): Survey {
  const { counts, traits } = countRows(recording, onRows);
  const table = marketTable(recording);
  const numberOf = new Map(recording.tokens.map(({ token }, number) => [token, number]));
  const warnings: string[] = [];
  const marketOf = new Int32Array(recording.tokens.length).fill(-1);
  const markets: ServedMarket[] = [];
  for (const [recorded, name] of recording.markets.entries()) {
    const ids = table.ids[recorded] ?? [];
    const numbers = [ids[0], ids[1]].map((token) => numberOf.get(token ?? '') ?? -1);
    if (ids.length > 2 || Math.max(...numbers) < 0) {
      const tokens = `it has ${ids.length} tokens, and only markets with two outcomes can be replayed`;
      warnings.push(`market ${name}: ${ids.length > 2 ? tokens : 'it has no rows'}: it is not served`);
      continue;
    }
    const [yes, no] = (table.facts[recorded] as MarketFacts).outcomes;
    for (const number of numbers) if (number >= 0) marketOf[number] = markets.length;
    const { divisor, last, ...silent } = traits[recorded] ?? newTraits();
    const own = numbers.map((number) => counts[number] ?? NO_ROWS);
    markets.push({
      name,
      recorded,
      tokens: [ids[0], ids[1]],
      outcomes: [yes.outcome || 'Yes', no.outcome || 'No'],
      ...driverOf(own),
      // The largest usual step that all prices of the market are multiples of.
      tick: [100, 10].find((tick) => divisor % tick === 0) ?? 1,
      silences: silencesOf(silent, recording.coverage, recorded),
      lastMs: momentOf(last),
    });
  }
  if (markets.length === 0) {
    throw new DataError(`${recording.file}: no market can be served; ${warnings[0] ?? 'the recording has no rows'}`);
  }
  const { first, last } = recording.coverage;
  return { markets, marketOf, outcomeOf: table.outcomeOf, firstMs: momentOf(first), lastMs: momentOf(last), warnings };
}

function countRows(
  recording: ReplaySource,
  onRows: (rows: number) => void,
): { readonly counts: readonly Count[]; readonly traits: readonly Traits[] } {
  const counts = recording.tokens.map((): Count => ({ ...NO_ROWS }));
  const traits = recording.markets.map(newTraits);
  let read = 0;
  for (const { rows, venueTime, market, token, kind, tick, size } of recording.batches()) {
    for (let at = 0; at < rows; at += 1) {
      const trait = traits[market[at] as number] as Traits;
      const count = counts[token[at] as number] as Count;
      const time = venueTime[at] as number;
      const code = kind[at];
      trait.last = time;
      if (code === KIND.gap) trait.gaps.push(time - (size[at] as number));
      else if (code !== KIND.trade) {
        trait.lastOfBook = time;
        if (code === KIND.quote) count.quotes += 1;
        else count.books += 1;
      }
      const price = tick[at] as number;
      if (price % 100 !== 0 || trait.divisor % 100 !== 0) trait.divisor = commonDivisor(trait.divisor, price);
    }
    read += rows;
    onRows(read);
  }
  return { counts, traits };
}

function newTraits(): Traits {
  return { divisor: 0, last: 0, lastOfBook: 0, gaps: [] };
}

/** A market whose book is still recorded when the recording ends has no silence there. */
function silencesOf(
  { gaps, lastOfBook }: Pick<Traits, 'gaps' | 'lastOfBook'>,
  { byMarket, last }: Coverage,
  market: number,
): readonly number[] {
  const gap = byMarket[market]?.gap ?? 0;
  return [...gaps, lastOfBook]
    .map((row) => row + gap)
    .filter((at) => at <= last)
    .map(momentOf);
}

function commonDivisor(one: number, other: number): number {
  let [a, b] = [one === 0 ? DOLLAR : one, other];
  while (b > 0) [a, b] = [b, a % b];
  return a;
}

function driverOf([first = NO_ROWS, second = NO_ROWS]: readonly Count[]): Pick<ServedMarket, 'driver' | 'isQuoted'> {
  const isQuoted = first.books + second.books === 0;
  const [one, other] = isQuoted ? [first.quotes, second.quotes] : [first.books, second.books];
  return { isQuoted, driver: one + other === 0 ? -1 : other > one ? 1 : 0 };
}

export type Entry = {
  /** Milliseconds. */
  readonly at: number;
  readonly market: number;
  /** The payout of each outcome; undefined when the book is lost. */
  readonly payout: readonly [number, number] | undefined;
};

/**
 * The entries in order of their moments. Background orders leave when a market had no row of its book for the gap time.
 * A market is resolved when its outcome was known; one whose catalog states no moment never is.
 */
export function calendarOf(recording: ReplaySource, survey: Survey): readonly Entry[] {
  const entries: Entry[] = [];
  const known = new Map(recording.catalog.map((market) => [market.market, market]));
  for (const [market, { name, silences, tokens, lastMs }] of survey.markets.entries()) {
    for (const at of silences) entries.push({ at, market, payout: undefined });
    const stated = known.get(name);
    if (stated?.resolution === undefined) continue;
    const at = outcomeKnownAt(stated, lastMs * 1_000);
    if (at === Infinity) continue;
    entries.push({ at: momentOf(at), market, payout: payoutOf(tokens.indexOf(stated.resolution.winner)) });
  }
  return entries.sort((a, b) => a.at - b.at || a.market - b.market);
}

function payoutOf(winner: number): readonly [number, number] {
  if (winner < 0) return [MICRO / 2, MICRO / 2];
  return winner === 0 ? [MICRO, 0] : [0, MICRO];
}
