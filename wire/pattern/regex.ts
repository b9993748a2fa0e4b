/** wire/pattern/regex: regular expressions that cannot hang on any text. */
import { messageOf } from '../../base/system-code.ts';
import { spend, type Work } from './matcher.ts';

const SOURCE_MAX = 300;
const TEXT_MAX = 20_000;
/** Ways to match that take about a second. */
const WAYS_MAX = 400_000_000;
/** Ways that count as one step of work: they are far cheaper than comparing values. */
const WAYS_A_STEP = 1_000;
/** On a text of this length useful regular expressions are quick. */
const TEXT_USUAL = 32;
const CACHE_MAX = 500;

/** The compiled source: the expression and its cost, or the reason for rejecting it. */
type Known = { readonly regex: RegExp; readonly cost: Cost } | { readonly fault: string };

const cache = new Map<string, Known>();

/** Why a regular expression is rejected, in one line; undefined if it is not. */
export function regexFault(source: string): string | undefined {
  const known = lookUp(source);
  return 'fault' in known ? known.fault : undefined;
}

/** Whether `source` matches somewhere in `text` (`^` and `$` anchor it), or the reason why that was not tried. */
export function matchesRegex(source: string, text: string, work: Work): boolean | { readonly fault: string } {
  const known = lookUp(source);
  if ('fault' in known) return known;
  if (text.length > TEXT_MAX) return { fault: `a text of at most ${TEXT_MAX} characters for a regular expression` };
  const ways = waysOf(known.cost, text.length);
  if (ways > WAYS_MAX)
    return {
      fault: `a text shorter than ${text.length} characters: this regular expression has too many ways to match it`,
    };
  spend(work, Math.floor(ways / WAYS_A_STEP));
  return known.regex.test(text);
}

function waysOf(cost: Cost, length: number) {
  return cost.ways * Math.max(length, 1) ** cost.degree;
}

function lookUp(source: string): Known {
  if (source.length > SOURCE_MAX) return { fault: `a regular expression has at most ${SOURCE_MAX} characters` };
  const before = cache.get(source);
  if (before !== undefined) return before;
  const known = judge(source);
  if (cache.size >= CACHE_MAX) cache.clear();
  cache.set(source, known);
  return known;
}

function judge(source: string): Known {
  let regex: RegExp;
  try {
    regex = new RegExp(source);
  } catch (error) {
    return { fault: `not a regular expression: ${messageOf(error).replace(/\s+/g, ' ')}` };
  }
  const cost = regexCost(source);
  if ('refused' in cost) return { fault: `a regular expression that may never end: ${cost.refused}` };
  if (waysOf(cost, TEXT_USUAL) > WAYS_MAX)
    return { fault: 'a regular expression that may never end: it has too many choices' };
  return { regex, cost };
}

/** At most `ways * length ** degree` ways to continue from one place of the text. */
type Cost = { readonly ways: number; readonly degree: number };

/** Thrown inside this file alone. */
class Refused extends Error {}

type Reading = { readonly source: string; at: number };

const CERTAIN: Cost = { ways: 1, degree: 0 };

/** The cost of a regular expression that is valid, or why it is unknown. */
function regexCost(source: string): Cost | { readonly refused: string } {
  try {
    const cost = readBranches({ source, at: 0 });
    // Without an anchor each place of the text is tried as the start.
    return source.startsWith('^') && !source.includes('|') ? cost : { ...cost, degree: cost.degree + 1 };
  } catch (error) {
    if (error instanceof Refused) return { refused: error.message };
    throw error;
  }
}

function readBranches(reading: Reading): Cost {
  let sum = readSequence(reading);
  while (reading.source[reading.at] === '|') {
    reading.at += 1;
    const branch = readSequence(reading);
    sum = { ways: sum.ways + branch.ways, degree: Math.max(sum.degree, branch.degree) };
  }
  return sum;
}

function readSequence(reading: Reading): Cost {
  let product = CERTAIN;
  while (reading.at < reading.source.length && !'|)'.includes(reading.source[reading.at] ?? '')) {
    const piece = repeated(readPiece(reading), reading);
    product = { ways: product.ways * piece.ways, degree: product.degree + piece.degree };
  }
  return product;
}

function readPiece(reading: Reading): Cost {
  const { source } = reading;
  const sign = source[reading.at];
  if (sign === '(') return readGroup(reading);
  if (sign === '[') skip(reading, /\[(?:\\.|[^\]\\])*\]/sy);
  else if (sign === '\\') {
    if (/[1-9k]/.test(source[reading.at + 1] ?? '')) throw new Refused('it refers back to a group');
    reading.at += 2;
  } else reading.at += 1;
  return CERTAIN;
}

function readGroup(reading: Reading): Cost {
  skip(reading, /\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?/y);
  const cost = readBranches(reading);
  reading.at += 1;
  return cost;
}

/** The cost of a piece with the repetition that follows it. */
function repeated(piece: Cost, reading: Reading): Cost {
  const found = skip(reading, /(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/y);
  if (found === undefined) return piece;
  const [, sign, least, comma, most] = found;
  if (sign === '?') return { ways: piece.ways + 1, degree: piece.degree };
  if (sign !== undefined || (comma !== undefined && most === '')) return unbounded(piece);
  const from = Number(least);
  const to = comma === undefined ? from : Number(most);
  return { ways: piece.ways ** to * (to - from + 1), degree: piece.degree * to };
}

function unbounded(piece: Cost): Cost {
  if (piece.ways === 1 && piece.degree === 0) return { ways: 1, degree: 1 };
  throw new Refused('it has an unbounded repetition of a part that repeats or branches');
}

function skip(reading: Reading, pattern: RegExp): RegExpExecArray | undefined {
  pattern.lastIndex = reading.at;
  const found = pattern.exec(reading.source) ?? undefined;
  if (found !== undefined) reading.at = pattern.lastIndex;
  return found;
}
